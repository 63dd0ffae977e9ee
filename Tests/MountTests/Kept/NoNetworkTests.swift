import Foundation
import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// The daemon runs in a network namespace of its own, in which not even the loopback is up.
@Suite(
    "Kept folders where there is no network",
    .enabled(if: Repository.canMount && geteuid() == 0, "a network namespace takes root"))
struct NoNetworkTests {
    @Test(.proves("A kept folder works offline", "What an album holds is kept"))
    func `a kept place and an album are listed, copied, archived, mapped and credited without any network`()
        async throws
    {
        try await Self.run { mount async throws in
            let pid = try await mount.daemon()
            let devices = try await mount.shell(
                "nsenter -n -t \(pid) cat /proc/net/dev | grep -c ':'; nsenter -n -t \(pid) ip -o addr | wc -l")
            #expect(devices.lines == ["1", "0"], "\(devices.text)\(devices.errors)")

            let settings = """
                P='\(KeepTests.command)' archive='\(Script.path("Kept/archive.py"))'
                D="\(KeepTests.directory)" A="$M/albums/Poster" other="$M/\(NumberedLibrary.directory(1))"
                compare() {
                \(KeepTests.compare(8))
                }

                """
            let done = try await mount.shell(
                settings + Script.text("Kept/no-network.sh"))
            #expect(
                done.lines == [
                    "8", "3", "the same", "copied", "archived", "8", "told", "8", "small", "8", "archived", "3", "told",
                    "3",
                    "small", "3", "1", "Network is unreachable",
                ], "\(done.text)\(done.errors)")
            #expect(mount.simulator.ledger.count == 0, "\(mount.simulator.ledger.entries.map(\.path))")
        }
    }

    /// The browser's own network is the loopback, by which it is driven.
    @Test(
        .proves("A kept folder works offline"),
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")))
    func `a browser shows the map of a kept place and of an album with small pictures`() async throws {
        try await Self.run { mount async throws in
            let shown = try await mount.shell(
                """
                \(FreshnessTests.await("[ -e \"$M/albums/Poster/map.html\" ]")) || exit 1
                exec unshare -n sh -c 'ip link set lo up; exec timeout 120 python3 -B "$@"' sh \
                    "\(Repository.root)/Tests/MapPageTests/Browser/mount.py" "$M" "\(NumberedLibrary.directory())" albums/Poster
                """)
            #expect(
                shown.lines == ["\(NumberedLibrary.directory()): 8 shown", "albums/Poster: 3 shown"],
                "\(shown.text)\(shown.errors.suffix(2000))")
            #expect(mount.simulator.ledger.count == 0, "\(mount.simulator.ledger.entries.map(\.path))")
        }
    }

    @Test(
        .proves("A kept folder works offline"), .enabled(if: Gallery.isDesktopWanted, "PLACESFS_DESKTOP is not set"),
        arguments: ["$M/\(NumberedLibrary.directory())/photo 4.jpg", "$M/albums/Poster/2.jpg"])
    func `a viewer shows a kept photo, and that is a view`(photo: String) async throws {
        let viewer = DesktopTests.Client(program: "eog")
        if try viewer.isMissing() { return }
        try await Self.run { mount async throws in
            try await DesktopTests.open(viewer, on: mount, at: photo) {
                _ = try? await mount.shell(FreshnessTests.await("ls \"$M/recents\" | grep -q '^01 .*jpg$'"))
            }
            let name = photo.hasSuffix("2.jpg") ? "photo 2.jpg" : "photo 4.jpg"
            #expect(try await mount.shell("ls \"$M/recents\" | grep jpg").text == "01 \(name)")
            #expect(mount.simulator.ledger.count == 0, "\(mount.simulator.ledger.entries.map(\.path))")
        }
    }

    /// With a place of eight photos kept, and three of them in the album `Poster`.
    private static func run(_ body: (TestMount) async throws -> Void) async throws {
        let numbered = NumberedLibrary(places: 2, photosPerPlace: 8, imageBytes: 60_000...90_000)
        try await TestMount.run(numbered.configuration, options: EmbeddedBytes.options) { mount async throws in
            try KeepTests.prepare(mount, numbered, 8)
            let kept = try await mount.shell(
                """
                D="\(KeepTests.directory)"; \(KeepTests.command) keep "$D" > /dev/null; mkdir "$M/albums/Poster"
                for n in 0 1 2; do ln "$D/photo $n.jpg" "$M/albums/Poster/$n.jpg"; done; \(KeepTests.whole("$M/albums/Poster", 3))
                cp -r "$D" "$T/before"
                """)
            #expect(kept.status == 0, "\(kept.text)\(kept.errors)")
            try await mount.unmount()
            mount.simulator.ledger.reset()
            let mounted = try await ChildProcess(
                ["unshare", "-n"] + mount.mountCommand(), environment: mount.environment
            ).result()
            try #require(mounted.status == 0, "\(mounted.errors)")
            try await body(mount)
        }
    }
}
