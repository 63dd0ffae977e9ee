/// The metadata in an AVIF or HEIC file: items of its `meta` box (ISO/IEC 14496-12 section 8.11, 23008-12 annex A).
/// Untrusted: every length and offset is checked, and counts are bounded.
struct ISOItems {
    private struct Box {
        let type: String
        /// Of its content.
        let start: Int
        let end: Int
    }

    /// "Exif", or a media type.
    private var kinds: [Int: String] = [:]
    private var places: [Int: [(offset: Int, length: Int)]] = [:]
    private let bytes: ImageBytes
    /// In pixels, of the largest picture; a picture may be made of tiles.
    private(set) var size: (width: Int, height: Int)?

    private static let mostBoxes = 4096
    private static let mostExtents = 64
    /// In bytes.
    private static let longestItem = 2 << 20

    static func begins(_ head: ArraySlice<UInt8>) -> Bool { head.dropFirst(4).starts(with: "ftyp".utf8) }

    init(_ bytes: ImageBytes) {
        self.bytes = bytes
        guard let meta = boxes(0..<bytes.count).first(where: { $0.type == "meta" }), meta.end - meta.start > 4
        else { return }
        // Version and flags.
        let parts = boxes(meta.start + 4..<meta.end)
        if let list = parts.first(where: { $0.type == "iinf" }) { readKinds(list) }
        if let list = parts.first(where: { $0.type == "iloc" }) {
            readPlaces(list, data: parts.first { $0.type == "idat" })
        }
        if let list = parts.first(where: { $0.type == "iprp" }) { readSize(list) }
    }

    private mutating func readSize(_ list: Box) {
        for container in boxes(list.start..<list.end) where container.type == "ipco" {
            for property in boxes(container.start..<container.end) where property.type == "ispe" {
                guard let width = bytes.number(property.start + 4, 4), let height = bytes.number(property.start + 8, 4),
                    ImageBytes.sides.contains(width), ImageBytes.sides.contains(height),
                    width * height > (size.map { $0.width * $0.height } ?? 0)
                else { continue }
                size = (width, height)
            }
        }
    }

    /// Where EXIF's TIFF file lies; nil where it is in several pieces.
    var exifPlace: (offset: Int, length: Int)? {
        guard let item = kinds.filter({ $0.value == "Exif" }).keys.min(), let places = places[item],
            places.count == 1, let place = places.first, let skipped = bytes.number(place.offset, 4),
            place.length >= 4, skipped <= place.length - 4
        else { return nil }
        return (place.offset + 4 + skipped, place.length - 4 - skipped)
    }

    /// EXIF's TIFF file; an offset to it stands in front.
    var exif: ArraySlice<UInt8>? {
        guard let content = content(of: "Exif"), let skipped = ImageBytes(content).number(0, 4) else { return nil }
        return ImageBytes(content).bytes(4 + skipped, content.count - 4 - skipped)
    }

    var packet: ArraySlice<UInt8>? { content(of: "application/rdf+xml") }

    private func content(of kind: String) -> ArraySlice<UInt8>? {
        guard let item = kinds.filter({ $0.value == kind }).keys.min(), let places = places[item] else { return nil }
        var content: [UInt8] = []
        for place in places {
            guard place.length <= Self.longestItem - content.count, let part = bytes.bytes(place.offset, place.length)
            else { return nil }
            content += part
        }
        return content[...]
    }

    private func boxes(_ range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var position = range.lowerBound
        while boxes.count < Self.mostBoxes, position + 8 <= range.upperBound,
            let short = bytes.number(position, 4), let type = bytes.bytes(position + 4, 4)
        {
            var (head, length) = (8, short)
            if short == 1 {
                // Seven bytes count more than any file has.
                guard let long = bytes.number(position + 9, 7) else { break }
                (head, length) = (16, long)
            }
            if short == 0 { length = range.upperBound - position }
            guard length >= head, length <= range.upperBound - position else { break }
            let type = String(decoding: type, as: UTF8.self)
            boxes.append(Box(type: type, start: position + head, end: position + length))
            position += length
        }
        return boxes
    }

    private mutating func readKinds(_ list: Box) {
        guard let version = bytes.number(list.start, 1) else { return }
        let first = list.start + 4 + (version == 0 ? 2 : 4)
        guard first <= list.end else { return }
        for entry in boxes(first..<list.end) where entry.type == "infe" {
            guard let version = bytes.number(entry.start, 1), version == 2 || version == 3 else { continue }
            let wide = version == 3 ? 4 : 2
            guard let item = bytes.number(entry.start + 4, wide),
                let type = bytes.bytes(entry.start + 4 + wide + 2, 4)
            else { continue }
            let rest = bytes.bytes(entry.start + wide + 10, min(256, max(0, entry.end - entry.start - wide - 10))) ?? []
            let texts = rest.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            // Behind the item's name.
            let media = texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : ""
            let name = String(decoding: type, as: UTF8.self)
            if kinds[item] == nil { kinds[item] = name == "mime" ? media : name }
        }
    }

    private mutating func readPlaces(_ list: Box, data: Box?) {
        guard let version = bytes.number(list.start, 1), version <= 2, let sizes = bytes.number(list.start + 4, 2)
        else { return }
        var position = list.start + 6
        var isWhole = true
        func number(_ length: Int) -> Int {
            guard [0, 1, 2, 4, 8].contains(length), position + length <= list.end else {
                isWhole = false
                return 0
            }
            defer { position += length }
            return length == 8 ? bytes.number(position + 1, 7) ?? 0 : bytes.number(position, length) ?? 0
        }
        let count = number(version < 2 ? 2 : 4)
        for _ in 0..<min(count, Self.mostBoxes) {
            let item = number(version < 2 ? 2 : 4)
            let method = version == 0 ? 0 : number(2) & 0xF
            _ = number(2)
            let base = number(sizes >> 4 & 0xF)
            let extents = number(2)
            guard isWhole, extents <= Self.mostExtents else { return }
            var places: [(offset: Int, length: Int)] = []
            for _ in 0..<extents {
                if version > 0 { _ = number(sizes & 0xF) }
                let offset = base + number(sizes >> 12)
                let length = number(sizes >> 8 & 0xF)
                switch method {
                case 0: places.append((offset, length))
                case 1: places.append(((data?.start ?? bytes.count) + offset, length))
                // In another item.
                default: break
                }
            }
            guard isWhole else { return }
            if self.places[item] == nil, method <= 1 { self.places[item] = places }
        }
    }
}
