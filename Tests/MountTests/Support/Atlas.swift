import PhotoSimulator
import TestSupport

/// A small world of which the tests know every word: two places of France, two Springfields, and a place without
/// photos.
enum Atlas {
    static func library() -> Library {
        let library = Library.synthetic(places: 0, photosPerPlace: 0, imageBytes: 20_000...40_000)
        for place in places { library.add(place) }
        for photo in photos { library.add(photo) }
        return library
    }

    static func configuration(_ edit: (Library) -> Void = { _ in }) -> Simulator.Configuration {
        let library = library()
        edit(library)
        return Simulator.Configuration(library: .custom(library))
    }

    /// Where photos of Nice are that have no position of their own: nowhere, unless that alone says where they are.
    static let nice: SimulatedPosition? =
        TestSource.current.hasPlaces ? nil : .init(latitude: 43.7102, longitude: 7.262)
    static let paris = "places/France/Paris"
    /// Where programs walk that go through a whole mount, from the mountpoint: a part, where places/ has a thousand.
    static let walked =
        TestSource.current.hasPlaces ? "." : "\(paris) places/Japan/Kyoto tags pins recents README.txt"
    /// Of photo 1 at the source.
    static let page =
        TestSource.current == .flickr
        ? "https://www.flickr.com/photos/11111111@N01/\(id(1))/"
        : "https://commons.wikimedia.org/wiki/File:Sunset_over_the_Seine.jpg"

    private static let france = SimulatedPlace.Area(woeid: "23424819", placeID: "sim.france", name: "France")
    private static let states = SimulatedPlace.Area(
        woeid: "23424977", placeID: "sim.us", name: "United States", code: "US")
    private static let japan = SimulatedPlace.Area(woeid: "23424856", placeID: "sim.japan", name: "Japan")

    private static func place(
        _ woeid: String, _ name: String, _ region: String, _ country: SimulatedPlace.Area, _ latitude: Double,
        _ longitude: Double
    ) -> SimulatedPlace {
        SimulatedPlace(
            woeid: woeid, placeID: "sim.\(woeid)", name: name,
            region: .init(woeid: "7\(woeid)", placeID: "sim.r\(woeid)", name: region), country: country,
            position: .init(latitude: latitude, longitude: longitude))
    }

    private static let places = [
        place("615702", "Paris", "Île-de-France", france, 48.8566, 2.3522),
        place("614274", "Nice", "Provence", france, 43.7102, 7.262),
        place("2487384", "Springfield", "Illinois", states, 39.8017, -89.6437),
        place("2494126", "Springfield", "Missouri", states, 37.2153, -93.2982),
        place("15015372", "Kyoto", "Kyoto Prefecture", japan, 35.0116, 135.7681),
    ]

    /// In Paris unless said otherwise; the first is the oldest.
    private static let photos = [
        photo(1) {
            $0.title = "Sunset over the Seine"
            $0.description = "A <b>calm</b> evening &amp; nobody about.\nAll blue."
            $0.tags = ["Seine", "Eastern Sky"]
            $0.license = "4"
            $0.ownerName = "Ada"
            $0.owner = "11111111@N01"
            $0.taken = "2019-05-04 18:20:11"
            $0.position = .init(latitude: 48.8599, longitude: 2.3266)
            $0.views = 12
        },
        photo(2) { $0.title = "Sunset over the Seine" },
        photo(3) { $0.description = "First words of a photo without a title" },
        photo(4) { _ in },
        photo(5) {
            $0.title = "Pont Neuf"
            $0.taken = "1962-11-18 09:15:00"
            $0.position = .init(latitude: 48.8571, longitude: 2.3414)
        },
        photo(6) {
            $0.title = "Undated"
            $0.takenUnknown = true
        },
        photo(7) {
            $0.title = "Promenade"
            $0.woeid = "614274"
            $0.position = .init(latitude: 43.695, longitude: 7.265)
        },
    ]

    static func id(_ number: Int) -> String { String(53_000_000_000 + number) }

    private static func photo(_ number: Int, _ edit: (inout SimulatedPhoto) -> Void) -> SimulatedPhoto {
        // Uploaded a minute after one another from 2023-11-14T22:13:20Z on.
        var photo = SimulatedPhoto(
            id: id(number), uploaded: 1_700_000_000 + Int64(number) * 60, taken: "2023-11-14 12:00:00",
            woeid: "615702")
        edit(&photo)
        // Where places are found by position alone, photos without one are in none.
        if !TestSource.current.hasPlaces, photo.position == nil {
            photo.position = .init(latitude: 48.8566, longitude: 2.3522)
        }
        return photo
    }
}
