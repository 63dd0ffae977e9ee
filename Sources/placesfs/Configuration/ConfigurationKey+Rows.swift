extension ConfigurationKey {
    /// The key of exactly this name; nil if no setting has it.
    init?(rawValue: String) {
        guard Configuration.rows[ConfigurationKey(known: rawValue)] != nil else { return nil }
        self.init(known: rawValue)
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
