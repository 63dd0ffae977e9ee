/// A run of bytes of a file, never of negative offset or length.
public struct ByteRange: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Of the first byte.
    public let offset: Int64
    /// In bytes; may be 0.
    public let length: Int64

    /// Nil for a negative offset or length, and for an end beyond Int64.
    public init?(offset: Int64, length: Int64) {
        guard offset >= 0, length >= 0, !offset.addingReportingOverflow(length).overflow else { return nil }
        self.offset = offset
        self.length = length
    }

    /// The offset after the last byte.
    public var end: Int64 { offset + length }
    public var isEmpty: Bool { length == 0 }
    public var bounds: Range<Int64> { offset..<end }

    /// The part of it that lies within a file of `size` bytes.
    public func clamped(to size: Int64) -> ByteRange {
        let start = min(offset, max(0, size))
        return ByteRange(start: start, end: max(start, min(end, size)))
    }

    /// As messages name it: "bytes 0..<4096".
    public var description: String { "bytes \(offset)..<\(end)" }

    private init(start: Int64, end: Int64) {
        offset = start
        length = end - start
    }
}
