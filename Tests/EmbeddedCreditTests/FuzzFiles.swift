import Fuzzing
import PhotoTree
import TestSupport
import Testing

@testable import EmbeddedCredit

/// Damaged files of every kind that is read: JPEG, PNG, WebP (RIFF), TIFF, AVIF (ISO-BMFF), with EXIF, IPTC and XMP.
@Suite struct FuzzFiles {
    private static let image = Rendition(name: "b", width: 64, height: 48, url: "")

    @Test func `no bytes make the reader fail, and none end it`() async throws {
        let pictures = try await Pictures()
        let seeds =
            [
                served(pictures.jpeg, .sample), served(pictures.png, .sample), pictures.jpeg, pictures.png,
                pictures.gif,
                try await pictures.jpeg("-EXIF:Artist=Bo", "-EXIF:Copyright=Bo, 2020"),
                try await pictures.jpeg("-XMP-dc:Creator=Bo", "-XMP-photoshop:Credit=Bo & Co"),
                try await pictures.jpeg("-IPTC:By-line=Bo", "-IPTC:CopyrightNotice=Bo, 2020", "-EXIF:XPAuthor=Bo"),
                try await pictures.tagged(pictures.png, "png", ["-z", "-PNG:Author=Bo", "-PNG:Copyright=Bo, 2020"]),
            ] + (try await pictures.converted(served(pictures.jpeg, .sample)))
        try await Fuzz.run("EmbeddedCredit", seeds: seeds, inputs: 4000) { input, _ in
            let header = ImageHeader(input, isWhole: true)
            try Fuzz.demand(header != .unfinished, "a whole file is unfinished")
            let line = EmbeddedCreditReader.credit(in: input)?.line ?? ""
            try Fuzz.demand(!line.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control byte in the line")
            // What is put in stands in the file, and is read back.
            let segments = EmbeddedSegments(
                header, CreditDraft(CreditFields(.sample, sourceName: "Flickr"), image: Self.image))
            guard segments.count > 0 else { return }
            try Fuzz.demand(segments.offset + segments.replaced <= input.count, "what is replaced is not there")
            let found = EmbeddedCreditReader.credit(in: served(input, .sample))?.line ?? ""
            try Fuzz.demand(found == PhotoCredit(.sample).line, "read back: \(found)")
        }
    }
}
