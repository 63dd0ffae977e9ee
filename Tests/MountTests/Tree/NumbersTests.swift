import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What backups remember of files.
@Suite("Numbers over a remount", .enabled(if: Repository.canMount))
struct NumbersTests {
    static let topic = "tags/" + TestSource.current.firstTopic

    static func configuration() -> Simulator.Configuration {
        Atlas.configuration { library in
            library.edit(Atlas.id(1)) { $0.tags = [TestSource.current.firstTopic, "Eastern", "seine"] }
            library.edit(Atlas.id(5)) { $0.tags = [TestSource.current.firstTopic] }
        }
    }

    /// Every file of the lists that a mount of any source has, its number and time, as they come.
    private static let lists = "places/France places/France/Paris \(topic) pins recents"

    static let prepare = """
        \(PinnedWorld.prelude)
        cd "$M"; mkdir 'pins/48.86,2.33 Seine' && settled 'pins/48.86,2.33 Seine' && ls -R \(lists) > /dev/null
        """

    @Test(.proves("Files that placesfs writes"))
    func `files that say the same have the same numbers, in whatever order they are looked at`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            #expect(try await mount.shell(Self.prepare).status == 0)
            func walk(_ order: String) async throws -> [String] {
                let seen = try await mount.shell(
                    """
                    cd "$M" && find \(Self.lists) places/map.* places/.hidden tags/README.txt -type f | \(order) > "$T/files"
                    while read -r file; do stat -c '%n %i %s %Y' "$file"; done < "$T/files"
                    """)
                #expect(seen.status == 0, "\(seen.errors)")
                return seen.lines.sorted()
            }
            let first = try await walk("sort")
            #expect(first.count > 30 && first.contains { $0.contains("Eastern/map.html") }, "\(first)")
            try await mount.unmount()
            try await mount.mount()
            #expect(try await walk("sort -r") == first)
            try await mount.unmount()
            try await mount.mount()
            #expect(try await walk("sort -R") == first)
        }
    }

    @Test(.proves("Files that placesfs writes"), .enabled(if: TestSource.current.hasPlaces, "its lists do not change"))
    func `a page that holds something else after a remount is another file`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            let numbers =
                "cd \"$M\" && ls places/France > /dev/null; stat -c %i places/France/map.html places/France/map.geojson"
            let first = try await mount.shell(numbers).lines
            try await mount.unmount()
            try await mount.mount(["--satellite-tiles", "none"])
            let other = try await mount.shell(numbers).lines
            #expect(first.count == 2 && first[0] != other[0] && first[1] == other[1], "\(first) \(other)")
        }
    }
}
