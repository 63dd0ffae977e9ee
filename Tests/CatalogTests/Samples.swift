import Catalog
import Foundation
import PhotoTree
import Synchronization

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
    private let seconds: Mutex<Int64>

    init(_ seconds: Int64 = 1_700_000_000) {
        self.seconds = Mutex(seconds)
    }

    var now: Timestamp { seconds.withLock { Timestamp($0) } }
    var reading: @Sendable () -> Timestamp { { self.now } }

    func advance(days: Int64 = 0, seconds more: Int64 = 0) {
        seconds.withLock { $0 += days * 86_400 + more }
    }
}

/// A folder of its own for a test, deleted at the end.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("catalog-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // A test may have made it unwritable.
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try? FileManager.default.removeItem(atPath: path)
    }

    var catalog: String { path + "/catalog.sqlite" }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}

extension Catalog {
    static func forTest(_ clock: TestClock = TestClock()) async throws -> Catalog {
        try await inMemory(firstTopics: ["cs193pspot"], now: clock.reading)
    }

    /// The names a directory lists, in order.
    func names(in directory: DirectoryKey) async throws -> [String]? {
        try await listing(of: directory)?.entries.map(\.name)
    }
}

let paris = DirectoryKey.place(PlaceID("woe:615702"))
let rome = DirectoryKey.place(PlaceID("woe:721943"))

/// A photo with something in every field.
func photo(_ id: Int, _ title: String = "Sunset", secret: String = "abc") -> Photo {
    let renditions = [("t", 100), ("n", 320), ("b", 1024)].map { name, pixels in
        Rendition(
            name: name, width: pixels, height: pixels * 3 / 4, url: "https://img.test/\(id)_\(secret)_\(name).jpg")
    }
    return Photo(
        id: PhotoID("\(id)"), title: title, description: "From the bridge\nat dusk", owner: "1@N00",
        ownerName: "Zoë", license: License(id: "4", name: "CC BY 2.0", url: "https://cc.test/by/2.0/"),
        taken: Timestamp(-86_400), uploaded: Timestamp(1_500_000_000),
        coordinate: Coordinate(latitude: 48.8584, longitude: -2.2945), accuracy: 16, tags: ["paris", "sunset"],
        views: 12, pageURL: "https://photos.test/\(id)", renditions: renditions,
        sourceAttributes: ["flickr.woeid": "615702", "flickr.media": "photo"])
}

func page(_ photos: [Photo], total: Int? = nil) -> PhotoPage {
    PhotoPage(photos: photos, total: total)
}

func page(_ ids: ClosedRange<Int>) -> PhotoPage {
    page(ids.map { photo($0, "Photo \($0)") })
}

/// Counts of a catalog without pins and recents, with the topic it begins with.
func counts(photos: Int, listings: Int, names: Int) -> CatalogCounts {
    CatalogCounts(photos: photos, listings: listings, names: names, pins: 0, topics: 1, recents: 0)
}

extension Catalog {
    /// Drops a pin a few kilometres east of the last, with a collection if `photos` are given.
    func pin(_ index: Int, collection photos: ClosedRange<Int>? = nil) async throws -> Pin {
        let pin = try await addPin(named: "Pin \(index)", at: point(index), subtitle: "", reusing: nil)
        guard let pin else { throw CatalogError.failed(path: "pin \(index)", cause: "its point is taken") }
        if let photos {
            _ = try await replaceCollection(of: pin.number, with: page(photos), number: 1)
        }
        return pin
    }

    func pin(numbered number: NodeNumber) async throws -> Pin? {
        try await pins().first { $0.number == number }
    }

    /// The photos a directory lists, in order.
    func ids(in directory: DirectoryKey) async throws -> [String]? {
        try await listing(of: directory)?.entries.map(\.photo.id.rawValue)
    }
}

/// Another point for each index.
func point(_ index: Int) -> Coordinate {
    coordinate(Double(index % 80), Double(index / 80))
}

func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        preconditionFailure("a test names a point that is none: \(latitude), \(longitude)")
    }
    return coordinate
}

/// The photo after one more person has looked at it.
func viewed(_ photo: Photo) -> Photo {
    var photo = photo
    photo.views = (photo.views ?? 0) + 1
    return photo
}

/// The photo without its largest rendition.
func shrunk(_ photo: Photo) -> Photo {
    var photo = photo
    photo.renditions.removeLast()
    return photo
}
