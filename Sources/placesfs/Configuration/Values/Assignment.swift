/// One key given one value, and where: errors lead there.
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
    /// Nil for a switch that stands alone.
    var value: String?
    var origin: Origin

    /// What nobody else may read: a key, or a proxy's password.
    var isSecret: Bool {
        switch key {
        case .flickrAPIKey: true
        case .proxy: value?.contains("@") == true
        default: false
        }
    }

    /// The failure that names the place and the reason: `.usage` for the command line, `.configuration` for the rest.
    func reject(_ reason: String) -> CommandFailure {
        switch origin {
        case .option, .mountOption: CommandFailure(.usage, "\(origin): \(reason)")
        case .file: CommandFailure(.configuration, "\(origin): \(key.rawValue): \(reason)")
        case .environment: CommandFailure(.configuration, "\(origin): \(reason)")
        }
    }
}
