import PhotoTree
import Promises
import Testing

@Suite struct PhotoSheetTests {
    private func cells(_ edit: (inout Photo) -> Void) -> [String] {
        var photo = Photo(id: PhotoID("7"), title: "Sunset")
        edit(&photo)
        let entry = ListingEntry(
            name: "Sunset.jpg", photo: photo, number: NodeNumber(9), sidecarNumber: NodeNumber(10), directoryCount: 1)
        let text = PhotoSheet.text(of: [PhotoSheet.Row(entry: entry, image: nil)], source: "flickr")
        let lines = text.utf8.split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false)
        return lines.count > 1 ? [String(decoding: lines[1].dropFirst(), as: UTF8.self)] : []
    }

    @Test(
        .proves("`photos.csv` in every folder of photos"),
        arguments: [
            "=1+1", "+1", "-1", "@SUM(A1)", " =1+1", "\u{A0}=1", "\u{3000}\u{FF1D}1", "\u{FF0B}1", "\u{FF0D}1",
            "\u{FF20}x",
            "=HYPERLINK(\"https://evil.example\",\"x\")",
        ])
    func `a text that a spreadsheet would run gets an apostrophe in front`(text: String) throws {
        let line = try #require(cells { $0.description = text }.first)
        #expect(line.contains("\"'" + text.replacing("\"", with: "\"\"") + "\""), "\(line)")
    }

    @Test func `a description that begins with a line end or a tab gets one, too, and keeps its lines`() {
        #expect(cells { $0.description = "\t=1" }.first?.contains("\"'\t=1\"") == true)
        #expect(cells { $0.description = "a\nb" }.first?.contains("\"a\nb\"") == true)
    }

    @Test func `numbers stay numbers, below zero as well`() throws {
        let line = try #require(
            cells {
                $0.coordinate = Coordinate(latitude: -33.5, longitude: -70.25)
                $0.views = 12
                $0.accuracy = 16
            }.first)
        #expect(line.contains(",-33.5,-70.25,16,,,,12,"), "\(line)")
    }

    @Test func `quotation marks are doubled, and marks that turn text round go`() throws {
        let line = try #require(cells { $0.title = "a \"b\" \u{202E}c\u{0}" }.first)
        #expect(line.hasPrefix("\"Sunset.jpg\",\"a \"\"b\"\" c\","), "\(line)")
    }

    @Test func `the table begins with a byte order mark and the names of its columns`() {
        let text = PhotoSheet.text(of: [], source: "flickr")
        #expect(text == "\u{FEFF}" + PhotoSheet.columns.joined(separator: ",") + "\r\n")
    }
}
