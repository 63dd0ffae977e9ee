/// The small picture that cameras put into their files, as a JPEG of its own. Untrusted: what is no JPEG, is cut short,
/// or was left by a program that turned or cut the picture, is none.
///
/// It lies as the picture is stored, and does not say which side is up. Where the picture does, the same is put in.
package struct EmbeddedThumbnail: Hashable, Sendable {
    /// Where its bytes lie in the file.
    package let range: Range<Int>
    /// What is put in before the byte at `offset` of them; empty for nothing.
    package let inserted: [UInt8]
    package let offset: Int

    /// In bytes; longer ones are no thumbnails.
    private static let lengths = 100...(256 << 10)
    /// Of a side, in pixels.
    private static let sides = 16...2048

    /// Nil for a file that has none.
    ///
    /// - Parameters:
    ///   - count: the length of the file in bytes.
    ///   - read: returns the bytes of a range of it, fewer where the file has got shorter.
    package init?(count: Int, read: @escaping (Range<Int>) -> [UInt8]) {
        let bounded = BoundedFile(count: count, source: read)
        guard let kind = ImageKind(bounded.read(0..<min(ImageKind.headLength, count))) else { return nil }
        let facts = EmbeddedFacts(bounded.bytes, kind)
        guard let place = facts.thumbnail, Self.lengths.contains(place.count), place.upperBound <= count else {
            return nil
        }
        let bytes = read(place)
        guard bytes.count == place.count, let end = Self.end(bytes) else { return nil }
        var parts = EmbeddedParts()
        parts.takeJPEG(ImageBytes(bytes))
        guard let small = parts.size, Self.sides.contains(small.width), Self.sides.contains(small.height) else {
            return nil
        }
        var orientation = parts.exif == nil ? facts.orientation : 1
        if let large = facts.size, Self.lies(small, otherThan: large) {
            // Some programs turn the small picture alone. If nothing is turned, it is another picture's.
            guard facts.orientation > 4 else { return nil }
            orientation = 1
        }
        range = place.lowerBound..<place.lowerBound + end
        inserted = orientation == 1 ? [] : Self.segment(orientation)
        offset = Self.offset(bytes)
    }

    /// In bytes, with what is put in.
    package var length: Int { range.count + inserted.count }

    private static func lies(_ one: (width: Int, height: Int), otherThan other: (width: Int, height: Int)) -> Bool {
        (one.width > one.height && other.width < other.height) || (one.width < one.height && other.width > other.height)
    }

    /// Behind the end of the JPEG, which cameras fill up with zeros; nil for bytes that are no whole JPEG.
    private static func end(_ bytes: [UInt8]) -> Int? {
        var segments = JPEGSegments(bytes)
        while segments.next() != nil {}
        guard case .scan = segments.ending else { return nil }
        let last = bytes.indices.dropFirst().last { bytes[$0 - 1] == 0xFF && bytes[$0] == JPEGMarker.endOfImage }
        return last.map { $0 + 1 }
    }

    /// Behind JFIF, if it is there.
    private static func offset(_ bytes: [UInt8]) -> Int {
        var (segments, offset) = (JPEGSegments(bytes), 2)
        while let segment = segments.next(), segment.marker == JPEGMarker.app0 { offset = segment.content.endIndex }
        return offset
    }

    /// EXIF that says which side is up, and nothing else.
    private static func segment(_ orientation: Int) -> [UInt8] {
        let tiff: [UInt8] =
            [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0] + [0, 0, 0, 0]
        let content = Array(JPEGMarker.exif) + tiff
        return [0xFF, JPEGMarker.app1, 0, UInt8(content.count + 2)] + content
    }
}
