import Foundation
import Fuzzing
import PhotoTree
import TestSupport
import Testing

@testable import EmbeddedCredit

/// Photos with texts that have gone wrong somewhere, read by the strictest programs there are: a thousand in the long
/// tests.
@Suite struct AwkwardTextsTests {
    private static let pieces = [
        "&", "<", ">", "\"", "'", "]]>", "<!--", "-->", "&amp;", "&#0;", "\u{0}", "\u{1}", "\u{8}", "\u{B}", "\u{7F}",
        "\u{85}", "\u{FFFE}", "\u{FFFF}", "\u{1FFFE}", "\u{10FFFF}", "\u{FEFF}", "\u{202E}", "\u{2028}",
        "\n", "\r\n", "\t", " ", "  ", "東京", "é", "e\u{301}", "👩‍👩‍👧", "\\", "%s", "{}", "a", "Word", "©", "<?xpacket end",
        "</rdf:RDF>",
    ]

    private static let count = ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] == nil ? 60 : 1000

    private static func text(_ random: inout Mutator) -> String {
        let count = Int.random(in: 0..<(Int.random(in: 0..<20, using: &random) == 0 ? 3000 : 12), using: &random)
        return (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
    }

    private static func photo(_ random: inout Mutator) -> Photo {
        var photo = Photo.sample
        photo.title = text(&random)
        photo.description = text(&random)
        photo.ownerName = text(&random)
        photo.owner = Bool.random(using: &random) ? "" : text(&random)
        photo.tags = (0..<Int.random(in: 0..<8, using: &random)).map { _ in text(&random) }
        photo.pageURL = Bool.random(using: &random) ? "https://example.org/\(text(&random))" : text(&random)
        photo.license =
            Bool.random(using: &random)
            ? photo.license
            : License(id: "", name: text(&random), url: Bool.random(using: &random) ? text(&random) : nil)
        photo.coordinate = Coordinate(
            latitude: Double.random(in: -90...90, using: &random),
            longitude: Double.random(in: -180...180, using: &random))
        photo.taken = Timestamp(Int64.random(in: -80_000_000_000...300_000_000_000, using: &random))
        return photo
    }

    @Test func `exiftool, exiv2 and xmllint find nothing wrong in them, and the pixels are the source's`()
        async throws
    {
        let pictures = try await Pictures()
        let folder = pictures.folder.path + "/many"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try pictures.write(pictures.jpeg, to: folder + "/source.jpg")
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        for index in 0..<Self.count {
            var random = Mutator(seed: seed, index: UInt64(index))
            let photo = Self.photo(&random)
            let file = served(pictures.jpeg, photo)
            try pictures.write(file, to: folder + "/\(index).jpg")
            let packet = XMPPacket(CreditFields(photo, sourceName: "Flickr")).bytes
            try pictures.write(packet, to: folder + "/\(index).xmp")
            // What the photo is has come back, whoever reads it.
            let found = try #require(EmbeddedCreditReader.credit(in: file), "seed \(seed), \(index)")
            #expect(!found.line.isEmpty)
        }
        // Every warning of every file, in the order of names; the source's has none of them.
        let checked = try await run(
            "bash", "-c",
            "cd '\(folder)' && exiftool -q -q -validate -warning -error -a -if '$warning or $error' -p "
                + "'$filename: $warning $error' *.jpg | head -n 5")
        #expect(checked.text == "", "seed \(seed)")
        let wellFormed = try await run("bash", "-c", "cd '\(folder)' && xmllint --noout *.xmp 2>&1 | head -n 5")
        #expect(wellFormed.text == "", "seed \(seed)")
        let printed = try await run(
            "bash", "-c",
            "cd '\(folder)' && { exiv2 -q -pa pr *.jpg >/dev/null && exiv2 -q -pX pr 1?.jpg >/dev/null; } 2>&1")
        #expect(printed.status == 0, "\(printed.text.prefix(300)), seed \(seed)")
        let pixels = try await run(
            "bash", "-c",
            "cd '\(folder)' && djpeg source.jpg | sha1sum; for f in *.jpg; do djpeg $f | sha1sum; done | sort -u")
        #expect(Set(pixels.lines).count == 1)
        #expect(pixels.lines.count == 2)
    }
}
