import Fuzzing
import Testing

@testable import PhotoTree

@Suite("Names in albums") struct AlbumNameTests {
    @Test(arguments: [
        ("x.jpg", "x.jpg"), ("x.JPG", "x.jpg"), ("x.png", "x.jpg"), ("x.jpeg", "x.jpg"), ("x.hif", "x.jpg"),
        ("x.jxl", "x.jpg"), ("x", "x.jpg"),
        ("Mr. Smith", "Mr. Smith.jpg"), (".jpg", ".jpg.jpg"), ("a.b.HEIC", "a.b.jpg"), ("x.txt", "x.txt.jpg"),
        ("e\u{301}.png", "e\u{301}.jpg"), ("x.jpg\u{301}", "x.jpg\u{301}.jpg"),
    ])
    func `a picture's ending is replaced, another name gets one`(given: String, listed: String) {
        let name = AlbumName.listed(given)
        #expect(name.map { Array($0.utf8) } == Array(listed.utf8))
    }

    @Test func `a stem of 247 bytes is the longest`() {
        let stem = String(repeating: "x", count: 247)
        #expect(AlbumName.listed(stem + ".png") == stem + ".jpg" && AlbumName.listed(stem + "x.jpg") == nil)
        #expect(AlbumName.listed("") == nil)
        #expect(AlbumName.distinct(stem + ".jpg", PhotoID("123")).utf8.count <= 251)
    }

    @Test(arguments: [
        (".x.jpg.Ab12Cd", "x.jpg"), ("x.jpg.part", "x.jpg"), (".goutputstream-ABC123", ""), ("x.partial", "x"),
        (".map.html.000000", "map.html"),
    ])
    func `provisional names say which name comes`(name: String, final: String) {
        #expect(CopyName.final(of: name) == final)
    }

    @Test(arguments: [".hidden", "x.jpg", ".x.jpg.Ab12C", ".x.jpg.Ab12C-", "part", ".part", ".abcdef", "..Ab12Cd"])
    func `other names are final`(name: String) { #expect(CopyName.final(of: name) == nil) }

    @Test func `our own files are known by name and by what they begin with`() {
        for name in ["map.html", "MAP.GEOJSON", "CREDITS.txt", "x.geojson", "x.XMP", ".hidden", "photos.csv"] {
            #expect(CopyName.isOurs(name), "\(name)")
        }
        for name in ["x.jpg", ".geojson", "map.jpg", "credits.pdf"] { #expect(!CopyName.isOurs(name), "\(name)") }
        #expect(CopyName.isOurs(Array("<?xpacket begin=\"".utf8)) && !CopyName.isOurs(Array("<html>".utf8)))
    }

    @Test func `whatever a name is, its listed form is itself`() async throws {
        try await Fuzz.run(
            "AlbumName", seeds: ["x.png", "e\u{301}.jpg", ".a.Ab12Cd", "Mr. Smith"], hostile: HostileText.all
        ) {
            name, _ in
            guard let listed = AlbumName.listed(name) else { return }
            try Fuzz.demand(
                AlbumName.listed(listed)?.utf8.elementsEqual(listed.utf8) == true, "\(listed.debugDescription)")
            try Fuzz.demand(listed.utf8.count <= AlbumName.maximumStemBytes + 4, "\(listed.utf8.count) bytes")
            try Fuzz.demand(listed.utf8.suffix(4).elementsEqual(".jpg".utf8), "\(listed.debugDescription)")
            _ = (CopyName.final(of: name), CopyName.isOurs(name))
        }
    }
}
