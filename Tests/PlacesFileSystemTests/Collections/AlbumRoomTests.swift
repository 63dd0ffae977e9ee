import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// What `--keep-size` has room for, in a mount where nothing that is kept comes.
@Suite("Room for what is kept", .timeLimit(.minutes(2)))
struct AlbumRoomTests {
    private static let places = (1...8).map { number in
        Place(id: PlaceID("woe:\(number)"), name: "Town \(number)", country: "France", origin: .source)
    }

    private let world: World

    /// There is room for one photo; each place has one.
    init() async throws {
        world = try await World(places: Self.places, keeps: true, room: 500 << 10)
        for (number, place) in Self.places.enumerated() {
            world.show(["photo \(number + 1)"], in: place)
        }
        for place in Self.places {
            _ = try await world.list("places/France/\(place.name)")
        }
        _ = try await world.files.mkdir("A", in: try await world.inode("albums"), by: World.caller)
    }

    private var keeping: Keeping { world.files.folders.keeping }

    private func photo(_ number: Int) async throws(Errno) -> InodeNumber {
        try await world.inode("places/France/Town \(number)/photo \(number).jpg")
    }

    private func link(_ number: Int, as name: String) async throws(Errno) {
        let album = try await world.inode("albums/A")
        _ = try await world.files.link(try await photo(number), as: name, in: album, by: World.caller)
    }

    private func keep(_ number: Int) async throws(Errno) {
        let place = try await world.inode("places/France/Town \(number)")
        try await world.files.setxattr("user.places.keep", Array("yes".utf8), of: place, by: World.caller)
    }

    @Test func `a photo that is in an album needs no more room there, nor in another`() async throws {
        try await link(1, as: "one.jpg")
        // It cannot be had, so another has its room.
        let key = DirectoryKey.album(NodeNumber(try await world.inode("albums/A")))
        keeping.take(
            [key: KeptList(listed: [PhotoID("photo 1")], changed: nil)], [PhotoID("photo 1"): "b"], complete: [],
            coming: [:])
        try await link(2, as: "two.jpg")
        await #expect(throws: Errno.noSpace) { try await link(3, as: "three.jpg") }
        await #expect(throws: Errno.exists) { try await link(1, as: "other.jpg") }
        _ = try await world.files.mkdir("B", in: try await world.inode("albums"), by: World.caller)
        let other = try await world.inode("albums/B")
        _ = try await world.files.link(try await photo(1), as: "one.jpg", in: other, by: World.caller)
        let album = try await world.inode("albums/A")
        try await world.files.rename(
            "photo 1.jpg", in: try await world.inode("places/France/Town 1"), to: "moved.jpg", in: album,
            replacing: true, by: World.caller)
        #expect(try await world.list("albums/A").filter { $0.hasSuffix(".jpg") } == ["one.jpg", "two.jpg"])
    }

    @Test func `of folders that are kept at once only those are taken that there is room for`() async throws {
        let refusals = await withTaskGroup(of: Errno?.self) { group in
            for number in Self.places.indices {
                group.addTask {
                    do throws(Errno) { try await keep(number + 1) } catch { return error }
                    return nil
                }
            }
            return await group.reduce(into: [Errno]()) { if let error = $1 { $0.append(error) } }
        }
        #expect(refusals == [Errno](repeating: .noSpace, count: 7))
    }

    @Test func `a folder gets none of the room that is promised to a photo, nor a photo that of a folder`() async throws
    {
        #expect(keeping.promise(PhotoID("photo 1"), 300 << 10, within: 500 << 10) == .promised)
        await #expect(throws: Errno.noSpace) { try await keep(2) }
        keeping.redeem(PhotoID("photo 1"), isThere: false)
        try await keep(2)
        await #expect(throws: Errno.noSpace) { try await link(1, as: "one.jpg") }
        try await link(2, as: "two.jpg")
    }
}
