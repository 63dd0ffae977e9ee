/// Maps and sidecars as GeoJSON (RFC 7946): UTF-8, WGS 84, longitude before latitude. The same content gives the same
/// bytes. Each feature has a colour for its marker, and its title and description have the names that programs expect
/// (simplestyle-spec 1.1.0).
public enum GeoJSON {
    /// A photo's sidecar: one Feature, its geometry null without a position.
    ///
    /// `thumbnail` is the address of a small image, `href` the photo's path relative to the sidecar (plain; it is
    /// percent-encoded here).
    public static func feature(of entry: ListingEntry, thumbnail: String?, href: String) -> [UInt8] {
        var writer = GeoJSONWriter(reserving: 1024 + entry.photo.description.utf8.count)
        write(PhotoFeature(entry: entry, thumbnail: thumbnail, href: href), to: &writer)
        writer.endLine()
        return writer.bytes
    }

    /// A directory's map: a FeatureCollection of its photos in their order, with the bounding box of all of them (none
    /// without positions) and the number of photos without a position as `without_position`.
    ///
    /// `notice` is the source's own sentence; the closures give for each entry the arguments of `feature`. A photo that
    /// no directory shows has no path.
    public static func photos(
        _ entries: [ListingEntry], notice: String, thumbnail: (Photo) -> String?, href: (ListingEntry) -> String?
    ) -> [UInt8] {
        measuredPhotos(entries, notice: notice, thumbnail: thumbnail, href: href).map
    }

    /// Also returns how many bytes each entry's feature takes in the map: a sidecar with this `href` is one byte longer,
    /// for its line end.
    public static func measuredPhotos(
        _ entries: [ListingEntry], notice: String, thumbnail: (Photo) -> String?, href: (ListingEntry) -> String?
    ) -> (map: [UInt8], features: [Int]) {
        var features: [Int] = []
        let texts = entries.reduce(0) { $0 + $1.photo.description.utf8.count }
        var writer = GeoJSONWriter(reserving: 512 + 1024 * entries.count + texts)
        let coordinates = entries.compactMap(\.photo.coordinate)
        collection(around: coordinates, notice: notice, to: &writer) { writer in
            writer.member("without_position", entries.count - coordinates.count)
        } features: { writer in
            for entry in entries {
                writer.newline()
                let feature = PhotoFeature(entry: entry, thumbnail: thumbnail(entry.photo), href: href(entry))
                let start = writer.bytes.count
                write(feature, to: &writer)
                features.append(writer.bytes.count - start)
            }
        }
        return (writer.bytes, features)
    }

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

    private static func write(_ feature: PhotoFeature, to writer: inout GeoJSONWriter) {
        let photo = feature.entry.photo
        writer.object { writer in
            writer.member("type", "Feature")
            writer.member("id", photo.id.rawValue)
            geometry(photo.coordinate, to: &writer)
            writer.key("properties")
            writer.object { writer in
                writer.member("id", photo.id.rawValue)
                writer.member("title", photo.title)
                writer.member("description", unlessEmpty: photo.description)
                writer.member("owner", unlessEmpty: Credits.author(of: photo))
                writer.member("license", unlessEmpty: photo.license?.name)
                writer.member("license_url", unlessEmpty: photo.license?.url)
                writer.member("credit", Credits.line(for: photo))
                writer.member("page", unlessEmpty: photo.pageURL)
                writer.member("date", unlessEmpty: DateText.of(photo))
                writer.key("tags")
                writer.array { writer in photo.tags.forEach { writer.string($0) } }
                let machineTags = photo.machineTags
                if !machineTags.isEmpty {
                    writer.key("machine_tags")
                    writer.array { writer in machineTags.forEach { writer.string(String($0)) } }
                }
                writer.member("thumbnail", unlessEmpty: feature.thumbnail)
                writer.member("href", unlessEmpty: feature.href.map(RelativeReference.from))
                writer.member("marker-color", Self.photoColor)
            }
        }
    }

    private static func write(_ place: PlaceFeature, to writer: inout GeoJSONWriter) {
        writer.object { writer in
            writer.member("type", "Feature")
            geometry(place.coordinate, to: &writer)
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
                writer.member("href", RelativeReference.from(path: place.href))
                writer.member("marker-color", place.kind.color)
            }
        }
    }

    fileprivate static let photoColor = "#0b62c4"

    private static func geometry(_ coordinate: Coordinate?, to writer: inout GeoJSONWriter) {
        writer.key("geometry")
        guard let coordinate else { return writer.null() }
        writer.object { writer in
            writer.member("type", "Point")
            writer.key("coordinates")
            writer.array { writer in
                writer.number(coordinate.longitude)
                writer.number(coordinate.latitude)
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

    public init(
        _ kind: Kind = .place, title: String, subtitle: String, coordinate: Coordinate?, count: Int?, href: String,
        names: [String] = []
    ) {
        self.kind = kind
        self.title = title
        self.subtitle = subtitle
        self.coordinate = coordinate
        self.count = count
        self.href = href
        self.names = names
    }

    /// "Île-de-France, France, 50 photos"
    fileprivate var description: String {
        let photos = count.map { $0 == 1 ? "1 photo" : "\($0) photos" }
        return [subtitle, photos ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

private struct PhotoFeature {
    var entry: ListingEntry
    var thumbnail: String?
    var href: String?
}
