import PhotoTree
import Testing

@Suite("No Images")
struct NoImagesTests {
    @Test func `No Images says that the source has no photos only where that is so`() {
        func text(_ hidden: Int, _ license: LicenseFilter, isEmptied: Bool) -> String {
            NoImages.text(hidden: hidden, by: license, isEmptied: isEmptied)
        }
        #expect(text(0, .cc, isEmptied: false) == "The source has no photos for this folder.\n")
        #expect(text(1, .cc, isEmptied: false) == "--license cc hides 1 known photo for this folder.\n")
        #expect(
            text(7, .publicDomain, isEmptied: true)
                == "--license public-domain hides 7 known photos for this folder.\n")
        #expect(text(0, .any, isEmptied: true).hasPrefix("No photo of this folder is left: those that you removed"))
    }

    @Test func `New Collection.txt says what the licence hides, and does not take it for removed`() {
        func lines(total: Int, shown: Int, hidden: Int) -> [String] {
            let text = NewCollection.text(
                of: .point, page: 1, total: total, shown: shown, size: 50, maximumResults: 4000, hidden: hidden, by: .cc
            )
            return text.split(separator: "\n").map(String.init)
        }
        #expect(lines(total: 0, shown: 0, hidden: 1)[0] == "--license cc hides 1 known photo taken near this point.")
        let part = lines(total: 60, shown: 40, hidden: 10)
        #expect(part[0] == "Collection 1 of 2: 40 of 60 photos taken near this point.")
        #expect(part[1] == "--license cc hides 10 known photos besides.")
        #expect(!part.joined().contains("belong"))
        #expect(lines(total: 60, shown: 38, hidden: 10).contains { $0.hasPrefix("2 more belong") })
        #expect(!lines(total: 60, shown: 50, hidden: 0).joined().contains("hides"))
    }
}
