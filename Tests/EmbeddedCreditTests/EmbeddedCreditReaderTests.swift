import PhotoTree
import TestSupport
import Testing

@testable import EmbeddedCredit

@Suite struct EmbeddedCreditReaderTests {
    @Test func `what was put in comes back whole`() async throws {
        let pictures = try await Pictures()
        for file in [pictures.jpeg, pictures.png] {
            let found = try #require(EmbeddedCreditReader.credit(in: served(file, .sample)))
            #expect(found.line == PhotoCredit(.sample).line)
            #expect(found.credit.title == "Sunset at the Pont d'Iéna")
            #expect(found.credit.author == "Ann Lee")
            #expect(found.credit.license?.name == "CC BY 2.0")
            #expect(found.credit.license?.url == "https://creativecommons.org/licenses/by/2.0/")
            #expect(found.credit.page == "https://example.org/photos/1/123/")
        }
    }

    @Test func `what somebody else wrote is read, too`() async throws {
        let pictures = try await Pictures()
        let byXMP = try await pictures.jpeg(
            "-XMP-dc:Creator=Bo & \"Co\"", "-XMP-dc:Title=A <bridge>", "-XMP-xmpRights:UsageTerms=CC BY 4.0")
        let xmp = try #require(EmbeddedCreditReader.credit(in: byXMP))
        #expect(xmp.line == "\"A <bridge>\" by \"Bo & 'Co'\", CC BY 4.0")
        let byExif = try await pictures.jpeg("-EXIF:Artist=Bo", "-EXIF:Copyright=2020 Bo")
        #expect(EmbeddedCreditReader.credit(in: byExif)?.line == "Untitled by Bo, 2020 Bo")
        #expect(EmbeddedCreditReader.credit(in: pictures.jpeg) == nil)
        #expect(EmbeddedCreditReader.credit(in: try await pictures.jpeg("-Make=Canon")) == nil)
        let blank = try await pictures.jpeg("-EXIF:Artist=    ", "-EXIF:Copyright=          ")
        #expect(EmbeddedCreditReader.credit(in: blank) == nil)
    }

    @Test(
        arguments: [
            (
                ["-IPTC:By-line=Jane Doe", "-IPTC:Credit=Getty Images", "-IPTC:ObjectName=A bridge"],
                "\"A bridge\" by Jane Doe / Getty Images, licence unknown"
            ),
            (["-IPTC:Credit=AP", "-IPTC:CopyrightNotice=(c) AP"], "Untitled by AP, (c) AP"),
            (["-EXIF:XPAuthor=Jâne Doe"], "Untitled by Jâne Doe, licence unknown"),
            (["-EXIF:OwnerName=Jane Doe"], "Untitled by Jane Doe, licence unknown"),
            (
                ["-XMP-dc:Creator=Jane Doe", "-XMP-dc:Creator=Ann Lee"],
                "Untitled by Jane Doe, Ann Lee, licence unknown"
            ),
            (
                ["-XMP-dc:Creator=Jane Doe", "-EXIF:Artist=Ann Lee", "-EXIF:Copyright=CC BY 4.0"],
                "Untitled by Jane Doe, CC BY 4.0"
            ),
            (
                ["-XMP-dc:Creator=Jane Doe", "-XMP-photoshop:Credit=Getty Images"],
                "Untitled by Jane Doe / Getty Images, licence unknown"
            ),
            (
                ["-XMP-dc:Creator=Jane Doe", "-XMP-cc:License=http://creativecommons.org/licenses/by-sa/4.0/"],
                "Untitled by Jane Doe, CC BY-SA 4.0"
            ),
            (
                [
                    "-XMP-dc:Creator=Jane", "-XMP-dc:Rights=(c) Jane",
                    "-XMP-cc:License=http://creativecommons.org/licenses/by/4.0/",
                ], "Untitled by Jane, CC BY 4.0"
            ),
            (
                [
                    "-XMP-dc:Creator=Jane", "-XMP-dc:Rights=(c) Jane. All rights reserved",
                    "-XMP-cc:License=http://creativecommons.org/licenses/by/4.0/",
                ], "Untitled by Jane, (c) Jane. All rights reserved"
            ),
            (["-IPTC:By-line=Ann Lee", "-EXIF:Artist=Jane Doe"], "Untitled by Ann Lee, licence unknown"),
            (
                ["-EXIF:Artist=Jane Doe", "-EXIF:Copyright=All rights reserved"],
                "Untitled by Jane Doe, All rights reserved"
            ),
            (["-EXIF:Artist=PENTAX", "-EXIF:Copyright=CC0 1.0"], "Untitled by unknown author, CC0 1.0"),
            (["-EXIF:Artist=Picasa", "-EXIF:Copyright=All rights reserved"], nil),
            (["-EXIF:Artist=unknown"], nil), (["-IPTC:By-line=none", "-EXIF:Make=Canon"], nil),
        ] as [([String], String?)])
    func `each field that names somebody is read, the likelier first`(tags: [String], line: String?) async throws {
        let pictures = try await Pictures()
        let found = EmbeddedCreditReader.credit(in: try await pictures.tagged(pictures.jpeg, "jpg", tags))
        #expect(found?.line == line)
    }

