/// The User-Agent of requests: it names the program and a contact for complaints (foundation.wikimedia.org, "User-Agent
/// Policy").
enum UserAgent {
    /// `contact` is the user's own address; it replaces the built-in one.
    static func text(contact: String?, builtIn page: String = BuildSettings.contact) -> String {
        let name = "placesfs/\(Version.number)"
        if let contact { return "\(name) (FUSE file system; operated by \(contact))" }
        return page.isEmpty ? "\(name) (FUSE file system)" : "\(name) (\(page)) FUSE-file-system"
    }

    /// The warning if there is no contact at all; nil if none is needed.
    static func warning(
        _ source: Configuration.Source, contact: String?, builtIn page: String = BuildSettings.contact
    ) -> String? {
        guard source == .commons, contact == nil, page.isEmpty else { return nil }
        return
            "this build names nobody to write to, so Wikimedia answers it seldom or not at all; give your mail or web "
            + "address with --contact"
    }
}
