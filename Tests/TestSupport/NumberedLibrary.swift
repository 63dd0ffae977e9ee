public import PhotoSimulator

/// A synthetic library in which a test can say where each photo will lie: number `n` of place `p` is
/// `places/Country 0/Town p/photo n.jpg` in the mount.
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
                library.edit(Self.id(number, of: place)) { $0.title = "photo \(number)" }
            }
        }
    }

    /// As the simulator numbers its synthetic photos.
    public static func id(_ number: Int, of place: Int = 0) -> String {
        String(50_000_000_000 + place * 100_000 + number)
    }

    /// Of the place's directory, from the mountpoint.
    public static func directory(_ place: Int = 0) -> String {
        "places/Country 0/Town \(place)"
    }

    /// Of the photo, from the mountpoint.
    public static func path(_ number: Int, of place: Int = 0) -> String {
        "\(directory(place))/photo \(number).jpg"
    }

    public var configuration: Simulator.Configuration {
        Simulator.Configuration(library: .custom(library))
    }

    /// What a right copy of the photo holds.
    public func bytes(_ number: Int, of place: Int = 0) -> [UInt8] {
        library.imageBytes(of: Self.id(number, of: place)) ?? []
    }
}
