/// Which source is mounted when what was asked is weighed. One that was asked for by name never gives way to another.
struct SourceChoice: Hashable, Sendable {
    let source: Configuration.Source
    /// What the user should know about the choice.
    let remark: String?

    /// Who has keys; Flickr's own words of 2025: "available to all Flickr PRO subscribers".
    static let whereKeysComeFrom =
        "Flickr gives keys to paying members, at https://www.flickr.com/services/apps/create/"

    /// - Parameters:
    ///   - configuration: What was asked.
    ///   - file: Where a key can be put.
    ///   - isCommonsKnown: Whether Wikimedia Commons was mounted before: what it told can be browsed without a network.
    ///   - whyNoCommons: Asks whether it answers now: nil, or the reason in a few words. Only called where it decides.
    /// - Throws: `.keyMissing`.
    init(
        _ configuration: Configuration, file: String, isCommonsKnown: Bool, whyNoCommons: () async -> String?
    ) async throws(CommandFailure) {
        let remedy = "\(Self.whereKeysComeFrom), then set FLICKR_API_KEY or put flickr-api-key = … into \(file)"
        switch configuration.source {
        case .sample, .commons:
            (source, remark) = (configuration.source ?? .sample, nil)
        case .flickr:
            // A mirror has the key.
            guard configuration.apiKey != nil || configuration.mirror != nil else {
                throw CommandFailure(
                    .keyMissing,
                    "Flickr needs a key: set FLICKR_API_KEY, or put flickr-api-key = … into \(file) (mode 0600); "
                        + "\(Self.whereKeysComeFrom). Without one: --source commons or --source sample")
            }
            (source, remark) = (.flickr, nil)
        case nil where configuration.apiKey != nil:
            (source, remark) = (.flickr, nil)
        case nil:
            guard let reason = await whyNoCommons() else {
                source = .commons
                remark = "no key, so these are Wikimedia Commons' photos, which need none; for Flickr's: \(remedy)"
                return
            }
            guard !isCommonsKnown else {
                source = .commons
                remark = "Wikimedia Commons does not answer (\(reason)): this is what is known of it so far"
                return
            }
            source = .sample
            remark =
                "no key, and Wikimedia Commons, which needs none, does not answer (\(reason)): this is the sample of "
                + "made-up photos; for Flickr's: \(remedy)"
        }
    }
}
