public import PhotoSimulator

/// A synthetic library in which a test can say where each photo will lie: number `n` of place `p` is
/// `places/Country 0/Town p/photo n.jpg` in the mount; where the source has no places of its own, in the `p`th of some
/// cities of the gazetteer that lie far apart.
public struct NumberedLibrary: Sendable {
    public let library: Library

    /// - Parameters:
    ///   - places: At most 20: they lie in one country.
    ///   - photosPerPlace: Of each.
    ///   - imageBytes: The length of each photo lies in this range.
    public init(places: Int = 1, photosPerPlace: Int = 50, imageBytes: ClosedRange<Int> = 20_000...40_000) {
        library = Library.synthetic(places: places, photosPerPlace: photosPerPlace, imageBytes: imageBytes)
        for place in 0..<places {
            for number in 0..<photosPerPlace {
                library.edit(Self.id(number, of: place)) {
                    $0.title = "photo \(number)"
                    if !TestSource.current.hasPlaces { $0.position = Self.position(number, in: Self.cities[place]) }
                }
            }
        }
    }

    /// As the simulator numbers its synthetic photos.
    public static func id(_ number: Int, of place: Int = 0) -> String {
        String(50_000_000_000 + place * 100_000 + number)
    }

    /// Of the directory of the country in which all places lie, from the mountpoint.
    public static var country: String { TestSource.current.hasPlaces ? "places/Country 0" : "places/United States" }

    /// Of the place's directory, from the mountpoint.
    public static func directory(_ place: Int = 0) -> String {
        "\(country)/\(name(place))"
    }

    /// Of the place, as its directory is called.
    public static func name(_ place: Int) -> String {
        TestSource.current.hasPlaces ? "Town \(place)" : cities[place].name
    }

    /// The middle of the place.
    public static func center(_ place: Int = 0) -> SimulatedPosition {
        guard TestSource.current.hasPlaces else {
            return .init(latitude: cities[place].latitude, longitude: cities[place].longitude)
        }
        // As the simulator spreads them.
        return .init(
            latitude: Double(place * 7919 % 12000) / 100 - 60, longitude: Double(place * 10_007 % 35_900) / 100 - 179.5)
    }

    /// Changes where a photo lies so that the place lists it, or no place does.
    public static func move(_ photo: inout SimulatedPhoto, into place: Int?) {
        photo.woeid = place.map { "\(9_000_000 + $0)" }
        if !TestSource.current.hasPlaces { photo.position = place.map { center($0) } }
    }

    /// A line of bash after which `${towns[p]}` is the directory of place `p`.
    public static func towns(_ count: Int) -> String {
        "towns=(" + (0..<count).map { "'\(directory($0))'" }.joined(separator: " ") + ")"
    }

    /// What the address has in it by which photos of place `p` are searched.
    public static func query(_ place: Int) -> String {
        TestSource.current.hasPlaces ? "woe_id=\(9_000_000 + place)" : "\(cities[place].latitude)"
    }

    /// Of the photo, from the mountpoint.
    public static func path(_ number: Int, of place: Int = 0) -> String {
        "\(directory(place))/photo \(number).jpg"
    }

    /// Of the photo's file in the cache.
    public static func cacheFile(_ number: Int, of place: Int = 0) -> String {
        "\(id(number, of: place)),\(TestSource.current.rendition).photo"
    }

    public var configuration: Simulator.Configuration {
        Simulator.Configuration(library: .custom(library))
    }

    /// What a right copy of the photo holds.
    public func bytes(_ number: Int, of place: Int = 0) -> [UInt8] {
        library.imageBytes(of: Self.id(number, of: place), TestSource.current.rendition) ?? []
    }

    private static func position(_ number: Int, in city: City) -> SimulatedPosition {
        let offset = (Double(number % 21) - 10) / 500
        return .init(latitude: city.latitude + offset, longitude: city.longitude - offset)
    }

    private struct City {
        var name: String
        var latitude: Double
        var longitude: Double

        init(_ name: String, _ latitude: Double, _ longitude: Double) {
            (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
        }
    }

    /// Of the United States in the built-in list of places, no two within 40 km.
    private static let cities = [
        City("Albuquerque", 35.0845, -106.6511), City("Anchorage", 61.2181, -149.9003),
        City("Atlanta", 33.749, -84.388), City("Austin", 30.2672, -97.7431), City("Boston", 42.3584, -71.0598),
        City("Bryce Canyon", 37.6283, -112.1677), City("Cannon Beach", 45.8918, -123.9615),
        City("Charleston", 32.7763, -79.9328), City("Chicago", 41.85, -87.65), City("Death Valley", 36.2396, -116.8113),
        City("Denali", 63.0692, -151.007), City("Denver", 39.7392, -104.9847), City("Detroit", 42.3314, -83.0458),
        City("Everglades", 25.2866, -80.8987), City("Glacier National Park", 48.7596, -113.787),
        City("Grand Canyon", 36.0544, -112.1393), City("Grand Teton", 43.7904, -110.6818),
        City("Honolulu", 21.3069, -157.8583), City("Houston", 29.7633, -95.3633), City("Juneau", 58.3019, -134.4197),
    ]
}
