import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What file servers remember of files.
@Suite("Handles over a remount", .enabled(if: Repository.canMount))
struct HandlesTests {
    /// Root alone may open by handle.
    @Test(.proves("Handles of photos"), .enabled(if: OtherDisk.isPossible, "opening by handle takes root"))
    func `handles open what they opened, after the kernel forgot it and after a remount`() async throws {
        try await TestMount.run(NumbersTests.configuration()) { mount in
            let prepared = try await mount.shell(
                """
                \(NumbersTests.prepare)
                ls -R places/Japan > /dev/null; cat places/France/Paris/*.jpg > /dev/null
                """)
            #expect(prepared.status == 0, "\(prepared.errors)")
            let paths = [
                "places", "places/France", "places/France/Paris", "places/France/Paris/Pont Neuf.jpg",
                "places/France/Paris/Pont Neuf.geojson", "places/France/Paris/map.html", "places/France/Paris/.hidden",
                "places/France/map.geojson", "places/map.html", "places/France/.hidden", NumbersTests.topic,
                NumbersTests.topic + "/Eastern", NumbersTests.topic + "/Eastern/map.geojson",
                NumbersTests.topic + "/map.geojson", "pins",
                "pins/48.86,2.33 Seine", "pins/48.86,2.33 Seine/New Collection.txt", "recents", "tags/README.txt",
                ".placesfs/version",
            ]
            let list = paths.map { "'\($0)'" }.joined(separator: " ")
            let kept = try await mount.shell("python3 - keep \(list) <<'END'\n\(Self.handles)\nEND")
            #expect(kept.text == "\(paths.count)", "\(kept.errors)")
            mount.simulator.ledger.reset()
            let again = "python3 - open \(list) <<'END'\n\(Self.handles)\nEND"
            let forgotten = try await mount.shell("echo 3 > /proc/sys/vm/drop_caches; \(again)")
            #expect(forgotten.lines == ["same"], "\(forgotten.text)\(forgotten.errors)")
            try await mount.unmount()
            try await mount.mount()
            let remounted = try await mount.shell(again)
            #expect(remounted.lines == ["same"], "\(remounted.text)\(remounted.errors)")
            #expect(mount.simulator.ledger.searches == 0, "nothing is asked of the source")
            // What was removed stays away.
            let removed = try await mount.shell("rm -r \"$M/pins/48\"*; \(again)")
            #expect(
                removed.lines == [
                    "pins/48.86,2.33 Seine Stale file handle",
                    "pins/48.86,2.33 Seine/New Collection.txt Stale file handle", "other",
                ], "\(removed.text)\(removed.errors)")
        }
    }

    /// Keeps handles of the paths and what each opens; opens them again and compares.
    private static let handles = Script.text("Tree/handles.py")
}
