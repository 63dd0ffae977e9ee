import Foundation
import PhotoSimulator
import TestSupport
import Testing

/// What a page does is tested in MapPageTests; here it is the mount's own, opened from it as a double click does.
@Suite(
    "A mount's maps in a browser",
    .enabled(if: Repository.canMount && FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")))
struct MapBrowserTests {
    @Test func `every kind of list opens by file, leads to its photos, and fetches only small renditions`()
        async throws
    {
        let topic = "tags/" + TestSource.current.firstTopic
        try await TestMount.run(SampleWorld.configuration()) { mount in
            let prepared = try await mount.shell(
                """
                cd "$M" && mkdir 'pins/48.8584,2.2945 Eiffel Tower' pins/-48.8767,-123.3933 pins/0,180
                cat places/Japan/Kyoto/Bamboo.jpg > /dev/null && ls pins/48* places/France/Annecy \(topic)/Quad
                """)
            #expect(prepared.status == 0, "\(prepared.errors)")
            let recents = try await mount.shell(FreshnessTests.await("ls \"$M/recents\" | grep -q Bamboo"))
            #expect(recents.status == 0)
            mount.simulator.ledger.reset()
            let lists = [
                "places", "places/France", "places/France/Annecy", topic, topic + "/Quad", "recents",
                "pins", "pins/48.8584,2.2945 Eiffel Tower", "pins/-48.8767,-123.3933",
            ]
            let script = Repository.root + "/Tests/MapPageTests/Browser/mount.py"
            let names = lists.map { "'\($0)'" }.joined(separator: " ")
            let seen = try await mount.shell(
                "timeout -k 10 200 python3 -B '\(script)' \"$M\" \(names) 2>&1", timeout: .seconds(240))
            #expect(seen.status == 0, "\(seen.text)")
            #expect(seen.lines.map { String($0.prefix { $0 != ":" }) } == lists, "\(seen.text)")
            #expect(seen.lines.last == "pins/-48.8767,-123.3933: 0 shown")
            let images = mount.simulator.ledger.entries.filter(\.isImage)
            #expect(!images.isEmpty)
            let small = TestSource.current == .flickr ? "n" : "330"
            #expect(images.allSatisfy { $0.rendition == small }, "\(images.map(\.path))")
        }
    }
}
