internal import PhotoAPI

extension ImageHosts {
    /// All hosts are listed, because a host list has no wildcards. There were few farms before 2019, but "farm66" has
    /// occurred.
    static let live =
        ["live.staticflickr.com", "combo.staticflickr.com"] + (1...8).map { "c\($0).staticflickr.com" }
        + (1...66).map { "farm\($0).staticflickr.com" } + (1...9).map { "farm\($0).static.flickr.com" }

    init(_ endpoints: FlickrEndpoints) {
        self.init(
            names: Self.live, apiBase: endpoints.apiBase, liveAPIBase: FlickrEndpoints.live.apiBase,
            imageBase: endpoints.imageBase)
    }
}
