internal import PhotoAPI
internal import PhotoTree

/// The images of a file, smallest first, the original last.
///
/// Of a file that is wider than the thumbnail asked for, the other widths' addresses follow from the thumbnail's: its
/// last part begins with "1280px-". Of others the original stands for the thumbnail, and there are no smaller ones.
struct ImageLadder: Sendable {
    let renditions: [Rendition]

    /// Of an element of `imageinfo`.
    init(_ entry: JSONValue, hosts: ImageHosts) {
        let width = Self.pixels(entry["width"])
        var found: [Rendition] = []
        let url = entry["url"]?.word.map(Self.plain)
        if let thumbnail = entry["thumburl"]?.word.map(Self.plain), Self.path(thumbnail) != url.map(Self.path) {
            found = Self.thumbnails(
                thumbnail, width: Self.pixels(entry["thumbwidth"]), height: Self.pixels(entry["thumbheight"]),
                originalWidth: width, hosts: hosts)
        }
        if let url, let address = hosts.address(of: url) {
            found.append(
                Rendition(
                    name: ImageWidth.original, width: width, height: Self.pixels(entry["height"]), url: address,
                    byteCount: entry["size"]?.integer.flatMap { $0 > 0 ? Int64($0) : nil },
                    digest: Self.digest(entry["sha1"]?.text)))
        }
        renditions = found
    }

    /// The largest up to `choice`: the original counts by its width, unless it is chosen itself. Where all are larger,
    /// the smallest.
    static func image(in renditions: [Rendition], upTo choice: String) -> Rendition? {
        let original = renditions.last { $0.name == ImageWidth.original }
        if choice == ImageWidth.original, let original { return original }
        let limit = ImageWidth(name: choice) ?? (choice == ImageWidth.original ? .pixels3840 : .standard)
        if let original, let width = original.width, width <= limit.rawValue { return original }
        let fitting = renditions.last { ImageWidth(name: $0.name).map { $0 <= limit } ?? false }
        return fitting ?? renditions.first
    }

    private static func thumbnails(
        _ url: String, width: Int?, height: Int?, originalWidth: Int?, hosts: ImageHosts
    ) -> [Rendition] {
        guard let address = hosts.address(of: url) else { return [] }
        let given = Rendition(
            name: (width.flatMap { ImageWidth(rawValue: $0) } ?? .standard).name, width: width, height: height,
            url: address)
        guard let width, let originalWidth, url.contains("/thumb/"), let slash = address.lastIndex(of: "/"),
            address[slash...].hasPrefix("/\(width)px-")
        else { return [given] }
        let file = address[slash...].dropFirst("/\(width)px-".count)
        return ImageWidth.allCases.filter { $0.rawValue < originalWidth || $0.name == given.name }.map { size in
            guard size.name != given.name else { return given }
            return Rendition(
                name: size.name, width: size.rawValue,
                height: height.map { max(1, ($0 * size.rawValue + width / 2) / width) },
                url: "\(address[...slash])\(size.rawValue)px-\(file)")
        }
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
