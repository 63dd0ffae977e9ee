import Glibc
import PhotoSimulator
import TestSupport

/// The simulated source of the model test: four towns far from each other, whose photos all lie within 2 km of their
/// middle. The first has more than a page of photos, the last none.
struct ModelWorld {
    static let page = 50
    private static let sizes = [53, 4, 1, 0]

    let library: Library
    let base: [SimulatedPhoto]
    /// Every title a photo ever had: a directory keeps the name made of the first it knew.
    private(set) var titles: [String: Set<String>] = [:]
    private(set) var added: [String] = []
    private(set) var edited: Set<String> = []
    private var serial = 0

    init() {
        library = Library.synthetic(places: Self.sizes.count, photosPerPlace: 0, imageBytes: 64_000...80_000)
        // Where the source has no places, they are cities.
        for (town, place) in library.places.enumerated() {
            var place = place
            place.position = NumberedLibrary.center(town)
            library.add(place)
        }
        base = Self.sizes.enumerated().flatMap { town, size in (0..<size).map { number in (town, number) } }
            .map { [library] town, number in Self.photo(number, of: town, in: library) }
        for photo in base {
            library.add(photo)
            titles[photo.id] = [photo.title]
        }
    }

    private static func photo(_ number: Int, of town: Int, in library: Library) -> SimulatedPhoto {
        let place = library.places[town]
        var tags = ["Model", "Tag \(number % 3)"]
        if number.isMultiple(of: 5) { tags.append("portrait") }
        if number % 4 == 1 { tags += ["日本", "Grüße"] }
        if number % 7 == 3 { tags += ["vision:sky=09", Self.comingAndGoing] }
        // Each somewhere else, so that their order by distance is not that of their upload; all to the north of any
        // pin.
        let position = SimulatedPosition(
            latitude: place.position.latitude + 0.004 + Double(number * 37 % 401) * 0.00003,
            longitude: place.position.longitude)
        return SimulatedPhoto(
            id: String(60_000_000_000 + town * 1000 + number), title: title(number, of: town), tags: tags,
            uploaded: 1_600_000_000 + Int64(town * 1000 + number), position: position, woeid: place.woeid)
    }

    static func title(_ number: Int, of town: Int) -> String { "Town \(town) number \(number)" }

    /// The tag that photos are given and lose. Categories of Commons are in the plural.
    private static let comingAndGoing = TestSource.current == .flickr ? "Sunset" : "Sunsets"

    // MARK: Changes

    mutating func add(to town: Int) -> String {
        serial += 1
        var photo = Self.photo(serial, of: town, in: library)
        photo.id = String(61_000_000_000 + serial)
        photo.title = "newcomer \(serial)"
        photo.uploaded = 1_700_000_000 + Int64(serial)
        library.add(photo)
        titles[photo.id] = [photo.title]
        added.append(photo.id)
        return photo.id
    }

    mutating func remove(_ id: String) {
        library.remove(id)
        added.removeAll { $0 == id }
    }

    mutating func rename(_ id: String) {
        serial += 1
        let title = "title \(serial)"
        library.edit(id) { $0.title = title }
        titles[id, default: []].insert(title)
        edited.insert(id)
    }

    mutating func tag(_ id: String) {
        library.edit(id) { photo in
            if photo.tags.contains(Self.comingAndGoing) {
                photo.tags.removeAll { $0 == Self.comingAndGoing }
            } else {
                photo.tags.append(Self.comingAndGoing)
            }
        }
        edited.insert(id)
    }

    /// As it was at the beginning. What was removed stays so: no id comes back.
    mutating func restore() {
        for id in added { library.remove(id) }
        for photo in base where edited.contains(photo.id) { library.add(photo) }
        added = []
        edited = []
    }

    // MARK: What a query finds, newest first

    /// All that was taken near a point.
    func found(near point: ModelPoint) -> [String] {
        library.photos.filter { metres($0, from: point) <= 5000 }.map(\.id)
    }

    private func metres(_ photo: SimulatedPhoto, from point: ModelPoint) -> Double {
        guard let position = photo.position else { return .infinity }
        let height = (position.latitude - point.latitude) * 111_195
        let width = (position.longitude - point.longitude) * 111_195 * cos(point.latitude * .pi / 180)
        return (height * height + width * width).squareRoot()
    }

    /// The pages of what was taken near a point.
    func pages(near point: ModelPoint) -> [[String]] {
        let found = library.photos.filter { metres($0, from: point) <= 5000 }
        var pages = stride(from: 0, to: found.count, by: Self.page).map { start in
            found[start..<min(start + Self.page, found.count)].map(\.id)
        }
        // The first one of Commons has the nearest.
        if TestSource.current == .commons, !pages.isEmpty {
            let nearest = found.map { (metres($0, from: point), $0.id) }.sorted { $0 < $1 }
            pages[0] = nearest.prefix(Self.page).map(\.1)
        }
        return pages
    }

    func photos(in town: Int) -> [SimulatedPhoto] {
        let woeid = library.places[town].woeid
        return Array(library.photos.filter { $0.woeid == woeid }.prefix(Self.page))
    }

    /// The names that a directory may show a photo by; titles are unique here.
    func names(of id: String) -> Set<String> {
        Set((titles[id] ?? []).map { $0 + ".jpg" })
    }

    func name(of id: String) -> String {
        (library.photo(id)?.title ?? "") + ".jpg"
    }
}

/// A point to five decimals, in several spellings.
struct ModelPoint: Hashable, Sendable {
    /// In hundred-thousandths of a degree.
    var north: Int
    var east: Int

    var latitude: Double { Double(north) / 100_000 }
    var longitude: Double { Double(east) / 100_000 }

    /// The poles, and the meridian on the far side, have many spellings.
    var identity: ModelPoint {
        if abs(north) == 9_000_000 { return ModelPoint(north: north, east: 0) }
        return east == -18_000_000 ? ModelPoint(north: north, east: 18_000_000) : self
    }

    func spelled(_ way: Int) -> String {
        let pair = (Self.text(north), Self.text(east))
        return switch way % 6 {
        case 0: "\(pair.0),\(pair.1)"
        case 1: "\(pair.0), \(pair.1)"
        case 2: "\(pair.0),\(pair.1) Some words"
        case 3: "\(pair.0),\(pair.1) andere Wörter, auch mit Komma"
        case 4: "\(pair.0)00,  \(pair.1)0 日本"
        default: (north < 0 ? "" : "+") + "\(pair.0),\(pair.1)"
        }
    }

    private static func text(_ value: Int) -> String {
        let digits = String(abs(value) % 100_000)
        return (value < 0 ? "-" : "") + "\(abs(value) / 100_000)." + String(repeating: "0", count: 5 - digits.count)
            + digits
    }
}
