internal import ArgumentParser
internal import Foundation
internal import PhotoTree

/// A kind of value: how it is read and written, and what help says about it.
struct SettingKind<Value: Sendable>: Sendable {
    /// What stands for the value in help; nil for a switch.
    let valueName: String?
    /// Which values there are, in words; nil where `read` alone knows.
    let bounds: String?
    let completion: CompletionKind
    /// The path that a value names; nil for other kinds. What lies there is looked at only once it is reached.
    let path: (@Sendable (Value) -> String?)?
    /// Returns the checked value, or throws a failure that says what would be right.
    let read: @Sendable (Assignment) throws(CommandFailure) -> Value
    /// The value as the user would write it; nil where that has to be told in words.
    let write: @Sendable (Value) -> String?

    init(
        _ valueName: String?, bounds: String? = nil, completion: CompletionKind = .default,
        path: (@Sendable (Value) -> String?)? = nil,
        read: @escaping @Sendable (Assignment) throws(CommandFailure) -> Value,
        write: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) {
        self.valueName = valueName
        self.bounds = bounds
        self.completion = completion
        self.path = path
        self.read = read
        self.write = write
    }
}

extension SettingKind where Value == String? {
    /// An address as it was written; nil for `none`, which undoes an earlier setting.
    static var address: Self {
        Self("url") { given throws(CommandFailure) in try given.address() }
    }

    /// A proxy in libcurl's form; empty for none.
    static var proxy: Self {
        Self("url") { given throws(CommandFailure) in
            try given.checkPrivacy()
            let text = try given.text()
            if text.lowercased() == "none" { return "" }
            let parts = URLComponents(string: text)
            let schemes: Set<String> = ["http", "https", "socks4a", "socks5", "socks5h"]
            guard let parts, let scheme = parts.scheme?.lowercased(), schemes.contains(scheme),
                parts.host?.isEmpty == false, parts.path.isEmpty || parts.path == "/", parts.query == nil,
                parts.fragment == nil
            else {
                // Any other text is not repeated: a password may be in it.
                if text.wholeMatch(of: /[a-z0-9.-]*[a-z][a-z0-9.-]*\.[a-z]+:[0-9]{2,5}/.ignoresCase()) != nil {
                    throw given.reject("'\(text)' is not an address; write http://\(text)")
                }
                throw given.reject("is not an address; write http://HOST:PORT, https://…, socks5h://HOST:PORT, or none")
            }
            return text
        }
    }
}

extension SettingKind where Value == Mirror? {
    /// Nil for `none`.
    static var mirror: Self {
        Self("url") { given throws(CommandFailure) in
            guard let address = try given.address() else { return nil }
            guard let mirror = Mirror(address) else { throw given.rejectAddress(address) }
            return mirror
        }
    }
}

/// Reads a tile server from one value: `ADDRESS | CREDIT | TERMS`, followed, if the server needs it, by `| zoom=18 |
/// hosts=a,b,c | dark=ADDRESS`; or `none`.
extension SettingKind where Value == TileLayer? {
    /// Nil for `none`.
    static func tiles(_ kind: TileLayer.Kind) -> Self {
        Self("server") { given throws(CommandFailure) in try given.tiles(kind) }
    }
}

extension Assignment {
    fileprivate func tiles(_ kind: TileLayer.Kind) throws(CommandFailure) -> TileLayer? {
        let text = try text()
        if text == "none" { return nil }
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count >= 3 else {
            throw reject("'\(text)' is no tile server; write ADDRESS | CREDIT | TERMS, or none")
        }
        var zoom = 19
        var hosts: [String] = []
        var dark: String?
        var named: Set<Substring> = []
        for part in parts.dropFirst(3) {
            let name = part.prefix { $0 != "=" }
            let value = String(part.dropFirst(name.count + 1))
            guard named.insert(name).inserted else { throw reject("'\(name)' is said twice") }
            switch name {
            case "zoom":
                guard let number = Int(value) else { throw reject("zoom '\(value)' is no number") }
                zoom = number
            case "hosts": hosts = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            case "dark": dark = value
            default: throw reject("'\(part)' is none of zoom=NUMBER, hosts=a,b,c and dark=ADDRESS")
            }
        }
        do throws(TileLayerError) {
            return try TileLayer(
                kind: kind, template: parts[0], darkTemplate: dark, subdomains: hosts, attribution: parts[1],
                terms: parts[2], maxZoom: zoom)
        } catch {
            throw reject("\(error)")
        }
    }
}
