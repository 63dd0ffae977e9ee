import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Ten thousand pins", .enabled(if: Repository.canMount))
struct ManyPinsTests {
    /// Adds pins to a catalog as if somebody had dropped them all and their collections had come.
    private static let fill = Script.text("Collections/many-pins.py")

    @Test(.proves("Opening, listing or copying maps"))
    func `neither map nor page of ten thousand pins costs noticeable memory or waits for the other`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            #expect(try await mount.inPins("mkdir 1,1 && settled 1,1").status == 0)
            try await mount.unmount()
            try mount.write(Array(Self.fill.utf8), to: "fill.py")
            let filled = try await mount.shell("python3 fill.py \"$XDG_DATA_HOME\"/placesfs/*/catalog.sqlite")
            #expect(filled.status == 0, "\(filled.errors)")
            try await mount.mount()
            let daemon = try await mount.daemon()
            let listed = try await mount.inPins("ls | wc -l; grep VmHWM /proc/\(daemon)/status | grep -o '[0-9]*'")
            #expect(listed.lines.first == "10002", "\(listed.errors)")
            let before = try #require(listed.lines.last.flatMap { Int($0) })
            // Every file is opened before the first is read.
            let read = try await mount.inPins(
                """
                python3 - <<'END'
                import json, os
                pages = [open('map.html', 'rb') for _ in range(60)]
                maps = [open('map.geojson', 'rb') for _ in range(60)]
                map, page = maps[0].read(), pages[0].read()
                assert all(file.read() == map for file in maps[1:]) and all(file.read() == page for file in pages[1:])
                assert len(map) == os.stat('map.geojson').st_size and len(page) == os.stat('map.html').st_size
                assert map in page
                print(len(json.loads(map)['features']))
                END
                grep VmHWM /proc/\(daemon)/status | grep -o '[0-9]*'
                """)
            #expect(read.lines.first == "10000", "\(read.errors)")
            let after = try #require(read.lines.last.flatMap { Int($0) })
            print("10,000 pins, map and page open 60 times each: \(before) KiB before, \(after) KiB after")
            // 3 MB of map, made once and shared; each handle's own copy would be 360 MB.
            #expect(after - before < 32 << 10)
        }
    }
}
