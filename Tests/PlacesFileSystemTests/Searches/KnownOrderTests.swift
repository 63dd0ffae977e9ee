import FUSE
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// The newest photos lie farthest from where it is searched.
@Suite("Orders of what is known", .timeLimit(.minutes(1)))
struct KnownOrderTests {
    private let world: World

    init() async throws {
        world = try await World()
    }

    /// Photo `n` is n kilometres and more away, and seen by 100 - n.
    private func list(_ numbers: Range<Int>) async throws {
        let photos = numbers.map { number in
            var photo = World.photo("\(number)", "door \(number)")
            photo.uploaded = Timestamp(1_600_000_000 + Int64(number))
            photo.coordinate = Coordinate(latitude: 10 + Double(number) / 100, longitude: 20)
            photo.views = 100 - number
            return photo
        }
        world.source.show(photos)
        _ = try await world.list("places/France/Paris")
    }

    private func make(_ query: String) async throws -> InodeNumber {
        let search = try await world.inode("search")
        return try #require(try await world.files.mkdir(query, in: search, by: World.caller).attributes).inode
    }

    private func photos(_ query: String) async throws -> [String] {
        try await world.list("search/" + query).filter { $0.hasSuffix(".jpg") }.sorted()
    }

    @Test(
        .proves("`known` asks nobody"),
        arguments: [
            ("known, door, near 10,20 r30km, nearest, 2 photos", ["door 0.jpg", "door 1.jpg"]),
            ("known, door, interesting, 2 photos", ["door 0.jpg", "door 1.jpg"]),
            ("known, door, 2 photos", ["door 38.jpg", "door 39.jpg"]),
            ("known, door, newest, 2 photos", ["door 38.jpg", "door 39.jpg"]),
        ])
    func `of what is known those come first that the name says`(query: String, expected: [String]) async throws {
        try await list(0..<40)
        _ = try await make(query)
        #expect(try await photos(query) == expected)
    }

    @Test(.proves("`known` asks nobody", "A search by lot"))
    func `a draw of what is known stays, and another one brings others`() async throws {
        try await list(0..<40)
        let query = "known, door, random, 5 photos"
        let search = try await make(query)
        let drawn = try await photos(query)
        #expect(drawn.count == 5)
        #expect(drawn != ["door 35.jpg", "door 36.jpg", "door 37.jpg", "door 38.jpg", "door 39.jpg"], "the newest")
        world.now.edit { $0 += 3600 }
        try await list(40..<60)
        #expect(try await photos(query) == drawn)
        var draws: Set<[String]> = [drawn]
        for _ in 0..<3 {
            let before = try await photos(query)
            await until { !world.files.folders.searches.state.isLoading(NodeNumber(search)) }
            let asked = try await world.files.create(
                ".new-collection", in: search, OpenFlags(rawValue: 1), by: World.caller)
            world.files.release(asked.file.handle)
            let isOther = await world.soon { (try? await photos(query)).map { $0.count == 5 && $0 != before } ?? false }
            #expect(isOther)
            draws.insert(try await photos(query))
        }
        #expect(draws.count > 2, "\(draws)")
    }

    @Test(.proves("`known` asks nobody"))
    func `a draw that was made before anything was known is not empty for good`() async throws {
        let query = "known, random, door"
        _ = try await make(query)
        #expect(try await photos(query).isEmpty)
        try await list(0..<3)
        #expect(try await photos(query).count == 3)
    }
}
