import PhotoTree

extension Photo {
    /// With everything a source can tell.
    static let sample = Photo(
        id: PhotoID("123"), title: "Sunset", description: "From the bridge.\nIn June.", owner: "1@N00",
        ownerName: "Ann Lee",
        license: License(id: "4", name: "CC BY 2.0", url: "https://cc.example/by/2.0/"),
        taken: Timestamp(1_468_528_265), uploaded: Timestamp(1_468_569_600),
        coordinate: Coordinate(latitude: 48.8584, longitude: 2.2945), accuracy: 16, tags: ["seine", "sun,set"],
        views: 7,
        pageURL: "https://example.org/photos/1/123/", sourceAttributes: ["flickr.woeid": "615702"])
}

extension ListingEntry {
    init(_ name: String, _ photo: Photo) {
        self.init(
            name: name, photo: photo, number: NodeNumber(10), sidecarNumber: NodeNumber(11), directoryCount: 1)
    }
}
