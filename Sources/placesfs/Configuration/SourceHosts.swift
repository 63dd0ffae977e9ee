internal import Commons
internal import Flickr

/// Where a source is: its own addresses, or those that were given instead.
struct SourceHosts: Hashable, Sendable {
    let api: String
    let images: String

    /// Nil for the sample, which is here.
    init?(_ source: Configuration.Source, _ configuration: Configuration) {
        switch source {
        case .sample: return nil
        case .flickr:
            api = configuration.apiBase ?? FlickrEndpoints.live.apiBase
            images = configuration.imageBase ?? "https://live.staticflickr.com/"
        case .commons:
            api = configuration.apiBase ?? CommonsEndpoints.live.apiBase
            images = configuration.imageBase ?? "https://upload.wikimedia.org/"
        }
    }
}
