/// The name of a setting, as in the configuration file. As an option it is `--name`, after `-o` it is `name` with `_` or
/// `-`.
struct ConfigurationKey: RawRepresentable, Hashable, Sendable {
    let rawValue: String

    /// The key of exactly this name; nil if no setting has it.
    init?(rawValue: String) {
        guard Configuration.rows[ConfigurationKey(known: rawValue)] != nil else { return nil }
        self.init(known: rawValue)
    }

    /// The name of a setting that there is.
    init(known name: String) {
        rawValue = name
    }

    /// A key as it is written after `-o` or in the file. The short words of mount(8) are understood, too.
    init?(word: String) {
        self.init(rawValue: word == "ro" ? "read-only" : word.replacing("_", with: "-"))
    }

    /// Whether the key can stand without a value, or takes yes or no.
    var isSwitch: Bool { Configuration.rows[self]?.isSwitch == true }

    /// A value for an error that shows how the key is written.
    var example: String {
        switch self {
        case .source: "commons"
        case .contact: "you@example.org"
        default: Configuration.rows[self]?.standard ?? "…"
        }
    }
}

/// The keys that the program itself asks for by name.
extension ConfigurationKey {
    static let source = ConfigurationKey(known: "source")
    static let flickrAPIKey = ConfigurationKey(known: "flickr-api-key")
    static let mirror = ConfigurationKey(known: "mirror")
    static let contact = ConfigurationKey(known: "contact")
    static let proxy = ConfigurationKey(known: "proxy")
    static let apiBase = ConfigurationKey(known: "api-base")
    static let imageBase = ConfigurationKey(known: "image-base")
    static let allowRoot = ConfigurationKey(known: "allow-root")
    static let stateDirectory = ConfigurationKey(known: "state-dir")
    static let cacheDirectory = ConfigurationKey(known: "cache-dir")
    static let firstByteTimeout = ConfigurationKey(known: "first-byte-timeout")
}
