import PhotoTree

/// A photo in `sample.json`. `scripts/make-sample` writes further members, for the simulator.
struct SampleRecord: Decodable, Sendable {
    struct Position: Decodable, Sendable {
        var latitude: Double
        var longitude: Double
    }

    struct Size: Decodable, Sendable {
        var suffix: String
        var width: Int
        var height: Int
    }

    var id: String
    var owner: String
    var ownerName: String
    var title: String
    /// HTML.
    var description: String
    /// As the photo's owner typed them.
    var tags: [String]
    /// The number of one of Flickr's licences.
    var license: String
    /// Unix seconds.
    var uploaded: Int64
    /// Local time without a zone: "2019-05-04 18:20:11".
    var taken: String
    var position: Position?
    var accuracy: Int
    var woeid: String?
    var views: Int
    var renditions: [Size]
    /// The only simulated service that has the photo; nil if all have it.
    var only: String?
}

/// A place in `sample.json`.
struct SampleLocality: Decodable, Sendable {
    struct Area: Decodable, Sendable {
        var woeid: String
        var name: String
        var code: String?
    }

    var woeid: String
    var placeID: String
    var name: String
    var region: Area
    var country: Area
    var position: SampleRecord.Position
    /// Photos a day; the list of places is sorted by it.
    var photoCount: Int
    var isTop: Bool

    var place: Place {
        Place(
            id: PlaceID("woe:\(woeid)"), name: name, region: region.code ?? region.name, country: country.name,
            coordinate: Coordinate(latitude: position.latitude, longitude: position.longitude),
            sourceKeys: ["woeid": woeid, "place_id": placeID], origin: .source)
    }
}
