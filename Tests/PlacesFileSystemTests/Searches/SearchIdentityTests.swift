import FUSE
import Promises
import Testing

@testable import PlacesFileSystem

@Suite("A search is what it means", .timeLimit(.minutes(1)))
struct SearchIdentityTests {
    private let world: World
    private let search: InodeNumber

    init() async throws {
        world = try await World()
        search = try await world.inode("search")
    }

    private func make(_ name: String) async throws(Errno) {
        _ = try await world.files.mkdir(name, in: search, by: World.caller)
    }

    @Test(
        .proves("A search is its query"),
        arguments: [
            ("in Paris", "in Paris r10km", "in Paris r9km"), ("near 48,2", "near 48,2 r5km", "near 48,2 r4km"),
            ("near 48,2 r2000m", "near 48,2 r2km", "near 48,2"),
        ])
    func `a radius that is the standard one is another spelling`(name: String, same: String, other: String) async throws
    {
        try await make(name)
        await #expect(throws: Errno.exists) { try await make(same) }
        try await make(other)
        // And mv to such a spelling asks nothing else.
        let key = try #require(world.files.folders.searches.state.key(named: name))
        try await world.files.rename(name, in: search, to: same, in: search, replacing: true, by: World.caller)
        #expect(world.files.folders.searches.state.key(named: same) == key)
    }
}
