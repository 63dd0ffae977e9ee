import Foundation
import TestSupport
import Testing

/// Ten thousand photos with positions of their own, as somebody's pictures of twenty years are.
@Suite(
    "Ten thousand photos of one's own",
    .enabled(
        if: Repository.canMount && TestSource.current == .flickr
            && ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] != nil, "with --long"))
struct ManyOwnPhotosTests {
    @Test func `the first list comes at once, all are there within a minute, and memory stays flat`() async throws {
        try await Home.run { home in
            try Script.text("OwnPhotos/many.py").write(
                toFile: home.path + "/many.py", atomically: true, encoding: .utf8)
            let made = try await ChildProcess(
                [
                    "bash", "-ec",
                    "convert -size 64x48 gradient:red-blue base.jpg; python3 many.py base.jpg 10000 Pictures",
                ],
                environment: home.environment, directory: home.path
            ).result()
            try #require(made.status == 0, "\(made.errors)")
            let began = ContinuousClock.now
            let mounted = try await home.command(["mount", "--from", "Pictures", home.mountpoint])
            try #require(mounted.status == 0, "\(mounted.errors)")
            let asked = ContinuousClock.now
            let first = try await run("ls", home.mountpoint + "/places")
            #expect(
                first.lines.count > 5 && ContinuousClock.now - asked < .seconds(2), "\(ContinuousClock.now - asked)")
            let daemon = try home.daemon()
            var largest = 0
            var status = ""
            while ContinuousClock.now - began < .seconds(120), !status.contains("watched for changes") {
                status = try await home.command(["status", home.mountpoint]).text
                largest = max(largest, Self.resident(daemon))
                try await ContinuousClock().sleep(for: .milliseconds(500))
            }
            #expect(ContinuousClock.now - began < .seconds(60), "\(ContinuousClock.now - began)")
            #expect(status.contains("10000 photos, 10000 with a position, 10000 in a place"), "\(status)")
            #expect(largest < 100_000, "\(largest) KiB while it was scanned")
            let count = try await run("bash", "-c", "find '\(home.mountpoint)/places' -name '*.jpg' | wc -l")
            #expect(count.text == "10000")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    /// In KiB.
    private static func resident(_ process: Int32) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
