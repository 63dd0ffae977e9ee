internal import Foundation

/// Reading addresses of others' machines.
extension Assignment {
    /// What a command line or /etc/fstab says every user of the machine can read.
    ///
    /// - Throws: `.usage` where a secret stands there.
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

    /// A proxy as libcurl takes it; empty for none at all.
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
            // Not the text: a password may be in it.
            throw reject("is no proxy; write http://HOST:PORT, https://…, socks5h://HOST:PORT, or none")
        }
        return text
    }

    /// - Returns: Nil for `none`, which takes back what an earlier place said.
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

    /// As it was written; nil for `none`.
    func address() throws(CommandFailure) -> String? {
        let text = try text()
        return text.lowercased() == "none" ? nil : text
    }
}
