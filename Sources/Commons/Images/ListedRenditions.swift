internal import PhotoAPI
internal import PhotoTree

/// The images of a file, smallest first, the original last.
///
/// Thumbnails have a few fixed widths, all smaller than the file's. Their addresses follow from the address of any
/// thumbnail, whose last part begins with "250px-" or the like, or else from the original's.
struct ListedRenditions: Sendable {
    let renditions: [Rendition]

    /// From an element of `imageinfo`.
    init(_ entry: JSONValue, hosts: ImageHosts) {
        let (width, height) = (entry["width"]?.pixels, entry["height"]?.pixels)
        let url = entry["url"]?.word.map(Self.plain)
        let thumbnail = entry["thumburl"]?.word.map(Self.plain).flatMap { thumbnail in
            // If the file is no larger than the requested thumbnail, `thumburl` is the original's address.
            Self.path(thumbnail) == url.map(Self.path) ? nil : thumbnail
        }
        let addresses =
            thumbnail.flatMap(ThumbnailAddresses.init(thumbnail:)) ?? url.flatMap(ThumbnailAddresses.init(original:))
        var found: [Rendition] = []
        if let addresses, let width {
            // The wiki turns a photo that is stored on its side, also where it need not scale it: then there is a
            // thumbnail of its own width.
            let isTurned = addresses.width == width
            let all = ImageWidth.allCases.map(\.rawValue).filter { $0 < width || $0 == width && isTurned }
            let widths = all.isEmpty ? ImageWidth.small.filter { $0 < width }.suffix(1) : all
            found = widths.compactMap { pixels in
                hosts.address(of: addresses[pixels]).map { address in
                    Rendition(
                        name: String(pixels), width: pixels,
                        height: height.map { max(1, ($0 * pixels + width / 2) / width) }, url: address)
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

    /// The original only if it is chosen by name, or if there is nothing else because the file is smaller than every
    /// width. Otherwise the largest thumbnail up to `choice`, or the smallest if all are larger.
    static func image(in renditions: [Rendition], upTo choice: String) -> Rendition? {
        let original = renditions.last { $0.name == ImageWidth.original }
        if choice == ImageWidth.original, let original { return original }
        let limit = ImageWidth(name: choice) ?? (choice == ImageWidth.original ? .pixels3840 : .standard)
        let thumbnails = renditions.filter { $0.name != ImageWidth.original }
        let fitting = thumbnails.last { ImageWidth(name: $0.name).map { $0 <= limit } ?? false }
        return fitting ?? thumbnails.first ?? original
    }

    /// The address in ASCII, without the parameters by which Wikimedia counts visitors ("?utm_source=…").
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
}
