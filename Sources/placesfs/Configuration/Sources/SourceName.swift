/// The sources that can be mounted.
enum SourceName: String, CaseIterable, Sendable {
    case flickr, commons, sample, folder
}
