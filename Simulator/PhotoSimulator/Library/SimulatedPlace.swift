/// A locality with its region and country, as `flickr.places.*` describes it.
public struct SimulatedPlace: Sendable, Hashable, Codable {
    /// A level above the locality.
    public struct Area: Sendable, Hashable, Codable {
        public var woeid: String
        public var placeID: String
        public var name: String
        /// Shown in the content of a locality or region ("CA", "US"); nil: the name is shown.
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
    /// Photos a day; determines the order of the list of top places.
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
