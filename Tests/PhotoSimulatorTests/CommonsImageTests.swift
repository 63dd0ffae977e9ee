import PhotoSimulator
import Testing

@Suite struct CommonsImageTests {
    @Test func `a listing names an original by its own length and digest, and thumbnails by theirs alone`() async throws
    {
        try await serving(synthetic(places: 1, photos: 4)) { (simulator) async throws in
            let answer = try await simulator.commons([
                "pageids": "50000000000|50000000003", "prop": "imageinfo", "iiprop": "url|size|sha1|mime",
                "iiurlwidth": "1280",
            ])
            for (place, page) in answer.pages.enumerated() {
                let id = "\(page["pageid"] as? Int ?? 0)"
                let info = answer.info(place)
                let original = try await simulator.commonsImage(try #require(info["url"] as? String))
                #expect(original.body == simulator.library.imageBytes(of: id, "o"))
                #expect(original.body.count == info["size"] as? Int)
                #expect(try await digest("sha1sum", original.body) == info["sha1"] as? String)
                let size = try #require(JPEG.size(original.body))
                let ratio = Double(info["width"] as? Int ?? 0) / Double(info["height"] as? Int ?? 1)
                #expect(abs(Double(size.width) / Double(size.height) - ratio) < 0.02)
                let thumbnail = try await simulator.commonsImage(try #require(info["thumburl"] as? String))
                #expect(thumbnail.body == simulator.library.imageBytes(of: id, "1280"))
                #expect(thumbnail.headers["content-length"] == String(thumbnail.body.count))
                #expect(thumbnail.body != original.body && (20_000...60_000).contains(thumbnail.body.count))
            }
            #expect(simulator.ledger.imageRequests(of: firstPhoto, "1280") == 1)
            #expect(simulator.ledger.imageRequests(of: firstPhoto, "o") == 1 && simulator.ledger.imageRequests == 4)
        }
    }

    @Test func `thumbnails come in some widths only, each in bytes of its own`() async throws {
        try await serving(synthetic(places: 1, photos: 1)) { (simulator) async throws in
            let file = try #require(simulator.library.commonsFile(firstPhoto))
            var seen: Set<[UInt8]> = []
            for width in CommonsFile.thumbnailWidths where width < file.width {
                let answer = try await simulator.commonsImage(file.thumbnailPath(width))
                #expect(answer.status == 200 && seen.insert(answer.body).inserted)
                #expect(answer.body == simulator.library.imageBytes(of: firstPhoto, "\(width)"))
            }
            #expect(seen.count == 10)
            for width in [320, 1024, 0] {
                let refused = try await simulator.commonsImage(file.thumbnailPath(width))
                #expect(refused.status == 400 && refused.text.contains("thumbnail steps"))
            }
            #expect(
                try await simulator.commonsImage(file.thumbnailPath(3840)).status == 400, "larger than the original")
            #expect(simulator.library.imageBytes(of: firstPhoto, "3840") == nil)
        }
    }

    @Test(arguments: [
        (1280, "1280px-", 1280, 854), (800, "960px-", 800, 534), (2000, "/Town_0_view_0.jpg?", 2048, 1366),
        (2048, "/Town_0_view_0.jpg?", 2048, 1366), (330, "330px-", 330, 220),
    ])
    func `an address is the next larger width's, its measures those asked for`(
        asked: Int, part: String, width: Int, height: Int
    ) async throws {
        try await serving(synthetic(places: 1, photos: 1)) { (simulator) async throws in
            let answer = try await simulator.commons([
                "pageids": firstPhoto, "prop": "imageinfo", "iiprop": "url|size", "iiurlwidth": "\(asked)",
            ])
            let info = answer.info()
            #expect((info["thumburl"] as? String)?.contains(part) == true)
            #expect(info["thumbwidth"] as? Int == width && info["thumbheight"] as? Int == height)
            let mark = part.hasPrefix("/") ? "thumbnail_unscaled" : "thumbnail"
            #expect((info["thumburl"] as? String)?.hasSuffix("utm_content=\(mark)") == true)
            simulator.change { $0.marksImageAddresses = false }
            let plain = try await simulator.commons(["pageids": firstPhoto, "prop": "imageinfo", "iiprop": "url"])
            #expect((plain.info()["url"] as? String)?.hasSuffix("/Town_0_view_0.jpg") == true)
        }
    }

    @Test func `an original that is Flickr's too is the same picture there`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            let sizes = [
                SimulatedRendition(suffix: "b", width: 1024, height: 768),
                SimulatedRendition(suffix: "o", width: 1200, height: 900),
            ]
            simulator.library.add(SimulatedPhoto(id: "5", title: "A", renditions: sizes))
            let file = try #require(simulator.library.commonsFile("5"))
            #expect((file.width, file.height) == (1200, 900))
            let original = try await simulator.commonsImage(file.originalPath)
            #expect(original.body == simulator.library.imageBytes(of: "5", "o"))
            #expect(file.thumbnail(1280) == nil && file.thumbnail(960) != nil)
        }
    }

    @Test func `a long name is shortened in a thumbnail's address, and other addresses lead nowhere`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(SimulatedPhoto(id: "5", title: String(repeating: "long ", count: 40)))
            let file = try #require(simulator.library.commonsFile("5"))
            #expect(file.thumbnailPath(330).hasSuffix("/330px-thumbnail.jpg"))
            #expect(try await simulator.commonsImage(file.thumbnailPath(330)).status == 200)
            let wrong = file.thumbnailPath(330).replacing("330px-thumbnail.jpg", with: "330px-other.jpg")
            #expect(try await simulator.commonsImage(wrong).status == 404)
            let folder = file.originalPath.split(separator: "/")[2]
            let elsewhere = file.originalPath.replacing(
                "commons/\(folder)/", with: "commons/\(folder == "0" ? "1" : "0")/")
            #expect(try await simulator.commonsImage(elsewhere).status == 404)
        }
    }

    @Test func `images can be cut and resumed by their date, and not by a bare tag`() async throws {
        try await serving(synthetic(places: 1, photos: 1)) { (simulator) async throws in
            let path = try #require(simulator.library.commonsFile(firstPhoto)).thumbnailPath(1280)
            let whole = try await simulator.commonsImage(path)
            let tag = try #require(whole.headers["etag"])
            #expect(tag.count == 32 && tag.allSatisfy { $0.isHexDigit })
            let modified = try #require(whole.headers["last-modified"])
            #expect(whole.headers["date"] != nil)
            let rest = try await simulator.commonsImage(path, "-H", "Range: bytes=100-", "-H", "If-Range: \(modified)")
            #expect(rest.status == 206 && rest.body == Array(whole.body[100...]))
            // As Varnish and Traffic Server, which take it for a date.
            let again = try await simulator.commonsImage(path, "-H", "Range: bytes=100-", "-H", "If-Range: \(tag)")
            #expect(again.status == 200 && again.body == whole.body)
            simulator.library.replaceImage(of: firstPhoto)
            let other = try await simulator.commonsImage(
                path, "-H", "Range: bytes=100-", "-H", "If-Range: \(modified)")
            #expect(other.status == 200 && other.body != whole.body)
            simulator.change { $0.baresTags = false }
            #expect(try await simulator.commonsImage(path).headers["etag"]?.hasPrefix("\"") == true)
        }
    }
}
