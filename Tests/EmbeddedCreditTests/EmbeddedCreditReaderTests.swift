import PhotoTree
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
}
