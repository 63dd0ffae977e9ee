internal import Foundation

/// The host of an address, as the transports name it.
struct HostName: Hashable, Sendable {
    /// "host" or "host:port", lower case.
    let name: String
    /// Whether requests to this host never leave the machine.
    let isLoopback: Bool

    /// Nil for anything but an absolute http or https address without a user name.
    init?(of address: String) {
        guard let parts = URLComponents(string: address), let host = parts.host?.lowercased(), !host.isEmpty,
            parts.scheme?.lowercased() == "https" || parts.scheme?.lowercased() == "http",
            parts.user == nil, parts.password == nil
        else { return nil }
        name = parts.port.map { "\(host):\($0)" } ?? host
        let octets = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        isLoopback =
            ["localhost", "::1", "[::1]"].contains(host)
            || octets.count == 4 && octets[0] == 127 && octets.allSatisfy { $0 != nil }
    }
}
