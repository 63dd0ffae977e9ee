internal import CZlib

/// Unpacks what zlib packed (RFC 1950), as in the texts of a PNG.
enum Inflated {
    /// Nil for damaged bytes, and for more than `limit` of them.
    static func bytes(of packed: [UInt8], limit: Int) -> [UInt8]? {
        var room = min(limit, max(4096, packed.count * 4))
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
            room = min(limit, room * 8)
        }
    }
}
