/// The sources that can be mounted.
enum SourceName: String, CaseIterable, Sendable {
    case flickr, commons, sample, folder

    /// Whether photos come from other machines.
    var needsNetwork: Bool { self == .flickr || self == .commons }
}
