internal import PhotoAPI

/// Which hosts may serve images, and how an address in an answer becomes one that may be asked.
struct ImageHosts: Sendable {
    /// As "host" or "host:port". The farms before 2019 were few, but "farm66" has been counted out too; all are listed
    /// because a host list has no wildcards.
    static let live =
        ["live.staticflickr.com", "combo.staticflickr.com"] + (1...8).map { "c\($0).staticflickr.com" }
        + (1...66).map { "farm\($0).staticflickr.com" } + (1...9).map { "farm\($0).static.flickr.com" }

    let names: [String]
    private let replacement: WebAddress?
    private let plainHost: String?

    init(_ endpoints: FlickrEndpoints) {
        replacement = endpoints.imageBase.flatMap { WebAddress($0) }
        let api = WebAddress(endpoints.apiBase)
        let isElsewhere = api?.authority != WebAddress(FlickrEndpoints.live.apiBase)?.authority
        // A simulator may name itself in image addresses, then as it was asked: without TLS on loopback.
        let own = isElsewhere ? api : nil
        plainHost = own?.scheme == "http" ? own?.authority : nil
        names = replacement.map { [$0.authority] } ?? (Self.live + [own?.authority].compactMap { $0 })
    }

    /// The address to ask for `url`; nil when that is on none of the hosts. Answers before 2014 say http where https
    /// works.
    func address(of url: String) -> String? {
        guard var parts = WebAddress(url) else { return nil }
        if let replacement {
            let folder = replacement.path.hasSuffix("/") ? String(replacement.path.dropLast()) : replacement.path
            return "\(replacement.scheme)://\(replacement.authority)\(folder)\(parts.path)"
        }
        guard names.contains(parts.authority) else { return nil }
        parts.scheme = parts.authority == plainHost ? "http" : "https"
        return parts.text
    }
}
