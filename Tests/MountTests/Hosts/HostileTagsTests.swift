import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Titles and names of places are in HostileTitlesTests. Flickr normalises the tags of its answers; these come raw.
@Suite("Hostile tags, collections and maps", .enabled(if: Repository.canMount))
struct HostileTagsTests {
    /// Without blanks, which part tags in an answer.
    private static let tags = [
        "../../etc/passwd", "..", ".", "/", "-rf", "--help", ".hidden", "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{202E}gpj",
        "\u{2066}isolated\u{2069}", "zero\u{200B}width", "nul\u{0}byte", "c1\u{9B}31m\u{85}", "$(touch", "`id`",
        "a;b&c|d",
        "*?[x]", "<script>", "\"quoted\"", "back\\slash", "CON", "map.geojson", "CREDITS.txt", "No_Images",
        "README.txt",
        "New_Collection.txt", ".placesfs", "e\u{301}", "é", "É", "%s%n%x", "\u{FEFF}", "\u{AD}",
        String(repeating: "long", count: 2560), String(repeating: "東", count: 3400),
    ]

    private static func answer() throws -> [UInt8] {
        let photos = tags.enumerated().map { number, tag -> [String: Any] in
            [
                "id": String(55_000_000_000 + number), "secret": "0123456789", "server": "65535", "farm": 66,
                "owner": "12345678@N00", "ownername": tag, "title": tag, "description": ["_content": tag],
                "tags": "cs193pspot quad \(tag)", "machine_tags": tag, "license": "4", "dateupload": "1700000000",
                "datetaken": tag, "latitude": "48.\(number)", "longitude": "2.3", "accuracy": "16", "media": "photo",
                "url_b": "https://live.staticflickr.com/65535/\(55_000_000_000 + number)_0123456789_b.jpg",
                "width_b": 1024, "height_b": 768, "ispublic": 1, "pathalias": tag, "views": "7",
            ]
        }
        let members: [String: Any] = ["page": 1, "pages": 1, "perpage": 500, "total": tags.count, "photo": photos]
        return Array(try JSONSerialization.data(withJSONObject: ["photos": members, "stat": "ok"]))
    }

    /// Prints what is not as it should be, of everything in the folders it is given.
    private static let check = Script.text("Hosts/hostile-tags.py")

    @Test(
        .proves("Names are legal"),
        .enabled(if: TestSource.current == .flickr, "an answer of Flickr's: categories are titles, which are legal"))
    func `every name is legal, unique and opens, in topics, collections and recents`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            mount.simulator.faults.add(
                .body(try Self.answer(), contentType: "application/json"), on: .searches)
            try mount.write(Array(Self.check.utf8), to: "check.py")
            let made = try await mount.inPins(
                "ls \"$M/tags/cs193pspot\" > /dev/null && mkdir 48.5,2.3 && settled 48.5,2.3")
            #expect(made.status == 0, "\(made.errors)")
            let checked = try await mount.shell(
                "python3 check.py \"$M/tags\" \"$M/pins\" \"$M/places/France/Paris\"", timeout: .seconds(120))
            #expect(checked.lines.count == 1, "\(checked.text.prefix(3000))\(checked.errors)")
            let seen = Int(checked.text.split(separator: " ").last ?? "") ?? 0
            #expect(seen > 4 * Self.tags.count, "\(seen)")
            let listed = try await mount.shell("ls -A \"$M/tags/cs193pspot\" \"$M/pins/48.5,2.3\"")
            #expect(!listed.output.contains { $0 < 0x20 && $0 != 0x0A })
            #expect(listed.lines.contains("Quad"))
            let daemon = try await mount.daemon()
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.daemon() != daemon)
            let again = try await mount.shell("ls -A \"$M/tags/cs193pspot\" \"$M/pins/48.5,2.3\"")
            #expect(again.text == listed.text, "and stays over a remount")
        }
    }

    @Test(.proves("Names are legal"))
    func `what users type is refused or made legal, and nothing else happens`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            for folder in ["tags", "pins", "places", "places/France"] {
                let script = """
                    cd "$M/\(folder)" || exit 9
                    for name in $'\\e[2J' $'new\\nline' $'\\xff\\xfe' '$(touch owned)' '-rf' "$(printf 'x%.0s' {1..255})" \
                        $'\\u202egpj' '*' '"' '|' "0,0'; drop table pin; --" '1e999999,1' 'nan,nan' '91,181'; do
                        timeout 20 mkdir -- "$name" 2>> "$T/said"; [ $? -lt 2 ] || echo "stuck: $name"
                    done
                    ls -A | grep -v -e '^$' | LC_ALL=C grep '[[:cntrl:]]'; [ -e owned ] && echo owned
                    for name in *; do [ -e "$name" ] || echo "gone: $name"; done; true
                    """
                let typed = try await mount.shell(script, timeout: .seconds(120))
                #expect(typed.text == "" && typed.status == 0, "\(folder): \(typed.text)\(typed.errors)")
            }
            #expect(try await mount.shell("ls \"$M/\(Atlas.paris)\" | grep -c jpg").text == "6")
        }
    }
}
