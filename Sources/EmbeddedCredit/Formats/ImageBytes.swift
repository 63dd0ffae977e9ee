/// The bytes of a file, or of a part of one, in memory or on disk. Offsets come from untrusted files: what lies outside
/// is nil, never a fault.
package struct ImageBytes {
    private enum Place {
        case memory(ArraySlice<UInt8>)
        case file((Range<Int>) -> [UInt8])
    }

    /// How many pixels a side of a picture may have; what says more is damaged or hostile.
    static let sides = 1...1_000_000

    /// In bytes.
    package let count: Int
    private let place: Place

    init(_ bytes: ArraySlice<UInt8>) {
        count = bytes.count
        place = .memory(bytes)
    }

    init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// A file of `count` bytes; `read` returns those of a range, fewer where the file has got shorter.
    package init(count: Int, read: @escaping (Range<Int>) -> [UInt8]) {
        self.count = count
        place = .file(read)
    }

    /// The `length` bytes from `offset`; nil unless all of them are there.
    func bytes(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        switch place {
        case .memory(let bytes):
            let start = bytes.startIndex + offset
            return bytes[start..<start + length]
        case .file(let read):
            let bytes = read(offset..<offset + length)
            return bytes.count == length ? bytes[...] : nil
        }
    }

    /// The `length` bytes from `offset` as a file of their own, of which nothing is read yet; as far as they are there.
    func part(_ offset: Int, _ length: Int) -> ImageBytes? {
        guard offset >= 0, length > 0, offset < count else { return nil }
        let length = min(length, count - offset)
        switch place {
        case .memory: return bytes(offset, length).map { ImageBytes($0) }
        case .file(let read):
            return ImageBytes(count: length) { read($0.lowerBound + offset..<$0.upperBound + offset) }
        }
    }

    /// The first bytes, `length` at most.
    func beginning(_ length: Int) -> ArraySlice<UInt8> { bytes(0, min(count, length)) ?? [] }

    /// An unsigned number of `length` bytes, at most 7.
    func number(_ offset: Int, _ length: Int, little: Bool = false) -> Int? {
        guard let digits = bytes(offset, length) else { return nil }
        return little
            ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
    }
}
