/// One setting of a key, and the place where it was written, which errors name.
struct Assignment: Hashable, Sendable {
    enum Origin: Hashable, Sendable, CustomStringConvertible {
        case option(String)
        case mountOption(String)
        case file(path: String, line: Int)
        case environment(String)

        /// Whether it stood on the command line.
        var isTyped: Bool {
            switch self {
            case .option, .mountOption: true
            case .file, .environment: false
            }
        }

        var description: String {
            switch self {
            case .option(let name): "--\(name)"
            case .mountOption(let word): "-o \(word)"
            case .file(let path, let line): "\(path):\(line)"
            case .environment(let name): name
            }
        }
    }

    var key: ConfigurationKey
    /// Nil for a switch without a value.
    var value: String?
    var origin: Origin

    /// Whether no other user may read the value: a key, or a proxy's password.
    var isSecret: Bool {
        switch key {
        case .flickrAPIKey: true
        case .proxy: value?.contains("@") == true
        default: false
        }
    }

    /// The failure with the place and the reason: `.usage` for the command line, `.configuration` for the rest.
    func reject(_ reason: String) -> CommandFailure {
        switch origin {
        case .option, .mountOption: CommandFailure(.usage, "\(origin): \(reason)")
        case .file: CommandFailure(.configuration, "\(origin): \(key.rawValue): \(reason)")
        case .environment: CommandFailure(.configuration, "\(origin): \(reason)")
        }
    }
}

extension Assignment {
    /// The value, which every key needs but a switch.
    func text() throws(CommandFailure) -> String {
        guard let value, !value.isEmpty else { throw reject("needs a value") }
        guard !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw reject("has a control character in it")
        }
        return value
    }

    /// An address as it was written; nil for `none`.
    func address() throws(CommandFailure) -> String? {
        let text = try text()
        return text.lowercased() == "none" ? nil : text
    }

    /// A file is read in whatever folder a command is run, and by no shell.
    ///
    /// - Throws: `.configuration` for a path in a file that would mean another folder each time, or one named `$HOME`.
    func checkPath(_ path: String) throws(CommandFailure) {
        guard case .file = origin else { return }
        guard path == "~" || path.hasPrefix("~/") || path.hasPrefix("/"), !path.contains("$") else {
            throw reject("'\(path)' is no whole path; write one that begins with / or ~/ and has no $ in it")
        }
    }

    /// The message does not contain the text: it may be a key with a typing error.
    func rejectKey() -> CommandFailure { reject("is not a key; a key has 32 letters and digits") }

    func rejectAddress(_ text: String) -> CommandFailure {
        reject("'\(text)' is no address; write https://HOST/PATH, without user name and query, or none")
    }

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
}
