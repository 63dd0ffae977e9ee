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
            let pid = try await mount.daemon()
            let devices = try await mount.shell(
                "nsenter -n -t \(pid) cat /proc/net/dev | grep -c ':'; nsenter -n -t \(pid) ip -o addr | wc -l")
            #expect(devices.lines == ["1", "0"], "\(devices.text)\(devices.errors)")

            let done = try await mount.shell(
                """
                D="\(KeepTests.directory)"; A="$M/albums/Poster"
                ls "$D" | grep -c 'jpg$'; n=0; until [ -e "$A/map.html" ]; do sleep 0.05; n=$((n + 1)); [ $n -lt 200 ] || exit 1; done
                ls "$A" | grep -c 'jpg$'; cd "$T"; \(KeepTests.compare(8))
                cp -r "$D" "$T/after" && diff -r "$T/before" "$T/after" && echo 'the same'
                cp -a "$A" "$T/album" && cmp "$T/album/2.jpg" "$D/photo 2.jpg" && echo copied
                for d in "$D" "$A"; do
                    python3 "\(Script.path("Kept/archive.py"))" "$d" "$T/a.tar"
                    python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["features"]))' "$d/map.geojson"
                    grep -c Leaflet "$d/map.html" > /dev/null && [ -s "$d/CREDITS.txt" ] && [ -s "$d/photos.csv" ] && echo told
                    ls "$d/.small" | wc -l; cat "$d/.small/"* | wc -c | grep -vx 0 > /dev/null && echo small
                    \(KeepTests.command) credits "$d"/*.jpg | wc -l
                done
                \(KeepTests.command) credits "$T/album/2.jpg" | wc -l
                ls "$M/\(NumberedLibrary.directory(1))" 2>&1 | grep -o 'Network is unreachable'
                """)
            #expect(
                done.lines == [
                    "8", "3", "the same", "copied", "archived", "8", "told", "8", "small", "8", "archived", "3", "told",
                    "3",
                    "small", "3", "1", "Network is unreachable",
                ], "\(done.text)\(done.errors)")
            #expect(mount.simulator.ledger.count == 0, "\(mount.simulator.ledger.entries.map(\.path))")
        }
    }
}
