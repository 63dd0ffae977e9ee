import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// The daemon is killed as no program can prevent, amid changes of what users made themselves.
@Suite("After kill -9 every change that was acknowledged is there", .enabled(if: Repository.canMount))
struct KilledCollectionsTests {
    private static let isLong = ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] != nil

    @Test(.proves("A collection is as lasting"))
    func `pins, collections, removals, new collections, topics and views outlive kills at any moment`() async throws {
        let spots = (0..<8).map { PinnedWorld.Spot(Double($0), 10, photos: 120) }
        var configuration = PinnedWorld.configuration(spots)
        // A little slow, so that collections are loading when the end comes.
        configuration.behaviour.latencyInMilliseconds = 4
        try await TestMount.run(configuration) { mount in
            let lives = Self.isLong ? 120 : 40
            let seed = UInt32.random(in: 0...UInt32.max)
            print("seed \(seed)")
            try mount.write(Array(Self.script.utf8), to: "lives.py")
            let command = try JSONEncoder().encode(mount.mountCommand())
            try mount.write(Array(command), to: "command")
            try mount.write(Array(try JSONEncoder().encode(TestSource.current.firstTopics)), to: "first")
            let result = try await mount.shell(
                "exec python3 lives.py \(seed) \(lives) 2>&1", timeout: .seconds(Self.isLong ? 600 : 150))
            #expect(result.status == 0, "seed \(seed): \(result.text)")
            let told = result.lines.last?.split(separator: " ").compactMap { Int($0) } ?? []
            try #require(told.count == 3, "seed \(seed): \(result.text)")
            print("\(told[0]) lives, \(told[1]) acknowledged changes, frozen \(told[2]) times")
            #expect(told[0] == lives && told[1] > lives)
            #expect(!mount.log.contains("damaged"), "\(mount.log)")
        }
    }

    /// Changes the tree at random and a model along with it, kills the daemon meanwhile, mounts again and compares:
    /// what is there is what was acknowledged, and the change that was under way wholly or not at all.
    private static let script = Script.text("Collections/killed.py")
}
