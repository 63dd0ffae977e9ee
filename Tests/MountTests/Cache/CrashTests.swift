import Foundation
import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// The daemon is killed as no program can prevent. What a dead mount answers to commands is in DaemonLifeTests.
@Suite("After kill -9 nothing is lost and nothing is wrong", .enabled(if: Repository.canMount), .serialized)
struct CrashTests {
    @Test(.proves("The daemon dies"))
    func `readers are told at once, and the next mount takes the dead one's place`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 10, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: EmbeddedBytes.options) { mount in
            try EmbeddedBytes.prepare(mount)
            let listed = try await mount.shell("ls -i \"$M/\(NumberedLibrary.directory())\"")
            #expect(listed.lines.count > 10)
            let stalled = mount.simulator.faults.add(.stall(afterBytes: 20_000), on: .images)
            let cats = (0..<5).map { "cat \"$M/\(NumberedLibrary.path($0))\" > /dev/null &" }
            let readers = try mount.start("\(cats.joined(separator: " ")) wait", timeout: .seconds(20))
            #expect(await mount.simulator.ledger.wait(for: 5) { $0.isImage })
            let first = try await mount.daemon()
            #expect(kill(first, SIGKILL) == 0)
            let ended = await readers.result()
            #expect(ended.status == 0)
            // Counted in the whole text: five programs write to one file, and their lines may run into each other.
            let told = ["Transport endpoint is not connected", "Software caused connection abort"]
            #expect(told.reduce(0) { $0 + ended.errors.ranges(of: $1).count } == 5, "\(ended.errors)")
            mount.simulator.faults.remove(stalled)

            try await mount.mount()
            #expect(try await mount.daemon() != first)
            #expect(try await mount.shell("grep -c \" $M \" /proc/self/mountinfo").text == "1")
            let again = try await mount.shell("ls -i \"$M/\(NumberedLibrary.directory())\"")
            #expect(again.text == listed.text, "the same names and numbers")
            for number in 0..<5 {
                try mount.write(numbered.bytes(number), to: "want")
                let read = try await mount.shell(
                    "rm -f want.ours; python3 embedded.py \"$M/\(NumberedLibrary.path(number))\" want")
                #expect(read.status == 0, "\(read.text)\(read.errors)")
            }
        }
    }

    private static let lives = ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] == nil ? 20 : 80
    /// In milliseconds.
    private static let longestLife = lives == 20 ? 600 : 300

    @Test(.proves("kill -9 during a write"))
    func `twenty kills at any moment lose no name, number or size, and bring no wrong byte`() async throws {
        let numbered = NumberedLibrary(places: 8, photosPerPlace: 12, imageBytes: 40_000...120_000)
        // A little slow, so that each life ends amid something.
        var configuration = numbered.configuration
        configuration.behaviour.latencyInMilliseconds = 5
        try await TestMount.run(configuration, options: EmbeddedBytes.options + ["--cache-size", "3M"]) { mount in
            try EmbeddedBytes.prepare(mount)
            for place in 0..<8 {
                for number in 0..<12 {
                    try mount.write(numbered.bytes(number, of: place), to: "want-\(place)-\(number)")
                }
            }
            try mount.write(Array(Self.life.utf8), to: "life.py")
            let towns = (0..<8).map { "\"\(NumberedLibrary.name($0))\"" }.joined(separator: " ")
            let tree = "\"\(NumberedLibrary.country)\" \(towns)"
            var generator = SystemRandomNumberGenerator()
            for life in 0..<Self.lives {
                let work = try mount.start("exec python3 life.py \(life) \(tree)", timeout: .seconds(60))
                let daemon = try await mount.daemon()
                // Not to wait for something: to die at a moment that nobody chose.
                let pause = Int.random(in: 0...Self.longestLife, using: &generator)
                try await ContinuousClock().sleep(for: .milliseconds(pause))
                #expect(kill(daemon, SIGKILL) == 0)
                // Until its memory is given back it still holds the mount, which looks alive.
                _ = try await mount.shell(
                    "while grep -q '^State:.[^Z]' /proc/\(daemon)/status 2> /dev/null; do sleep 0.01; done")
                let result = await work.result()
                #expect(result.status == 0, "life \(life): \(result.text)\(result.errors)")
                try await mount.mount()
            }
            let whole = try await mount.shell("python3 life.py whole \(tree)", timeout: .seconds(120))
            #expect(whole.status == 0, "\(whole.text)\(whole.errors)")
            #expect(whole.text == "read 96")
            #expect(!mount.log.contains("damaged"), "\(mount.log)")
        }
    }

    /// Lists, looks and reads until the mount dies, and remembers over lives what must not change: names, numbers, and
    /// the size of what was read whole. That is written down behind the reader's back: the last second's may be lost.
    private static let life = Script.text("Cache/life.py")
}
