internal import CZlib

/// Bytes packed by zlib (RFC 1950), for what is written often and says much the same.
enum Deflated {
    /// What a stream of 32 KiB windows and the usual check begins with, whatever its level.
    static let firstByte: UInt8 = 0x78

    /// The packed bytes; nil where zlib has no memory for it.
    static func pack(_ bytes: [UInt8]) -> [UInt8]? {
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

    /// The bytes that were packed; nil for what is damaged, or longer than `limit` bytes.
    static func unpack(_ packed: [UInt8], limit: Int) -> [UInt8]? {
        var room = min(limit, 8192)
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
