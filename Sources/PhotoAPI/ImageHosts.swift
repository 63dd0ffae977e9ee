/// Which hosts may serve a source's images, and which address to request for one that an answer contains.
package struct ImageHosts: Sendable {
    /// Each is "host" or "host:port".
    package let names: [String]
    /// The path below which all images stand, with slashes around it; nil without an image base.
    package let folder: String?
    /// If set, replaces the scheme and host of every address.
    private let replacement: String?
    private let plainHost: String?

    /// - Parameters:
    ///   - names: The service's own image hosts, without wildcards.
    ///   - apiBase: The API's address in use. If it is a simulator's, that host may serve images too, with http if
    ///     `apiBase` has it (on loopback).
    ///   - liveAPIBase: The real API's address.
    ///   - imageBase: If set, replaces the scheme and host of every address, and is the only host allowed.
    package init(names: [String], apiBase: String, liveAPIBase: String, imageBase: String?) {
        let base = imageBase.flatMap { WebAddress($0) }
        replacement = base.map { $0.path.hasSuffix("/") ? String($0.text.dropLast()) : $0.text }
        folder = replacement.flatMap { WebAddress($0) }.map { $0.path + "/" }
        let api = WebAddress(apiBase)
        let own = api?.authority != WebAddress(liveAPIBase)?.authority ? api : nil
        plainHost = own?.scheme == "http" ? own?.authority : nil
        self.names = base.map { [$0.authority] } ?? (names + [own?.authority].compactMap { $0 })
    }

    /// The address to request for `url`; nil if its host is none of the allowed ones, or its path leads upwards: behind a
    /// mirror's address it would lead out of the mirror's folder, to its API. The scheme becomes https, because
    /// services have sent http, or no scheme at all, where https works.
    package func address(of url: String) -> String? {
        guard var parts = WebAddress(url), !parts.hasDotSegments else { return nil }
        if let replacement { return replacement + parts.path }
        guard names.contains(parts.authority) else { return nil }
        parts.scheme = parts.authority == plainHost ? "http" : "https"
        return parts.text
    }
}
