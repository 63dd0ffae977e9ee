import PhotoTree
import Testing

@testable import EmbeddedCredit

@Suite struct EmbeddedSegmentsTests {
    private let segments = EmbeddedSegments(offset: 2, bytes: [1, 2, 3, 4])

    @Test func `every range of the photo comes from the source's file and the segments in order`() {
        let file: [UInt8] = [10, 11, 12, 13, 14]
        let whole: [UInt8] = [10, 11, 1, 2, 3, 4, 12, 13, 14]
        for start in 0..<whole.count {
            for end in (start + 1)...whole.count {
                let bytes = segments.pieces(of: Int64(start)..<Int64(end)).flatMap { piece in
                    switch piece {
                    case .source(let range): Array(file[Int(range.lowerBound)..<Int(range.upperBound)])
                    case .segments(let range): Array(segments.bytes[range])
                    }
                }
                #expect(bytes == Array(whole[start..<end]), "\(start)..<\(end)")
            }
        }
    }

    @Test func `what is replaced is read from the segments, and the file's own bytes go on behind it`() {
        let segments = EmbeddedSegments(offset: 2, replacing: 2, bytes: [1, 2, 3])
        #expect(segments.count == 1)
        #expect(segments.pieces(of: 0..<6) == [.source(0..<2), .segments(0..<3), .source(4..<5)])
        #expect(segments.pieces(of: 5..<6) == [.source(4..<5)])
    }

    @Test func `a file without segments is the source's`() {
        #expect(EmbeddedSegments.none.pieces(of: 3..<8) == [.source(3..<8)])
        #expect(EmbeddedSegments.none.pieces(of: 0..<8) == [.source(0..<8)])
    }

    @Test func `a long title leaves author, licence and page in the credit line`() {
        var photo = Photo.sample
        // Flickr takes 300 characters of any script, Commons more.
        photo.title = String(repeating: "夕日", count: 500)
        let credit = CreditFields(photo, sourceName: "Flickr").credit
        #expect(credit.hasPrefix("\"夕日夕日"))
        #expect(credit.hasSuffix("…\" by Ann Lee, CC BY 2.0, https://example.org/photos/1/123/"))
        #expect(credit.utf8.count <= 1000)
    }

    @Test func `segments never outgrow what JPEG allows, whatever the texts`() async throws {
        let pictures = try await Pictures()
        var photo = Photo.sample
        photo.title = String(repeating: "& ", count: 40_000)
        photo.description = String(repeating: "<\"", count: 100_000)
        photo.ownerName = String(repeating: "é", count: 100_000)
        photo.tags = (0..<1000).map { "\($0)" + String(repeating: "&", count: 300) }
        photo.pageURL = "https://example.org/" + String(repeating: "a", count: 70_000)
        let bytes = served(pictures.jpeg, photo)
        #expect(bytes.count > pictures.jpeg.count + 1000)
        let segments = Array(JPEGSegments(bytes).filter { $0.marker == JPEGMarker.app1 })
        #expect(segments.count == 2)
        #expect(segments.allSatisfy { $0.content.count <= 65_533 })
    }
}
