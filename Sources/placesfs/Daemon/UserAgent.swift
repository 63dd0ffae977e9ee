/// The User-Agent of requests: it names the program and a contact for complaints (foundation.wikimedia.org, "User-Agent
/// Policy").
enum UserAgent {
    /// `contact` is the user's own address; it replaces the built-in one.
    static func text(contact: String?, builtIn page: String = BuildSettings.contact) -> String {
        let name = "placesfs/\(Version.number)"
        if let contact { return "\(name) (FUSE file system; operated by \(contact))" }
        return page.isEmpty ? "\(name) (FUSE file system)" : "\(name) (\(page)) FUSE-file-system"
    }

    /// Whether requests name somebody to write to: the user, or whoever built the program.
    static func isNamed(by contact: String?, builtIn page: String = BuildSettings.contact) -> Bool {
        contact != nil || !page.isEmpty
    }

    /// The warning if the user gave no contact; nil if none is needed. Wikimedia counts the requests of all who name
    /// the same contact together.
    static func warning(
        _ source: SourceName, contact: String?, builtIn page: String = BuildSettings.contact
    ) -> String? {
        guard source == .commons, contact == nil else { return nil }
        let remedy = "give your mail or web address with --contact"
        guard page.isEmpty else {
            return
                "Wikimedia counts your requests with those of all who use this build; for a count of your own, \(remedy)"
        }
        return
            "Wikimedia wants a contact address from every program, and answers 10 requests a minute without one, or none; "
            + remedy
    }
}
