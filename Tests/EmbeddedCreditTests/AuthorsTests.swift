import PhotoTree
import Promises
import Testing

@testable import EmbeddedCredit

/// What a file says of its author, and what therefore is put into it.
@Suite struct AuthorsTests {
    enum Verdict: Sendable {
        /// Whole, as into a file that names nobody.
        case credit
        /// The source's terms beside the file's own author.
        case terms
        case asItCame
    }

    private func verdict(_ file: [UInt8]) -> Verdict {
        guard case .inserting(let place) = ImageHeader(file, isWhole: true) else { return .asItCame }
        return place.hasAuthor ? .terms : .credit
    }

    @Test(
        .proves("A file that names its author"),
        arguments: [
            ["-EXIF:Artist=Jane Doe"]: .terms,
            ["-EXIF:Artist=Jane Doe", "-EXIF:Copyright=(c) 2019 All rights reserved."]: .terms,
            ["-EXIF:Artist=Jane Doe", "-EXIF:Copyright=Jane Doe"]: .asItCame,
            ["-EXIF:Artist=Jane Doe, CC BY 4.0"]: .asItCame,
            ["-EXIF:Copyright=Jane Doe"]: .asItCame,
            ["-EXIF:Copyright=CC BY-SA 4.0"]: .asItCame,
            ["-EXIF:XPAuthor=Jane Doe"]: .asItCame,
            ["-EXIF:OwnerName=Jane Doe"]: .asItCame,
            ["-IPTC:By-line=Jane Doe"]: .asItCame,
            ["-IPTC:Credit=Getty Images"]: .asItCame,
            ["-IPTC:CopyrightNotice=(c) Jane Doe"]: .asItCame,
            ["-XMP-dc:Title=A title"]: .asItCame,
            ["-EXIF:ImageDescription=OLYMPUS DIGITAL CAMERA"]: .credit,
            ["-EXIF:Copyright=All rights reserved"]: .credit,
            ["-EXIF:Copyright=\u{A9} 2019. Tous droits réservés."]: .credit,
            ["-EXIF:Artist=PENTAX"]: .credit,
            ["-EXIF:Artist=Picasa"]: .credit,
            ["-EXIF:Artist=unknown"]: .credit,
            ["-EXIF:Artist=\u{A9}"]: .credit,
            ["-EXIF:Artist=NIKON CORPORATION", "-EXIF:Copyright=Copyright 2012"]: .credit,
            ["-EXIF:Make=Photo Box Ltd.", "-EXIF:Artist=PHOTO BOX LTD"]: .credit,
            ["-IPTC:By-line=Picasa", "-IPTC:CopyrightNotice=Copyright (c) 2020"]: .credit,
            ["-IPTC:Keywords=seine"]: .credit,
            ["-EXIF:OwnerName=Camera Owner", "-EXIF:XPAuthor=User"]: .credit,
        ] as [[String]: Verdict])
    func `a JPEG gets what its own fields leave open`(tags: [String], expected: Verdict) async throws {
        let pictures = try await Pictures()
        #expect(verdict(try await pictures.tagged(pictures.jpeg, "jpg", tags)) == expected)
    }

    @Test(
        arguments: [
            ["-EXIF:Artist=Jane Doe"]: .terms, ["-PNG:Author=Jane Doe"]: .asItCame,
            ["-PNG:Copyright=Jane Doe"]: .asItCame,
            ["-XMP-dc:Title=A title"]: .asItCame, ["-PNG:Author=unknown", "-PNG:Title=A title"]: .credit,
            ["-EXIF:Copyright=All rights reserved"]: .credit, ["-z", "-PNG:Author=Jane Doe"]: .asItCame,
            ["-PNG:Author=Jâné Doe"]: .asItCame,
        ] as [[String]: Verdict])
    func `a PNG gets what its own fields leave open, whose texts may stand behind the picture`(
        tags: [String], expected: Verdict
    ) async throws {
        let pictures = try await Pictures()
        #expect(verdict(try await pictures.tagged(pictures.png, "png", tags)) == expected)
    }

    @Test func `the terms beside an author are licence, page and line, and no other author`() async throws {
        let pictures = try await Pictures()
        let source = try await pictures.jpeg("-EXIF:Artist=Jane Doe")
        let packet = try #require(self.packet(in: served(source, .sample)))
        for name in ["dc:creator", "dc:title", "dc:rights", "dc:subject", "photoshop:City", "exif:GPSLatitude"] {
            #expect(packet.first(name) == nil, "\(name)")
        }
        #expect(packet.first("xmpRights:UsageTerms") == "CC BY 2.0")
        #expect(packet.first("cc:license") == "https://creativecommons.org/licenses/by/2.0/")
        #expect(packet.first("cc:attributionURL") == "https://example.org/photos/1/123/")
        #expect(packet.first("photoshop:Credit") == PhotoCredit(.sample).line)
        #expect(EmbeddedCreditReader.credit(in: served(source, .sample))?.line == PhotoCredit(.sample).line)
    }

    private func packet(in file: [UInt8]) -> XMPProperties? {
        JPEGSegments(file).first { $0.content.starts(with: JPEGMarker.xmp) }.map {
            XMPProperties($0.content.dropFirst(JPEGMarker.xmp.count))
        }
    }

    @Test(arguments: [
        "Canon", "Canon EOS 300D", "NIKON CORPORATION", "SEIKO EPSON CORP.", "OLYMPUS IMAGING CORP.", "Picasa 3.0", "",
        "  ", "©", "(c)", "Copyright (C) 2014, All Rights Reserved", "Copyright 2014", "unknown", "N/A", "n.a.", "-",
        "Your Name", "Photographer", "Adobe Photoshop Lightroom", "Microsoft Corporation", "0",
    ])
    func `words of makers and programs name nobody`(_ text: String) {
        #expect(NamelessText.names(nobody: text))
    }

    @Test(arguments: [
        "Jane Doe", "© Jane Doe", "C. Canon", "(c) Jane Doe", "Leica Moments Studio", "Apple Martin", "Ricoh Tanaka",
        "東京太郎", "O", "jdoe1999",
        "Jane Doe. All rights reserved", "CC BY 4.0", "Public domain", "Sigma 7 Photography",
    ])
    func `names, and licences, are no such words`(_ text: String) {
        #expect(!NamelessText.names(nobody: text))
    }
}
