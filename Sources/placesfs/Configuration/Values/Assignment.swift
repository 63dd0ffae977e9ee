/// One setting of a key, and the place where it was written, which errors name.
struct Assignment: Hashable, Sendable {
    enum Origin: Hashable, Sendable, CustomStringConvertible {
        case option(String)
        case mountOption(String)
        case file(path: String, line: Int)
        case environment(String)

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
