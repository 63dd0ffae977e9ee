import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What becomes of photos when the disk under a running mount's cache does not take them. A full disk from the start is
/// in CacheLimitTests.
@Suite(
    "The disk of the cache fails under a running mount",
    .enabled(if: Repository.canMount && SmallDisk.isPossible, "a disk that fails takes root"))
struct CacheDiskTests {
    private static let refused = "the photo cache cannot be written"
    private static let recovered = "the photo cache can be written again"

    @Test(.proves("The cache's disk fills"))
    func `the cache's disk fills and is freed, twice: photos are read, the log says each turn once`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 24, imageBytes: 100_000...140_000)
        try await SmallDisk.run(bytes: 6 << 20) { disk in
            try await TestMount.run(numbered.configuration, options: ["--cache-dir", disk.path]) { mount in
                try Self.writeWanted(numbered, to: mount)
                try await Self.expectRead(0..<4, mount)
                #expect(try await Self.kept(0..<4, in: disk.path, mount) == 4)
                for turn in 0..<2 {
                    let next = 4 + turn * 10
                    let filled = try await mount.shell("! dd if=/dev/zero of=\"\(disk.path)/filler\" bs=4k status=none")
                    #expect(filled.errors.contains("No space left"), "\(filled.errors)")
                    try await Self.expectRead(next..<next + 5, mount)
                    #expect(try await Self.kept(next..<next + 5, in: disk.path, mount, tries: 300) == 0)
                    #expect(mount.log.ranges(of: Self.refused).count == turn + 1, "\(mount.log)")
                    #expect(mount.log.ranges(of: Self.recovered).count == turn, "\(mount.log)")
                    #expect(try await mount.shell("rm \"\(disk.path)/filler\"").status == 0)
                    try await Self.expectRead(next + 5..<next + 10, mount)
                    #expect(try await Self.kept(next + 5..<next + 10, in: disk.path, mount) == 5)
                    #expect(mount.log.ranges(of: Self.recovered).count == turn + 1, "\(mount.log)")
                }
                // What was kept before is kept still.
                try await mount.unmount()
                mount.simulator.ledger.reset()
                try await mount.mount()
                try await Self.expectRead(0..<4, mount)
                #expect(mount.simulator.ledger.imageRequests == 0)
            }
        }
    }

    @Test(.proves("The cache's disk fills"))
    func `a new cache on a disk that is full from the start: photos are read, and kept when there is room`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 8, imageBytes: 100_000...140_000)
        try await SmallDisk.run(bytes: 3 << 20) { disk in
            try await TestMount.run(numbered.configuration) { mount in
                try await mount.unmount()
                let filled = try await mount.shell("! dd if=/dev/zero of=\"\(disk.path)/filler\" bs=4k status=none")
                #expect(filled.status == 0)
                try await mount.mount(["--cache-dir", disk.path])
                try Self.writeWanted(numbered, to: mount)
                try await Self.expectRead(0..<3, mount)
                #expect(mount.log.ranges(of: Self.refused).count == 1, "\(mount.log)")
                #expect(try await mount.shell("rm \"\(disk.path)/filler\"").status == 0)
                try await Self.expectRead(3..<6, mount)
                #expect(try await Self.kept(3..<6, in: disk.path, mount) == 3)
                try await mount.unmount()
                mount.simulator.ledger.reset()
                try await mount.mount(["--cache-dir", disk.path])
                try await Self.expectRead(3..<6, mount)
                #expect(mount.simulator.ledger.imageRequests == 0, "the stamp was written then")
            }
        }
    }

    @Test(.proves("The cache's disk fills"))
    func `the cache's disk turns read-only and writable again: photos are read, those kept without a request`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 60_000...90_000)
        try await SmallDisk.run(bytes: 8 << 20) { disk in
            try await TestMount.run(numbered.configuration) { mount in
                try Self.writeWanted(numbered, to: mount)
                // The folder's lock lies beside it, so that no file of the disk is open for writing (mount(8) would
                // refuse).
                let folder = try await mount.shell("ls -d \"$XDG_CACHE_HOME\"/placesfs/*/").text.dropLast()
                try await mount.unmount()
                #expect(try await mount.shell("mount --bind \"\(disk.path)\" \"\(folder)\"").status == 0)
                try await mount.mount()
                try await Self.expectRead(0..<4, mount)
                try await mount.unmount()
                try await mount.mount()
                try await Self.expectRead(0..<1, mount)
                mount.simulator.ledger.reset()

                let turned = try await mount.shell("mount -o remount,ro \"\(disk.path)\"")
                #expect(turned.status == 0, "\(turned.errors)")
                try await Self.expectRead(0..<8, mount)
                #expect(mount.simulator.ledger.imageRequests == 4, "those that are kept are read from the disk")
                #expect(mount.log.ranges(of: Self.refused).count == 1, "\(mount.log)")
                #expect(mount.log.contains("Read-only file system"))
                #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\" | grep -c jpg").text == "12")

                #expect(try await mount.shell("mount -o remount,rw \"\(disk.path)\"").status == 0)
                try await Self.expectRead(8..<12, mount)
                #expect(try await Self.kept(8..<12, in: disk.path, mount) == 4)
                #expect(mount.log.ranges(of: Self.recovered).count == 1, "\(mount.log)")
                #expect(mount.log.ranges(of: Self.refused).count == 1, "\(mount.log)")
                try await mount.unmount()
                // Nothing holds a file of the disk; the kernel lets go of those of a process that ended a moment later.
                let freed = try await mount.shell(
                    "for try in $(seq 100); do umount \"\(folder)\" && exit; sleep 0.05; done; exit 1")
                #expect(freed.status == 0, "\(freed.errors)")
            }
        }
    }

    @Test(.proves("The cache's disk fills"))
    func `the cache's folder is removed: photos are read, and kept in a new one`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 60_000...90_000)
        try await TestMount.run(numbered.configuration) { mount in
            try Self.writeWanted(numbered, to: mount)
            try await Self.expectRead(0..<4, mount)
            #expect(try await mount.shell("rm -r \"$XDG_CACHE_HOME/placesfs\"").status == 0)
            try await Self.expectRead(0..<8, mount)
            let cache = mount.environment["XDG_CACHE_HOME"].map { $0 + "/placesfs" } ?? ""
            #expect(try await Self.kept(0..<8, in: cache, mount) == 8)
            let mode = try await mount.shell("stat -c %a \"\(cache)\"/*/")
            #expect(mode.text == "700")
            try await mount.unmount()
            mount.simulator.ledger.reset()
            try await mount.mount()
            try await Self.expectRead(0..<8, mount)
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test(.proves("The cache's disk fills"))
    func `a file takes its folder's place and goes again: photos are read throughout`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 60_000...90_000)
        try await TestMount.run(numbered.configuration) { mount in
            try Self.writeWanted(numbered, to: mount)
            try await Self.expectRead(0..<4, mount)
            #expect(try await mount.shell("cd \"$XDG_CACHE_HOME\" && rm -r placesfs && touch placesfs").status == 0)
            try await Self.expectRead(0..<8, mount)
            #expect(mount.log.ranges(of: Self.refused).count == 1, "\(mount.log)")
            #expect(try await mount.shell("rm \"$XDG_CACHE_HOME/placesfs\"").status == 0)
            let cache = mount.environment["XDG_CACHE_HOME"].map { $0 + "/placesfs" } ?? ""
            // One that was just passed through stays so for its handles, the last of which is let go of after a grace.
            let deadline = ContinuousClock.now + .seconds(60)
            repeat {
                try await Self.expectRead(0..<12, mount)
            } while try await Self.kept(0..<12, in: cache, mount, tries: 300) < 12 && ContinuousClock.now < deadline
            #expect(try await Self.kept(0..<12, in: cache, mount) == 12)
            #expect(mount.log.ranges(of: Self.recovered).count == 1, "\(mount.log)")
        }
    }

    private static func writeWanted(_ numbered: NumberedLibrary, to mount: TestMount) throws {
        for photo in numbered.library.photos.indices {
            try mount.write(numbered.bytes(photo), to: "want-\(photo)")
        }
    }

    /// Past the copy in the kernel's page cache, through handles of their own.
    private static func expectRead(_ photos: Range<Int>, _ mount: TestMount) async throws {
        let read = try await mount.shell(
            """
            for number in $(seq \(photos.lowerBound) \(photos.upperBound - 1)); do
                dd if="$M/\(NumberedLibrary.directory())/photo $number.jpg" of=copy iflag=direct bs=64k status=none
                cmp copy want-$number || exit 1
            done
            """)
        #expect(read.status == 0, "\(read.text)\(read.errors)")
    }

    /// How many of the photos lie whole in the cache; waits a little, for they are renamed behind their readers.
    private static func kept(
        _ photos: Range<Int>, in cache: String, _ mount: TestMount, tries: Int = 3000
    ) async throws -> Int {
        let names = photos.map { NumberedLibrary.cacheFile($0) }.joined(separator: "\\|")
        let count = try await mount.shell(
            """
            for try in $(seq \(tries)); do
                count=$(find "\(cache)" -name '*.photo' | grep -c '\(names)')
                [ $count = \(photos.count) ] && break
                sleep 0.02
            done
            echo $count
            """)
        return Int(count.text) ?? -1
    }
}
