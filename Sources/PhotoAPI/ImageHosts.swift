/// Which hosts may serve a source's images, and how an address in an answer becomes one that may be asked.
package struct ImageHosts: Sendable {
    /// As "host" or "host:port".
    package let names: [String]
    /// What stands before the path of every address, instead of its own scheme and host.
    private let replacement: String?
    private let plainHost: String?

    /// - Parameters:
    ///   - names: the service's own, which have no wildcards.
    ///   - apiBase: where the API is asked. A simulator may name itself in image addresses, then as it was asked: without
    ///     TLS on loopback.
    ///   - liveAPIBase: where the real API is.
    ///   - imageBase: takes the place of scheme and host of every address; then it alone may be asked.
    package init(names: [String], apiBase: String, liveAPIBase: String, imageBase: String?) {
        let base = imageBase.flatMap { WebAddress($0) }
        replacement = base.map { $0.path.hasSuffix("/") ? String($0.text.dropLast()) : $0.text }
        let api = WebAddress(apiBase)
        let own = api?.authority != WebAddress(liveAPIBase)?.authority ? api : nil
        plainHost = own?.scheme == "http" ? own?.authority : nil
        self.names = base.map { [$0.authority] } ?? (names + [own?.authority].compactMap { $0 })
    }

    /// The address to ask for `url`; nil when that is on none of the hosts. Services have said http, or no scheme at all,
    /// where https works.
    package func address(of url: String) -> String? {
        guard var parts = WebAddress(url) else { return nil }
        if let replacement { return replacement + parts.path }
        guard names.contains(parts.authority) else { return nil }
        parts.scheme = parts.authority == plainHost ? "http" : "https"
        return parts.text
    }
}
