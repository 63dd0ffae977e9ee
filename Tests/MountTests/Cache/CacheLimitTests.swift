import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite(
    "The cache keeps its limit at every instant",
    .enabled(if: Repository.canMount && SmallDisk.isPossible, "a disk of an exact size takes root"))
struct CacheLimitTests {
    private static let limit = 2 << 20
    private static let warning = "the photo cache cannot be written"

    @Test(
        .proves("The cache never takes more", "A photo is evicted while"),
        .enabled(if: TestSource.current.hasLengthsOfItsOwn))
    func `sixteen readers of 200 photos, some larger than the limit, never meet a full disk`() async throws {
        let numbered = Self.library(places: 4)
        // Any overshoot is ENOSPC. 64 KiB are for the folder's own small files.
        try await SmallDisk.run(bytes: Self.limit + (64 << 10)) { disk in
            let options = ["--cache-dir", disk.path, "--cache-size", "\(Self.limit)"]
            try await TestMount.run(numbered.configuration, options: options) { mount in
                try Self.writeWanted(numbered, places: 4, to: mount)
                let script =
                    "disk=\"\(disk.path)\"\n\(NumberedLibrary.towns(4))\n" + Script.text("Cache/sixteen-readers.sh")
                let result = try await mount.shell(script, timeout: .seconds(300))
                #expect(result.status == 0, "\(result.text) \(result.errors)")
                let most = try #require(Int(result.lines.last ?? ""), "\(result.text)")
                print("at most \(most) of \(Self.limit) bytes; \(mount.simulator.ledger.imageRequests) requests")
                #expect((Self.limit / 2...Self.limit).contains(most), "used, and never more than allowed")
                #expect(!mount.log.contains(Self.warning), "\(mount.log)")
                #expect(!mount.log.contains("error"), "\(mount.log)")
            }
        }
    }

    @Test(
        .proves("A photo is larger than", "The cache's disk fills"),
        .enabled(if: TestSource.current.hasLengthsOfItsOwn))
    func `on a full disk photos are read all the same, and the log says it once`() async throws {
        let numbered = Self.library(places: 1)
        try await SmallDisk.run(bytes: 700 << 10) { disk in
            let options = ["--cache-dir", disk.path, "--cache-size", "\(Self.limit)"]
            try await TestMount.run(numbered.configuration, options: options) { mount in
                try Self.writeWanted(numbered, places: 1, to: mount)
                let script = """
                    for number in $(seq 0 49); do echo $number; done | xargs -P 4 -I N \
                        cmp "$M/\(NumberedLibrary.directory())/photo N.jpg" want-0-N
                    """
                let result = try await mount.shell(script, timeout: .seconds(120))
                #expect(result.status == 0, "\(result.text) \(result.errors)")
                #expect(mount.log.split(separator: Self.warning).count == 2, "once: \(mount.log)")

                // Room is made: photos are kept again. The kernel's own copies are of no use to a new mount.
                #expect(try await mount.shell("mount -o remount,size=8M \"\(disk.path)\"").status == 0)
                try await mount.unmount()
                try await mount.mount()
                let first = "cat \"$M/\(NumberedLibrary.path(49))\" > /dev/null"
                #expect(try await mount.shell(first).status == 0)
                try await mount.unmount()
                try await mount.mount()
                mount.simulator.ledger.reset()
                #expect(try await mount.shell(first).status == 0)
                #expect(mount.simulator.ledger.count == 0)
            }
        }
    }

    @Test func `a folder on a read-only disk is refused with its remedy`() async throws {
        try await SmallDisk.run(bytes: Self.limit) { disk in
            _ = try await TestSupport.run("mount", "-o", "remount,ro", disk.path)
            let mountpoint = try TemporaryDirectory()
            let result = try await TestSupport.run(
                Repository.placesfs, "mount", "--source", "sample", "--state-dir", mountpoint.path + "-state",
                "--cache-dir", disk.path, mountpoint.path)
            _ = try await TestSupport.run("rm", "-rf", mountpoint.path + "-state")
            #expect(result.status == 31, "\(result.errors)")
            #expect(result.errors.contains("--cache-dir") && result.errors.contains("read-only file system"))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }

    /// Photos of some 150 kB; of each place two that are larger than the whole cache.
    private static func library(places: Int) -> NumberedLibrary {
        let numbered = NumberedLibrary(places: places, photosPerPlace: 50, imageBytes: 2_200_000...3_000_000)
        for place in 0..<places {
            for number in 0..<50 where number % 25 != 7 {
                numbered.library.edit(NumberedLibrary.id(number, of: place)) { photo in
                    // The largest one has the length above, others what their pixels are of it.
                    photo.renditions = [
                        SimulatedRendition(suffix: "b", width: 1024, height: 683),
                        SimulatedRendition(suffix: "k", width: 4096, height: 2732),
                    ]
                }
            }
        }
        return numbered
    }

    private static func writeWanted(_ numbered: NumberedLibrary, places: Int, to mount: TestMount) throws {
        for place in 0..<places {
            for number in 0..<50 {
                try mount.write(numbered.bytes(number, of: place), to: "want-\(place)-\(number)")
            }
        }
    }
}
