/// Chooses the source to mount. A source that was asked for by name is never replaced by another.
struct SourceChoice: Hashable, Sendable {
    let source: SourceName
    /// What the user should know about the choice: a few words, and after a semicolon what to do about it.
    let remark: String?
    /// Whether the source was only chosen because there is no network.
    private(set) var isStopgap = false

    /// Who can get keys; Flickr's own words of 2025: "available to all Flickr PRO subscribers".
    static let whereKeysComeFrom =
        "Flickr gives keys to paying members, at https://www.flickr.com/services/apps/create/"

    /// - Parameters:
    ///   - configuration: The mount's configuration.
    ///   - file: The configuration file that a key can be written to.
    ///   - isCommonsKnown: Whether Wikimedia Commons was mounted before: then its listings can be browsed without a
    ///     network.
    ///   - whyNoCommons: Asks whether Commons answers now: nil, or the reason in a few words. Only called if it
    ///     decides.
    /// - Throws: `.keyMissing`, or what is wrong with the key, if the key decides or is needed.
    init(
        _ configuration: Configuration, file: String, isCommonsKnown: Bool, whyNoCommons: () async -> String?
    ) async throws(CommandFailure) {
        let remedy = "\(Self.whereKeysComeFrom), then set FLICKR_API_KEY or put flickr-api-key = … into \(file)"
        switch configuration.sources.source {
        case .folder:
            guard configuration.sources.from != nil else {
                throw CommandFailure(.usage, "--source folder needs the folder: --from ~/Pictures")
            }
            (source, remark) = (.folder, nil)
        case .sample, .commons:
            (source, remark) = (configuration.sources.source ?? .sample, nil)
        case .flickr:
            // If there is a mirror, it has the key.
            guard configuration.sources.apiKey != nil || configuration.sources.mirror != nil else {
                if let flaw = configuration.sources.keyFlaw { throw flaw }
                throw CommandFailure(
                    .keyMissing,
                    "Flickr needs a key: set FLICKR_API_KEY, or put flickr-api-key = … into \(file) (mode 0600); "
                        + "\(Self.whereKeysComeFrom). Without one: --source commons or --source sample")
            }
            (source, remark) = (.flickr, nil)
        case nil where configuration.sources.apiKey != nil:
            (source, remark) = (.flickr, nil)
        case nil:
            // A user who set a key wants Flickr.
            if let flaw = configuration.sources.keyFlaw { throw flaw }
            guard let reason = await whyNoCommons() else {
                source = .commons
                remark = "no key for Flickr, showing Wikimedia Commons; for Flickr's photos: \(remedy)"
                return
            }
            guard !isCommonsKnown else {
                source = .commons
                remark =
                    "no network, showing what is known of Wikimedia Commons; it goes on by itself when that answers again "
                    + "(now: \(reason)); \(Self.whereKeysComeFrom)"
                return
            }
            source = .sample
            isStopgap = true
            remark =
                "no network, showing the sample; when you are online, unmount and mount again to see Wikimedia Commons "
                + "instead of made-up pictures (now: \(reason)); \(Self.whereKeysComeFrom)"
        }
    }
}
