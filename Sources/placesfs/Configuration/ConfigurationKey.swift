/// The name of a setting, as in the configuration file. As an option it is `--name`, after `-o` it is `name` with `_` or
/// `-`.
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
    static let firstByteTimeout = ConfigurationKey(known: "first-byte-timeout")
}
