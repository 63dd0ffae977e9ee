/// Maps and sidecars as GeoJSON (RFC 7946): UTF-8, WGS 84, longitude before latitude. The same content gives the same
/// bytes. Each feature has a colour for its marker, and its title and description have the names that programs expect
/// (simplestyle-spec 1.1.0).
public enum GeoJSON {
    /// How a photo is told of in the files of one listing.
    public struct PhotoFacts {
        /// The address of a small image; nil without one.
        var thumbnail: String?
        /// The photo's path relative to the file; plain, it is percent-encoded here. Nil where no directory shows it.
        var href: String?
        /// The image that the photo's file has.
        var image: Rendition?

        public init(thumbnail: String?, href: String?, image: Rendition?) {
            self.thumbnail = thumbnail
            self.href = href
            self.image = image
        }
    }

    /// A photo's sidecar: one Feature, its geometry null without a position.
    public static func feature(of photo: Photo, _ facts: PhotoFacts) -> [UInt8] {
        var writer = GeoJSONWriter(reserving: 1024 + photo.description.utf8.count)
        writer.write(PhotoFeature(photo: photo, facts: facts), .whole)
        writer.endLine()
        return writer.bytes
    }

    /// A directory's map: a FeatureCollection of its photos in their order, with the bounding box of all of them (none
    /// without positions) and the number of photos without a position as `without_position`. `notice` is the source's
    /// own sentence.
    ///
    /// Of more than `manyPhotos` a feature has the beginning of the description, and less where the map would be larger
    /// than `maximumBytes`. Sidecars have all.
    public static func photos(_ photos: [(Photo, PhotoFacts)], notice: String) -> [UInt8] {
        measuredPhotos(photos, notice: notice).map
    }

    /// The same, and how many bytes each photo's whole feature takes: a sidecar with this `href` is one byte longer,
    /// for its line end.
    public static func measuredPhotos(
        _ photos: [(Photo, PhotoFacts)], notice: String
    ) -> (map: [UInt8], features: [Int]) {
        let all = photos.map { PhotoFeature(photo: $0, facts: $1) }
        let details = PhotoFeature.details(of: all)
        let texts = photos.reduce(0) { $0 + $1.0.description.utf8.count }
        var features: [Int] = []
        var writer = GeoJSONWriter(reserving: min(maximumBytes, 512 + 1024 * photos.count + texts))
        let coordinates = photos.compactMap(\.0.coordinate)
        collection(around: coordinates, notice: notice, to: &writer) { writer in
            writer.member("without_position", photos.count - coordinates.count)
        } features: { writer in
            for (feature, detail) in zip(all, details) {
                writer.newline()
                let start = writer.bytes.count
                writer.write(feature, detail)
                features.append(detail == .whole ? writer.bytes.count - start : feature.length(.whole))
            }
        }
        return (writer.bytes, features)
    }

    /// A listing of more photos than these has a shorter map.
    public static let manyPhotos = 500
    /// The most bytes that a map of photos takes.
    public static let maximumBytes = 8_000_000

    /// A map of places or pins, in their order.
    public static func places(_ places: [PlaceFeature], notice: String) -> [UInt8] {
        var writer = GeoJSONWriter(reserving: 512 + 320 * places.count)
        let coordinates = places.compactMap(\.coordinate)
        collection(around: coordinates, notice: notice, to: &writer) { writer in
            writer.member("without_position", places.count - coordinates.count)
        } features: { writer in
            for place in places {
                writer.newline()
                write(place, to: &writer)
            }
        }
        return writer.bytes
    }

    private static func collection(
        around coordinates: [Coordinate], notice: String, to writer: inout GeoJSONWriter,
        members: (inout GeoJSONWriter) -> Void, features: (inout GeoJSONWriter) -> Void
    ) {
        writer.object { writer in
            writer.member("type", "FeatureCollection")
            if let box = BoundingBox(around: coordinates) {
                writer.key("bbox")
                writer.array { writer in
                    for degrees in [box.west, box.south, box.east, box.north] {
                        writer.number(degrees)
                    }
                }
            }
            writer.member("notice", unlessEmpty: notice)
            members(&writer)
            writer.key("features")
            writer.array(features)
        }
        writer.endLine()
    }

    private static func write(_ place: PlaceFeature, to writer: inout GeoJSONWriter) {
        writer.object { writer in
            writer.member("type", "Feature")
            writer.geometry(place.coordinate)
            writer.key("properties")
            writer.object { writer in
                writer.member("title", place.title)
                writer.member("subtitle", unlessEmpty: place.subtitle)
                if !place.names.isEmpty {
                    writer.key("names")
                    writer.array { writer in place.names.forEach { writer.string($0) } }
                }
                writer.member("description", unlessEmpty: place.description)
                if let count = place.count { writer.member("count", count) }
                if let standing = place.standing {
                    writer.member("rank", standing.rank)
                    writer.member("count_now", standing.people)
                }
                writer.member("href", RelativeReference.from(path: place.href))
                writer.member("marker-color", place.kind.color)
            }
        }
    }
}

/// A place or pin on a map.
public struct PlaceFeature: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case place, pin

        fileprivate var color: String {
            switch self {
            case .place: "#0f766e"
            case .pin: "#c0262d"
            }
        }
    }

    public var kind: Kind
    public var title: String
    /// Its location in words; may be empty.
    public var subtitle: String
    public var coordinate: Coordinate?
    /// How many photos it lists; nil while that is unknown.
    public var count: Int?
    /// The path of its directory or map relative to the map that shows it; plain, percent-encoded on writing.
    public var href: String
    /// Its names in other languages, for searches.
    public var names: [String]
    /// What it is among the places where people photograph now; nil for the others.
    public var standing: PopularPlaces.Standing?

    public init(
        _ kind: Kind = .place, title: String, subtitle: String, coordinate: Coordinate?, count: Int?, href: String,
        names: [String] = [], standing: PopularPlaces.Standing? = nil
    ) {
        self.kind = kind
        self.title = title
        self.subtitle = subtitle
        self.coordinate = coordinate
        self.count = count
        self.href = href
        self.names = names
        self.standing = standing
    }

    /// Those where people photograph now by rank, then the others in their order.
    public static func popularFirst(_ places: [PlaceFeature]) -> [PlaceFeature] {
        places.filter { $0.standing != nil }.sorted { $0.standing?.rank ?? 0 < $1.standing?.rank ?? 0 }
            + places.filter { $0.standing == nil }
    }

    /// "Île-de-France, France, 50 photos, 12 people now"
    fileprivate var description: String {
        let photos = count.map { $0 == 1 ? "1 photo" : "\($0) photos" }
        let people = standing.map { "\($0.people) people now" }
        return [subtitle, photos ?? "", people ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
