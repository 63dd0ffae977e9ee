import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("A pin and its photos are removed", .enabled(if: Repository.canMount))
struct PinRemovalTests {
    private static let tower = PinnedWorld.Spot(48.8584, 2.2945, photos: 20)
    private static let pin = "48.8584,2.2945 Eiffel Tower"

    /// In pins/; P is the pin.
    private static let ways = [
        "rm -r \"$P\"", "rm -rf \"$P\"", "rmdir \"$P\"", "gio remove \"$P\"", "find \"$P\" -delete",
        "rm -r ./*,*", "rm -rv \"$P\" > /dev/null", "cd \"$P\" && rm -r \"$M/pins/$P\"",
        "/usr/bin/python3 -c 'import shutil, sys; shutil.rmtree(sys.argv[1])' \"$P\"",
        // As file managers do it: children first, by what a listing said, then the folder.
        "find \"$P\" -mindepth 1 -print0 | xargs -0 rm && rmdir \"$P\"",
        "mv \"$P\" \"$T/copy\" && [ \"$(ls \"$T/copy\" | wc -l)\" = 44 ]",
    ]

    @Test(.proves("`rm` removes a photo from a collection"), arguments: ways)
    func `a pin goes, whatever removes it`(way: String) async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.tower)) { mount in
            let removed = try await mount.inPins(
                """
                P='\(Self.pin)'; mkdir "$P" 1,1 && settled "$P" && stat -c %i "$P" && ls "$P" > /dev/null || exit 9
                (\(way)) || exit 8
                [ -e "$P" ] && echo there
                ls
                """)
            let kept = way.contains("./*,*") ? PinnedWorld.empty : ["1,1", "map.geojson", "map.html"]
            #expect(removed.status == 0 && Array(removed.lines.dropFirst()) == kept, "\(removed)")
            #expect(removed.errors == "")
            try await mount.unmount()
            try await mount.mount()
            let again = try await mount.inPins(
                "ls; mkdir '\(Self.pin)' && settled 48* && photos 48* | wc -l; stat -c %i 48*")
            #expect(Array(again.lines.prefix(kept.count)) == kept, "it is gone for good: \(again)")
            #expect(again.lines.dropFirst(kept.count).first == "20", "and may be made again, with all its photos")
            #expect(again.lines.last != removed.lines.first, "as another folder")
        }
    }

    @Test func `a bare rmdir removes a placeholder, and rm -r, too`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let removed = try await mount.inPins(
                """
                mkdir 'Untitled Folder' && rmdir 'Untitled Folder' && mkdir 'Untitled Folder' && rm -r 'Untitled Folder' && ls
                """)
            #expect(removed.lines == PinnedWorld.empty, "\(removed.errors)")
        }
    }

    @Test func `a pin may go while its collection is loading`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.tower)) { mount in
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: .searches)
            let removed = try await mount.inPins(
                "mkdir '\(Self.pin)' && rmdir 48* && mkdir '\(Self.pin)' && rm -r 48* && ls")
            #expect(removed.lines == PinnedWorld.empty, "\(removed)")
            mount.simulator.faults.remove(gate)
            let again = try await mount.inPins("ls; mkdir 1,1 && settled 1,1 && ls")
            #expect(again.lines == PinnedWorld.empty + ["1,1", "map.geojson", "map.html"], "\(again)")
            #expect(!mount.log.contains("error"), "\(mount.log)")
        }
    }

    @Test(.proves("`rm` removes a photo from a collection"))
    func `a photo that was removed stays away for good, over later collections and remounts`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.tower)) { mount in
            let removed = try await mount.inPins(
                """
                mkdir '\(Self.pin)' && settled 48* && cd 48* || exit 9
                rm 0-3.jpg && rm 0-7.jpg 0-7.geojson 0-8.geojson map.geojson CREDITS.txt .hidden 'New Collection.txt' && ls | grep -c jpg
                ls -A | grep -v '^0-'; ls 0-8.geojson; ls 0-3.* 2>&1 | grep -c 'No such'; grep -cw '0-3' map.geojson .hidden CREDITS.txt
                """)
            #expect(
                removed.lines == [
                    "18", ".hidden", "CREDITS.txt", "New Collection.txt", "map.geojson", "map.html", "0-8.geojson", "1",
                    "map.geojson:0", ".hidden:0", "CREDITS.txt:0",
                ], "\(removed)")
            for round in 0..<3 {
                let before = mount.searches
                if round == 1 {
                    try await mount.unmount()
                    try await mount.mount()
                }
                let collected = try await mount.inPins(
                    "cd 48* && touch 'New Collection.txt' && settled . && ls | grep jpg; stat 0-3.jpg 0-7.jpg 2>&1 | grep -c 'No such'"
                )
                #expect(mount.searches > before)
                #expect(collected.lines.count == 19 && collected.lines.last == "2", "\(collected)")
                #expect(!collected.lines.contains("0-3.jpg") && !collected.lines.contains("0-7.jpg"))
            }
        }
    }

    @Test func `a photo removed from one collection stays in the others, in places, and as it was`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.tower)) { mount in
            let removed = try await mount.inPins(
                """
                mkdir '\(Self.pin)' '48.859,2.295 Near by' && settled *Tower && settled *by || exit 9
                [ *Tower/0-1.jpg -ef *by/0-1.jpg ] && echo one
                cat *Tower/0-1.jpg | md5sum > "$T/sum"; exec 3< *Tower/0-1.jpg
                rm *Tower/0-1.jpg && photos *Tower | wc -l && photos *by | wc -l
                md5sum < *by/0-1.jpg | cmp - "$T/sum" && md5sum <&3 | cmp - "$T/sum" && echo same
                stat -c %h *by/0-1.jpg
                """)
            #expect(removed.lines == ["one", "19", "20", "same", "2"], "\(removed)")
        }
    }
}
