internal import CZlib

/// Bytes that zlib packs and unpacks (RFC 1950).
package enum Deflated {
    /// The first byte of every stream with 32 KiB windows and zlib's usual header, at any level.
    package static let firstByte: UInt8 = 0x78

    /// The packed bytes; nil where zlib runs out of memory.
    package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(count))
        let status = unsafe packed.withUnsafeMutableBufferPointer { target in
            unsafe bytes.withUnsafeBufferPointer { source in
                unsafe compress2(
                    target.baseAddress, &count, source.baseAddress, uLong(source.count), Z_BEST_COMPRESSION)
            }
        }
        return status == Z_OK ? Array(packed.prefix(Int(count))) : nil
    }

    /// The unpacked bytes; nil for damaged ones, or for more than `limit` bytes. No memory is taken for more than that.
    package static func unpack(_ packed: [UInt8], limit: Int) -> [UInt8]? {
        var room = min(limit, max(8192, packed.count * 4))
        while true {
            var count = uLong(room)
            var bytes = [UInt8](repeating: 0, count: room)
            let status = unsafe bytes.withUnsafeMutableBufferPointer { target in
                unsafe packed.withUnsafeBufferPointer { source in
                    unsafe uncompress(target.baseAddress, &count, source.baseAddress, uLong(source.count))
                }
            }
            if status == Z_OK { return Array(bytes.prefix(Int(count))) }
            guard status == Z_BUF_ERROR, room < limit else { return nil }
            room = min(limit, room * 4)
        }
    }
}
