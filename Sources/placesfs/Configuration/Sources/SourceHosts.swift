internal import Commons
internal import Flickr

/// The addresses of a source: its own, or those that were given instead.
struct SourceHosts: Hashable, Sendable {
    let api: String
    let images: String
    /// Where requests for API and images go: to these addresses, or to the mirror.
    let askedAt: [String]

    /// Nil for the sample and for a folder, which are on this machine.
    init?(_ source: SourceName, _ configuration: Configuration) {
        let own: (api: String, images: String)
        switch source {
        case .sample, .folder: return nil
        case .flickr: own = (FlickrEndpoints.live.apiBase, "https://live.staticflickr.com/")
        case .commons: own = (CommonsEndpoints.live.apiBase, "https://upload.wikimedia.org/")
        }
        api = configuration.sources.apiBase ?? own.api
        images = configuration.sources.imageBase ?? own.images
        let mirror = configuration.sources.mirror
        askedAt = [api, images].map { mirror?.address(of: $0) ?? $0 }
    }
}
