internal import PhotoAPI
internal import PhotoTree

/// The images of a file, smallest first, the original last.
///
/// Thumbnails come in a few widths, all smaller than the file. Their addresses follow from that of one of them, whose last
/// part begins with "250px-", or else from the original's.
struct ImageLadder: Sendable {
    let renditions: [Rendition]

    /// Of an element of `imageinfo`.
    init(_ entry: JSONValue, hosts: ImageHosts) {
        let (width, height) = (Self.pixels(entry["width"]), Self.pixels(entry["height"]))
        let url = entry["url"]?.word.map(Self.plain)
        let thumbnail = entry["thumburl"]?.word.map(Self.plain).flatMap { thumbnail in
            // Of a file no larger than the thumbnail asked for it is the original's own.
            Self.path(thumbnail) == url.map(Self.path) ? nil : thumbnail
        }
        let addresses =
            thumbnail.flatMap(ThumbnailAddresses.init(thumbnail:)) ?? url.flatMap(ThumbnailAddresses.init(original:))
        var found: [Rendition] = []
        if let addresses, let width {
            found = ImageWidth.allCases.filter { $0.rawValue < width }.compactMap { size in
                hosts.address(of: addresses[size.rawValue]).map { address in
                    Rendition(
                        name: size.name, width: size.rawValue,
                        height: height.map { max(1, ($0 * size.rawValue + width / 2) / width) }, url: address)
                }
            }
        }
        if let url, let address = hosts.address(of: url) {
            found.append(
                Rendition(
                    name: ImageWidth.original, width: width, height: height, url: address,
                    byteCount: entry["size"]?.integer.map { Int64($0) },
                    digest: Self.digest(entry["sha1"]?.text)))
        }
        renditions = found
    }

    /// The original only where it is chosen by its name, or where there is nothing else: a file smaller than all thumbnails.
    /// Else the largest thumbnail up to `choice`; where all are larger, the smallest.
    static func image(in renditions: [Rendition], upTo choice: String) -> Rendition? {
        let original = renditions.last { $0.name == ImageWidth.original }
        if choice == ImageWidth.original, let original { return original }
        let limit = ImageWidth(name: choice) ?? (choice == ImageWidth.original ? .pixels3840 : .standard)
        let thumbnails = renditions.filter { $0.name != ImageWidth.original }
        let fitting = thumbnails.last { ImageWidth(name: $0.name).map { $0 <= limit } ?? false }
        return fitting ?? thumbnails.first ?? original
    }

    /// Without the marks by which Wikimedia counts who follows its links ("?utm_source=…"), and in ASCII.
    private static func plain(_ url: String) -> String {
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let marks = parts.count > 1 ? parts[1].split(separator: "&") : []
        let isMarked = marks.allSatisfy { $0.hasPrefix("utm_") }
        let kept = isMarked ? String(parts.first ?? "") : url
        let address = kept.hasPrefix("//") ? "https:" + kept : kept
        guard !address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return address }
        return address.unicodeScalars.map { $0.isASCII && $0 != " " ? String($0) : percentEncoded(String($0)) }
            .joined()
    }

    private static func path(_ url: String) -> String {
        WebAddress(url).map { String($0.path.prefix { $0 != "?" }) } ?? url
    }

    private static func digest(_ sha1: String?) -> String? {
        guard let hex = sha1?.lowercased(), hex.utf8.count == 40, hex.allSatisfy(\.isHexDigit) else { return nil }
        return "sha1:" + hex
    }

    private static func pixels(_ value: JSONValue?) -> Int? {
        value?.integer.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
    }
}
