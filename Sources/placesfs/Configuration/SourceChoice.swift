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
    /// - Throws: `.keyMissing` or `.sourceUnknown`.
    init(_ configuration: Configuration, file: String) throws(CommandFailure) {
        switch configuration.source {
        case .sample:
            (source, remark) = (.sample, nil)
        case .commons:
            throw CommandFailure(
                .sourceUnknown,
                "this version cannot mount Wikimedia Commons yet; use --source flickr or --source sample")
        case .flickr:
            guard configuration.apiKey != nil else {
                throw CommandFailure(
                    .keyMissing,
                    "Flickr needs a key: set FLICKR_API_KEY, or put flickr-api-key = … into \(file) (mode 0600); "
                        + "\(Self.whereKeysComeFrom). Without one: --source sample")
            }
            (source, remark) = (.flickr, nil)
        case nil where configuration.apiKey != nil:
            (source, remark) = (.flickr, nil)
        case nil:
            source = .sample
            remark =
                "no key, so this is the sample of made-up photos; \(Self.whereKeysComeFrom), then set FLICKR_API_KEY "
                + "or put flickr-api-key = … into \(file)"
        }
    }
}
