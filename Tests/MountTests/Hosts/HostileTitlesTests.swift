import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Hostile titles", .enabled(if: Repository.canMount))
struct HostileTitlesTests {
    private static let titles = [
        "../../etc/passwd", "/etc/passwd", "..", ".", "...", "-rf .", "--help", ".hidden", ".bashrc", "~root",
        "\u{1B}[2J\u{1B}]0;owned\u{7}red", "bell\u{7}\u{8}\u{8}", "line\none\r\ntwo", "tab\tbed", "nul\u{0}byte",
        "\u{202E}gpj.exe", "\u{2066}isolated\u{2069}", "zero\u{200B}width", "\u{FEFF}bom", "c1\u{9B}31m\u{85}end",
        "$(touch /tmp/owned)", "`id`", "a;b&c|d", "*?[x]", "<script>alert(1)</script>", "\"quoted\" 'single'",
        "back\\slash", "C:\\con", "CON", "nul.jpg", "map", "CREDITS", "No Images", "README.txt", "map.geojson",
        "photo.jpg", "photo.JPG", "PHOTO.jpg", "x.jpg.jpg", ".jpg", "e\u{301}", "é",
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "%s%n%x", " leading", "trailing ", "dots...", "   ", "\u{3000}\u{3000}", "\u{AD}\u{AD}",
        String(repeating: "long ", count: 2048), String(repeating: "東", count: 5000),
        String(repeating: "e\u{301}\u{302}\u{303}", count: 2000), String(repeating: "a", count: 251) + ".jpg",
    ]

    private static func configuration() -> Simulator.Configuration {
        Atlas.configuration { library in
            for (number, title) in titles.enumerated() {
                library.add(
                    SimulatedPhoto(
                        id: String(54_000_000_000 + number), title: title, description: title, tags: [title],
                        ownerName: title, realName: title, uploaded: 1_700_100_000 + Int64(number),
                        position: Atlas.nice,
                        woeid: "614274"))
            }
        }
    }

    private static let nice = "places/France/Nice"
    private static let options = ["--photos-per-place", "200"]

    @Test(.proves("Names are legal on FAT", "Names are unique", "Names are legal"))
    func `ls prints no control byte, and every photo is there under a legal name`() async throws {
        try await TestMount.run(Self.configuration(), options: Self.options) { mount async throws in
            // The raw bytes, as they go to a terminal that is none.
            let list = try await mount.shell("ls -A \"$M/\(Self.nice)\"")
            let bytes = list.output.filter { $0 != UInt8(ascii: "\n") }
            #expect(!bytes.contains { $0 < 0x20 || $0 == 0x7F })
            let scalars = list.text.unicodeScalars
            #expect(!scalars.contains { (0x80...0x9F).contains($0.value) || (0x202A...0x202E).contains($0.value) })
            #expect(!scalars.contains { (0x2066...0x2069).contains($0.value) || $0.value == 0xFEFF })
            let photos = list.lines.filter { $0.hasSuffix(".jpg") }
            #expect(photos.count == Self.titles.count + 1)
            for name in photos {
                #expect(name.utf8.count <= 251 && !name.hasPrefix("-") && !name.hasPrefix("."), "\(name)")
                #expect(!name.contains { "/\\|:\"<>?*".contains($0) }, "\(name)")
            }
            let folded = try await mount.shell("ls \"$M/\(Self.nice)\" | python3 -c '\(Self.countKeys)'")
            #expect(folded.text == "unique", "\(folded.text)")
            #expect(list.lines.filter { $0 == "map.geojson" || $0 == "CREDITS.txt" || $0 == ".hidden" }.count == 3)
            #expect(!list.lines.contains("No Images"))
        }
    }

    private static let countKeys = """
        import sys, unicodedata
        names = sys.stdin.read().splitlines()
        keys = {unicodedata.normalize("NFC", n).casefold() for n in names}
        print("unique" if len(keys) == len(names) else len(names) - len(keys))
        """

    @Test func `a shell's words reach each of them, and it is the right photo`() async throws {
        try await TestMount.run(Self.configuration(), options: Self.options) { mount async throws in
            let result = try await mount.shell(
                """
                cd "$M/\(Self.nice)"
                for f in *; do [ -e "$f" ] || echo "gone: $f"; done
                for f in *.jpg; do
                    id=$(getfattr --only-values -n user.places.id "$f")
                    grep -q "^{\\"type\\":\\"Feature\\",\\"id\\":\\"$id\\"" "${f%.jpg}.geojson" || echo "other: $f"
                done; [ -e /tmp/owned ] && echo owned
                """)
            #expect(result.text == "", "\(result.text)\(result.errors)")
            #expect(result.errors == "")
        }
    }

