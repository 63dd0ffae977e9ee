internal import CZlib

/// Checksums of bytes, as zip files and PNG have them.
package enum Checksum {
    /// CRC-32 of what `before` is the checksum of, with `bytes` behind it; 0 is that of nothing.
    package static func crc32(_ bytes: [UInt8], after before: UInt32 = 0) -> UInt32 {
        let sum = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe CZlib.crc32(uLong(before), buffer.baseAddress, uInt(buffer.count))
        }
        return UInt32(truncatingIfNeeded: sum)
    }
}
