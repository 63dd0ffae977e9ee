/// The name of a setting, as in the configuration file. As an option it is `--name`, after `-o` it is `name` with `_`
/// or `-`.
struct ConfigurationKey: Hashable, Sendable {
    let rawValue: String

    /// The name of a setting that there is.
    init(known name: String) {
        rawValue = name
    }
}

/// The keys that the program itself asks for by name.
extension ConfigurationKey {
    static let source = ConfigurationKey(known: "source")
    static let from = ConfigurationKey(known: "from")
    static let license = ConfigurationKey(known: "license")
    static let flickrAPIKey = ConfigurationKey(known: "flickr-api-key")
    static let mirror = ConfigurationKey(known: "mirror")
    static let contact = ConfigurationKey(known: "contact")
    static let proxy = ConfigurationKey(known: "proxy")
    static let apiBase = ConfigurationKey(known: "api-base")
    static let imageBase = ConfigurationKey(known: "image-base")
    static let allowRoot = ConfigurationKey(known: "allow-root")
    static let stateDirectory = ConfigurationKey(known: "state-dir")
    static let cacheDirectory = ConfigurationKey(known: "cache-dir")
    static let logFile = ConfigurationKey(known: "log-file")
    static let logLevel = ConfigurationKey(known: "log-level")
    static let firstByteTimeout = ConfigurationKey(known: "first-byte-timeout")
}

/// Keys, and options of the same names, that earlier versions had. They are accepted, ignored and named once in the
/// log, so that an old configuration or line of /etc/fstab never keeps a new version from mounting.
enum FormerKey {
    /// The keys as they were written in the configuration file. Each took a value.
    static let all: Set<String> = []

    /// The former key that `word` names, in a file or after `-o`.
    static func named(_ word: String, among keys: Set<String> = all) -> String? {
        let name = word.replacing("_", with: "-")
        return keys.contains(name) ? name : nil
    }

    /// Converts `--key VALUE` and `--key=VALUE` in `arguments` to `-o key`, because the parser of options does not know
    /// these keys.
    static func asMountOptions(_ arguments: [String], among keys: Set<String> = all) -> [String] {
        var result: [String] = []
        var index = 0
        while index < arguments.count, arguments[index] != "--" {
            let argument = arguments[index]
            index += 1
            let name = argument.prefix { $0 != "=" }
            guard name.hasPrefix("--"), let key = named(String(name.dropFirst(2)), among: keys) else {
                result.append(argument)
                continue
            }
            result += ["-o", key]
            if name.count == argument.count { index += 1 }
        }
        return result + arguments.dropFirst(index)
    }
}
