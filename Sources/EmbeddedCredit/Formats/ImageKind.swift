/// The kinds of pictures that are known by their first bytes.
package enum ImageKind: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp, tiff, heif, avif

    /// So many bytes tell the kind.
    package static let headLength = 64

    /// By the beginning of a file, at least `headLength` bytes or all; nil for anything else.
    package init?(_ head: [UInt8]) {
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: PNGChunk.signature) {
            self = .png
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if RIFFChunks.isWebP(head[...]) {
            self = .webp
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if let kind = Self.kind(ofItems: head) {
            self = kind
        } else {
            return nil
        }
    }

    /// By the brands in the first box, which a video of the same container has not.
    private static func kind(ofItems head: [UInt8]) -> ImageKind? {
        guard ISOItems.begins(head[...]), let length = ImageBytes(head).number(0, 4), length >= 16 else { return nil }
        let brands = stride(from: 8, to: min(length, head.count) - 3, by: 4)
            .filter { $0 != 12 }
            .map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) }
        // Pictures of both kinds name the brand of what they have in common, too.
        if brands.contains(where: { ["avif", "avis"].contains($0) }) { return .avif }
        let others: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
        return brands.contains(where: others.contains) ? .heif : nil
    }
}
