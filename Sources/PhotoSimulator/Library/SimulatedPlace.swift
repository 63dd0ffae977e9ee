/// A locality with the region and country it lies in, as `flickr.places.*` tells of it.
public struct SimulatedPlace: Sendable, Hashable, Codable {
    /// A level above the locality.
    public struct Area: Sendable, Hashable, Codable {
        public var woeid: String
        public var placeID: String
        public var name: String
        /// What a locality's or region's content shows ("CA", "US"); the name where there is none.
        public var code: String?

        public init(woeid: String, placeID: String, name: String, code: String? = nil) {
            self.woeid = woeid
            self.placeID = placeID
            self.name = name
            self.code = code
        }
    }

    public var woeid: String
    public var placeID: String
    public var name: String
    public var region: Area
    public var country: Area
    public var position: SimulatedPosition
    public var timezone: String?
    /// Photos a day; orders the list of top places.
    public var photoCount: Int
    /// Whether the list of top places has it.
    public var isTop: Bool

    public init(
        woeid: String, placeID: String, name: String, region: Area, country: Area,
        position: SimulatedPosition, timezone: String? = nil, photoCount: Int = 1, isTop: Bool = true
    ) {
        self.woeid = woeid
        self.placeID = placeID
        self.name = name
        self.region = region
        self.country = country
        self.position = position
        self.timezone = timezone
        self.photoCount = photoCount
        self.isTop = isTop
    }

    /// "Paris, Île-de-France, France"; "New York, NY, United States".
    var content: String {
        "\(name), \(region.code ?? region.name), \(country.name)"
    }

    /// "/United+States/New+York/New+York".
    var url: String {
        "/" + [country.name, region.name, name].map(PercentCoding.encodedForm).joined(separator: "/")
    }
}