    @Test func `text that is no UTF-8 is Windows-1252`() async throws {
        let pictures = try await Pictures()
        let latin = try await pictures.jpeg("-charset", "exif=cp1252", "-EXIF:Artist=Zoë “Z” Müller")
        #expect(EmbeddedCreditReader.credit(in: latin)?.credit.author == "Zoë “Z” Müller")
        let agency = try await pictures.jpeg("-charset", "iptc=cp1252", "-IPTC:By-line=François")
        #expect(EmbeddedCreditReader.credit(in: agency)?.credit.author == "François")
        let text = try await pictures.tagged(pictures.png, "png", ["-PNG:Author=Müller"])
        #expect(EmbeddedCreditReader.credit(in: text)?.credit.author == "Müller")
        #expect(
            LegacyText.decoded(Array("Müller, Zoë".utf8.dropLast())) == "Müller, Zo",
            "a field that ends within a character")
        #expect(LegacyText.decoded([0x5A, 0x6F, 0xEB]) == "Zoë")
    }

    @Test(arguments: [
        ("webp", "cwebp -quiet -metadata all in.jpg -o out"), ("webp", "convert in.jpg webp:out"),
        ("png", "convert in.jpg png:out"), ("tiff", "convert in.jpg tiff:out"),
        ("avif", "avifenc -s 10 in.jpg out.avif > /dev/null && mv out.avif out"),
        ("png", "exiftool -q -z -o out.png -tagsFromFile in.jpg -all:all base.png && mv out.png out"),
        ("tiff", "convert in.jpg -endian MSB tiff:out"),
    ])
    func `a converted file is read, whatever wrote its credit`(kind: String, script: String) async throws {
        let pictures = try await Pictures()
        let ours = served(pictures.jpeg, .sample)
        let agency = try await pictures.jpeg("-IPTC:By-line=Jane Doe", "-IPTC:CopyrightNotice=CC BY 4.0")
        let camera = try await pictures.jpeg("-EXIF:Artist=Bo Ek", "-EXIF:Copyright=2020 Bo Ek")
        let others = [(camera, "Untitled by Bo Ek, 2020 Bo Ek"), (agency, "Untitled by Jane Doe, CC BY 4.0")]
        // cwebp and avifenc leave IPTC out, ImageMagick EXIF in TIFF.
        let kept = kind == "tiff" ? [others[1]] : script == "convert in.jpg png:out" ? others : [others[0]]
        for (file, line) in [(ours, PhotoCredit(.sample).line)] + kept {
            try pictures.write(file, to: pictures.folder.path + "/in.jpg")
            let converted = try await run("bash", "-c", "cd '\(pictures.folder.path)' && rm -f out* && \(script)")
            try #require(converted.status == 0, "\(converted.errors)")
            let bytes = try Pictures.read(pictures.folder.path + "/out")
            #expect(EmbeddedCreditReader.credit(in: bytes)?.line == line)
            // As it is read from a disk, piece by piece.
            let onDisk = ImageBytes(count: bytes.count) { Array(bytes[$0]) }
            #expect(EmbeddedCreditReader.credit(in: onDisk)?.line == line)
        }
    }

    @Test func `packets in UTF-16, and texts between marks, are read`() {
        let packet =
            "<x><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
            + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:creator><![CDATA[Bo & <Co>]]></dc:creator></rdf:Description>"
        #expect(XMPProperties(Array(packet.utf8)[...]).first("dc:creator") == "Bo & <Co>")
        let wide: [UInt8] = packet.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(XMPProperties(wide[...]).first("dc:creator") == "Bo & <Co>")
        let big: [UInt8] = [0xFE, 0xFF] + packet.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        #expect(XMPProperties(big[...]).first("dc:creator") == "Bo & <Co>")
    }

    @Test func `a name with marks on its letters, or a long one, is no property's, and costs no sorting`() {
        func creator(_ prefix: String) -> String? {
            let packet =
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description "
                + "xmlns:\(prefix)='http://purl.org/dc/elements/1.1/'><\(prefix):creator>Bo</\(prefix):creator>"
            return XMPProperties(Array(packet.utf8)[...]).first("dc:creator")
        }
        #expect(creator("dc") == "Bo")
        #expect(creator(String(repeating: "d", count: 80)) == "Bo")
        #expect(creator("d" + String(repeating: "\u{316}\u{301}", count: 60_000)) == nil)
        #expect(creator(String(repeating: "d", count: 200)) == nil)
    }
}
