/// A team's caching mirror: it serves the sources under other addresses, so that a lab fetches a photo only once. It
/// has the key. The state and cache of a mount stay the same with it, and contain only the sources' own addresses.
struct Mirror: Hashable, Sendable {
    /// Without a slash at its end.
    let base: String
    let host: HostName

    /// Nil for anything but an absolute http or https address without user name, query and fragment.
    init?(_ address: String) {
        guard let host = HostName(of: address), !address.contains(where: { "?# ".contains($0) }) else { return nil }
        self.host = host
        var base = address
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
    }

    /// The mirror's address for a source's `url`, without any key; nil when the URL is not a source's.
    func address(of url: String) -> String? {
        guard let (authority, behind) = Self.parts(of: url), let folder = Self.folder(of: authority) else { return nil }
        let rest = behind.prefix { $0 != UInt8(ascii: "#") }
        let path = rest.prefix { $0 != UInt8(ascii: "?") }
        let query = rest.dropFirst(path.count + 1).split(separator: UInt8(ascii: "&"))
            .filter { !$0.starts(with: "api_key=".utf8) }
        let arguments = query.isEmpty ? [] : [UInt8(ascii: "?")] + query.joined(separator: [UInt8(ascii: "&")])
        return base + folder + String(decoding: Array(path) + arguments, as: UTF8.self)
    }

    /// The path on the mirror below which everything of a source's host stands, with slashes around it; nil when the
    /// URL is not a source's.
    func folder(of url: String) -> String? {
        guard let (authority, _) = Self.parts(of: url), let folder = Self.folder(of: authority),
            let (_, path) = Self.parts(of: base)
        else { return nil }
        return String(decoding: path, as: UTF8.self) + folder + "/"
    }

    /// Host and port in lower case, and what stands behind them.
    private static func parts(of url: String) -> (authority: String, behind: ArraySlice<UInt8>)? {
        // Compared byte by byte: a slash with a combining accent is another Character, but ends the host nevertheless.
        let bytes = Array(url.utf8)
        guard let start = bytes.firstRange(of: Array("://".utf8))?.upperBound else { return nil }
        let authority = bytes[start...].prefix { !"/?#".utf8.contains($0) }
        return (String(decoding: authority, as: UTF8.self).lowercased(), bytes[authority.endIndex...])
    }

    /// share/nginx/placesfs-mirror.conf has the same table.
    private static func folder(of host: String) -> String? {
        switch host {
        case "api.flickr.com": "/flickr/api"
        case "commons.wikimedia.org": "/commons/api"
        case "upload.wikimedia.org", "thumb.wikimedia.org": "/commons/images"
        case _ where host.hasSuffix(".staticflickr.com") || host.hasSuffix(".static.flickr.com"): "/flickr/images"
        default: nil
        }
    }
}
