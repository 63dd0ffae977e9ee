/// How requests name the program and whom to write to about them (foundation.wikimedia.org, "User-Agent Policy").
enum UserAgent {
    /// `contact` is the user's own address; it takes the place of the one that was built in.
    static func text(contact: String?, builtIn page: String = BuildSettings.contact) -> String {
        let name = "placesfs/\(Version.number)"
        if let contact { return "\(name) (FUSE file system; operated by \(contact))" }
        return page.isEmpty ? "\(name) (FUSE file system)" : "\(name) (\(page)) FUSE-file-system"
    }

    /// What follows where there is neither; nil where nothing does.
    static func warning(
        _ source: Configuration.Source, contact: String?, builtIn page: String = BuildSettings.contact
    ) -> String? {
        guard source == .commons, contact == nil, page.isEmpty else { return nil }
        return
            "this build names nobody to write to, so Wikimedia answers it seldom or not at all; give your mail or web "
            + "address with --contact"
    }
}
