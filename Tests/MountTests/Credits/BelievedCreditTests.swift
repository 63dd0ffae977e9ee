import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Photos whose own files say something of their authors: who is credited, in the mount and for copies.
@Suite("Whom credits believes", .enabled(if: Repository.canMount))
struct BelievedCreditTests {
    private static let line = "\"Sunset over the Seine\" by Ada, CC BY 2.0, \(CreditedCopies.page(0))"

    /// What a copy without attributes says where the photo was read, and on a machine that never read it.
    private func credits(of tags: [String]) async throws -> (embedded: String, here: String, elsewhere: String) {
        let folder = try TemporaryDirectory()
        let picture = folder.path + "/picture.jpg"
        let made = try await run("convert", "-size", "320x240", "gradient:red-blue", picture)
        try #require(made.status == 0, "\(made.errors)")
        let tagged = try await ChildProcess(["exiftool", "-q", "-overwrite_original"] + tags + [picture]).result()
        try #require(tagged.status == 0, "\(tagged.errors)")
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: picture)))
        let configuration = CreditedCopies.configuration { library in
            library.edit(CreditedCopies.id(0)) { ($0.license, $0.file) = ("4", bytes) }
        }
        let said = try await TestMount.run(configuration, options: ["--embed", "credit"]) { mount in
            let result = try await mount.inParis(
                """
                cat Sunset*.jpg > "$T/copy" && mkdir "$T/empty" || exit 1
                getfattr --only-values -n user.places.embedded Sunset*.jpg; echo
                credits "$T/copy"; credits --state-dir "$T/empty" "$T/copy" 2> /dev/null || echo nothing
                credits Sunset*.jpg
                """)
            try #require(result.lines.count == 4, "\(result)")
            #expect(result.lines[3] == Self.line, "in the mount")
            return result.lines
        }
        return (said[0], said[1], said[2])
    }

    @Test(
        .proves("`placesfs credits FILE…` prints"),
        arguments: [
            ["-EXIF:Copyright=All rights reserved"], ["-EXIF:Artist=PENTAX"], ["-EXIF:Artist=Picasa"],
            ["-EXIF:Artist=\u{A9}"],
            ["-EXIF:Artist=Jane Doe"],
        ])
    func `what a camera writes by itself, and an author without a licence, displace no credit`(tags: [String])
        async throws
    {
        let (embedded, here, elsewhere) = try await credits(of: tags)
        #expect(embedded == "credit" && here == Self.line && elsewhere == Self.line)
    }

    @Test(
        .proves("`placesfs credits FILE…` prints"),
        arguments: [
            (["-IPTC:By-line=Jane Doe"], "Untitled by Jane Doe, licence unknown"),
            (["-EXIF:Artist=Jane Doe", "-EXIF:Copyright=All my own"], "Untitled by Jane Doe, All my own"),
            (["-XMP-dc:Creator=Jane Doe", "-XMP-dc:Title=Dusk"], "\"Dusk\" by Jane Doe, licence unknown"),
            (["-XMP-xmp:Rating=3"], "nothing"),
        ])
    func `the bytes of a photo that was read here are believed before a text in its file`(
        tags: [String], elsewhere: String
    ) async throws {
        let said = try await credits(of: tags)
        #expect(said.embedded == "none" && said.here == Self.line && said.elsewhere == elsewhere)
    }
}
