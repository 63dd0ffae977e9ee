internal import CZlib

/// Unpacks a stream of DEFLATE (RFC 1951) piece by piece, without zlib's head and check sum, as zip files have it. For
/// one thread at a time.
@safe package final class Inflater {
    package enum Failure: Error, Hashable, Sendable {
        case damaged
    }

    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether the end of the stream was reached.
    package private(set) var isAtEnd = false

    /// - Throws: `damaged` where zlib has no memory.
    package init() throws(Failure) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Negative: no head.
        let status = unsafe inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .damaged }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Takes packed bytes from the beginning of `input`, and returns what they become, `most` bytes at most.
    package func unpack(_ input: inout ArraySlice<UInt8>, most: Int) throws(Failure) -> [UInt8] {
        guard !isAtEnd, most > 0 else { return [] }
        var status = Z_OK
        var taken = 0
        let output = unsafe [UInt8](unsafeUninitializedCapacity: most) { target, count in
            unsafe input.withUnsafeBufferPointer { source in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = uInt(source.count)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = uInt(target.count)
                status = unsafe inflate(stream, Z_NO_FLUSH)
                taken = unsafe source.count - Int(stream.pointee.avail_in)
                count = unsafe target.count - Int(stream.pointee.avail_out)
            }
        }
        input = input.dropFirst(taken)
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: isAtEnd = true
        default: throw .damaged
        }
        return output
    }
}