    @Test func `generated files stay one line a photo, valid and without controls`() async throws {
        try await TestMount.run(Self.configuration(), options: Self.options) { mount async throws in
            let credits = try await mount.shell("cd \"$M/\(Self.nice)\" && ls > /dev/null && cat CREDITS.txt")
            #expect(credits.lines.count == Self.titles.count + 1 + 2)
            let map = try await mount.shell("ogrinfo -ro -al -so \"$M/\(Self.nice)/map.geojson\"")
            #expect(map.text.contains("Feature Count: \(Self.titles.count + 1)\n"), "\(map.errors)")
            let hidden = try await mount.shell(
                "cd \"$M/\(Self.nice)\"; ls *.geojson | sort > \"$T/names\"; sort .hidden | diff - \"$T/names\"")
            #expect(hidden.status == 0, "\(hidden.text)")
            let script = """
                import os, sys
                for folder, _, names in os.walk("."):
                    for name in names + ["."]:
                        path = os.path.join(folder, name)
                        for attribute in os.listxattr(path):
                            value = os.getxattr(path, attribute).decode()
                            if any((ord(c) < 32 and c not in "\\n\\t") or 0x7f <= ord(c) < 0xa0 for c in value):
                                print(path, attribute, repr(value))
                        if path.endswith((".txt", ".geojson", ".hidden")):
                            data = open(path, "rb").read()
                            if any(b < 32 and b != 10 or b == 127 for b in data): print(path)
                """
            try mount.write(Array(script.utf8), to: "controls.py")
            let controls = try await mount.shell("cd \"$M/\(Self.nice)\" && python3 \"$T/controls.py\"")
            #expect(controls.text == "" && controls.status == 0, "\(controls.text)\(controls.errors)")
            // The status files show titles while a photo is being fetched.
            let stall = mount.simulator.faults.add(.stall(afterBytes: 2000), on: .images)
            let reader = try mount.start("cat \"$M/\(Self.nice)\"/*red*.jpg > /dev/null")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage })
            let status = try await mount.shell(
                """
                for try in $(seq 600); do grep -q reading "$M/.placesfs/status" && break; sleep 0.1; done
                cat "$M/.placesfs/status"
                """
            )
            #expect(status.text.contains("reading") && !status.output.contains { $0 < 0x20 && $0 != 0x0A })
            mount.simulator.faults.remove(stall)
            #expect(await reader.result().status == 0)
        }
    }

    @Test(.proves("Names are legal on FAT"), .enabled(if: TestSource.current.hasPlaces, "places of the source's list"))
    func `a place's name is as untrusted as a title`() async throws {
        let configuration = Atlas.configuration { library in
            for (number, name) in ["../..", "\u{1B}[31mRed", ".ssh", "map.geojson", "a/b\u{0}c", "\u{202E}txt"]
                .enumerated()
            {
                library.add(
                    SimulatedPlace(
                        woeid: "88\(number)", placeID: "sim.88\(number)", name: name,
                        region: .init(woeid: "89\(number)", placeID: "sim.89\(number)", name: name),
                        country: .init(
                            woeid: "90\(number)", placeID: "sim.90\(number)", name: number % 2 == 0 ? name : "Odd"),
                        position: .init(latitude: 1, longitude: 1)))
            }
        }
        try await TestMount.run(configuration) { mount async throws in
            let tree = try await mount.shell("cd \"$M/places\" && find . -maxdepth 2")
            #expect(tree.status == 0 && !tree.output.contains { $0 < 0x20 && $0 != 0x0A }, "\(tree.errors)")
            let shown = Set(tree.lines).subtracting(["./Odd/map.geojson", "./Odd/map.html", "./Odd/.hidden"])
            #expect(shown.filter { $0.hasPrefix("./Odd/") }.count == 3)
            #expect(
                !tree.text.contains("\u{202E}") && !tree.lines.contains { $0.hasSuffix("/..") || $0.hasSuffix("/.ssh") }
            )
            let listed = try await mount.shell("cd \"$M/places\" && ls -R > /dev/null")
            #expect(listed.status == 0, "\(listed.errors)")
        }
    }
}
