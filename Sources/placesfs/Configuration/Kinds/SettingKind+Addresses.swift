internal import Foundation

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
