import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Hostile texts on maps", .enabled(if: Repository.canMount))
struct MapTextsTests {
    private static let texts = [
        "</script><script>alert(1)</script>", "<!--<script>", "]]>", "--!>", "\"});alert(1);//", "\\",
        "\\u003c/script>",
        "<img src=x onerror=alert(1)>", "&lt;b&gt;", "\u{2028}alert(1)\u{2029}", "</SCRIPT\t>", "<\u{0}/script>",
        "\u{202E}\u{2066}", "\u{FEFF}", "${alert(1)}", "`", "'", "javascript:alert(1)", "\r\n\r\n<script>",
    ]

    private static let isFlickr = TestSource.current == .flickr
    private static let topic = TestSource.current.firstTopic
    /// Flickr has a place of this name; a topic of Commons has the name of a category, without slash and angle
    /// brackets.
    private static let heading = isFlickr ? "<script>alert(1)</script>" : "&lt;script&gt;alert(1)"

    /// As the source tells a title: that of a file of Commons is HTML.
    private static func title(_ text: String) -> String {
        isFlickr ? text : text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static func configuration() -> Simulator.Configuration {
        Atlas.configuration { library in
            for (number, text) in texts.enumerated() {
                library.add(
                    SimulatedPhoto(
                        id: String(54_000_000_000 + number), title: title(text), description: title(text),
                        tags: [topic, text], ownerName: text, realName: text,
                        uploaded: 1_700_100_000 + Int64(number),
                        position: Atlas.nice, woeid: "614274"))
            }
            library.add(
                SimulatedPlace(
                    woeid: "901", placeID: "sim.901", name: "<script>alert(1)</script>",
                    region: .init(woeid: "902", placeID: "sim.902", name: "</script><!--"),
                    country: .init(woeid: "903", placeID: "sim.903", name: "</title><script>alert(1)"),
                    position: .init(latitude: 1, longitude: 1)))
        }
    }

    /// Python's own parser takes the pages apart: those of hostile lists have the elements of an empty list's, and what
    /// differs stands in the two blocks of data.
    @Test(.proves("What a photo is called and said"))
    func `hostile titles are text in pages, and nothing else`() async throws {
        try await TestMount.run(Self.configuration(), options: ["--photos-per-place", "200"]) { mount async throws in
            // Not a thousand places of the gazetteer.
            let lists =
                Self.isFlickr ? #"["*", "*/*", "*/*/*"]"# : #"["*", "places/France/Nice", "tags/*", "tags/*/*"]"#
            // HTML has blanks of one kind.
            let blank = Self.isFlickr ? "\\t" : " "
            let seen = try await mount.shell(
                #"""
                cd "$M" && mkdir 'pins/1,2 <!--<script>alert(1)<' && \#(Self.isFlickr ? "true" : "mkdir 'tags/\(Self.heading)'") &&
                python3 "\#(Script.path("Maps/texts.py"))" '\#(lists)' $'\#(blank)' '\#(Self.heading)'
                """#)
            #expect(
                seen.lines == ["True", "True", "True", "True", "True True True"], "\(seen.text)\(seen.errors)")
        }
    }
}
