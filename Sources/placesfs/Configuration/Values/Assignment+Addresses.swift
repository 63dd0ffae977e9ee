internal import Foundation

/// Reads addresses of other machines.
extension Assignment {
    /// Every user of the machine can read command lines and /etc/fstab, so these must not contain secrets.
    ///
    /// - Throws: `.usage` if a secret is there.
    func checkPrivacy() throws(CommandFailure) {
        guard isSecret else { return }
        switch origin {
        case .option, .mountOption:
            throw reject(
                key == .proxy
                    ? "others can read a password there; put the proxy into the configuration file"
                    : "others can read a key there; put it in the configuration file or FLICKR_API_KEY")
        case .file, .environment: break
        }
    }

    /// The proxy in libcurl's form; empty for none.
    func proxy() throws(CommandFailure) -> String {
        try checkPrivacy()
        let text = try text()
        if text.lowercased() == "none" { return "" }
        let parts = URLComponents(string: text)
        let schemes: Set<String> = ["http", "https", "socks4a", "socks5", "socks5h"]
        guard let parts, let scheme = parts.scheme?.lowercased(), schemes.contains(scheme),
            parts.host?.isEmpty == false, parts.path.isEmpty || parts.path == "/", parts.query == nil,
            parts.fragment == nil
        else {
            // Any other text is not repeated: a password may be in it.
            if text.wholeMatch(of: /[a-z0-9.-]*[a-z][a-z0-9.-]*\.[a-z]+:[0-9]{2,5}/.ignoresCase()) != nil {
                throw reject("'\(text)' is not an address; write http://\(text)")
            }
            throw reject("is not an address; write http://HOST:PORT, https://…, socks5h://HOST:PORT, or none")
        }
        return text
    }

    /// - Returns: Nil for `none`, which undoes an earlier setting.
    func mirror() throws(CommandFailure) -> Mirror? {
        guard let address = try address() else { return nil }
        guard let mirror = Mirror(address) else {
            throw rejectAddress(address)
        }
        return mirror
    }

    func rejectAddress(_ text: String) -> CommandFailure {
        reject("'\(text)' is no address; write https://HOST/PATH, without user name and query, or none")
    }

    /// The address as it was written; nil for `none`.
    func address() throws(CommandFailure) -> String? {
        let text = try text()
        return text.lowercased() == "none" ? nil : text
    }
}
