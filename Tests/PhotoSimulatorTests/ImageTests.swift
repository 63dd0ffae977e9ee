import PhotoSimulator
import Testing

@Suite struct ImageTests {
    @Test func `an image's bytes are those the library holds, of the pixels its listing names`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            for suffix in ["s", "q", "n", "", "b"] {
                let answer = try await fetch(simulator.image(firstPhoto, suffix))
                #expect(answer.status == 200 && answer.headers["content-type"] == "image/jpeg")
                #expect(answer.body == simulator.library.imageBytes(of: firstPhoto, suffix))
                #expect(answer.headers["content-length"] == String(answer.body.count))
                let rendition = try #require(
                    simulator.library.photo(firstPhoto)?.renditions.first { $0.suffix == suffix })
                let size = try #require(JPEG.size(answer.body))
                #expect(size == (rendition.width, rendition.height))
                #expect(answer.body.suffix(2) == [0xFF, 0xD9])
            }
        }
    }

    @Test func `synthetic images have a length in the range asked for, and follow from their seed`() {
        let library = Library.synthetic(places: 2, photosPerPlace: 30, imageBytes: 20_000...21_000, seed: 3)
        let again = Library.synthetic(places: 2, photosPerPlace: 30, imageBytes: 20_000...21_000, seed: 3)
        let other = Library.synthetic(places: 2, photosPerPlace: 30, imageBytes: 20_000...21_000, seed: 4)
        var seen: Set<[UInt8]> = []
        for photo in library.photos {
            let bytes = library.imageBytes(of: photo.id) ?? []
            #expect((20_000...21_000).contains(bytes.count))
            #expect(again.imageBytes(of: photo.id) == bytes)
            #expect(other.imageBytes(of: photo.id) != bytes)
            #expect(seen.insert(bytes).inserted)
        }
    }

    @Test(arguments: [
        ("0-99", 206, 0..<100), ("100-", 206, 100..<20_000), ("-50", 206, 19_950..<20_000),
        ("19999-30000", 206, 19_999..<20_000), ("20000-", 416, 0..<0), ("5-2", 200, 0..<20_000),
        ("0-1,5-6", 200, 0..<20_000),
    ])
    func `a range is cut out, refused or ignored`(range: String, status: Int, expected: Range<Int>) async throws {
        try await serving(synthetic(bytes: 20_000...20_000)) { (simulator) async throws in
            let whole = try #require(simulator.library.imageBytes(of: firstPhoto))
            let answer = try await fetch(simulator.image(firstPhoto), "-H", "Range: bytes=\(range)")
            #expect(answer.status == status)
            #expect(answer.body == Array(whole[expected]))
            if status == 206 {
                #expect(
                    answer.headers["content-range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/20000")
            }
        }
    }

    @Test func `a range of another version brings the whole, a known one nothing`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let address = try simulator.image(firstPhoto)
            let first = try await fetch(address)
            let tag = try #require(first.headers["etag"])
            let same = try await fetch(address, "-H", "Range: bytes=10-19", "-H", "If-Range: \(tag)")
            #expect(same.status == 206 && same.body == Array(first.body[10..<20]))
            #expect(try await fetch(address, "-H", "If-None-Match: \(tag)").status == 304)
            #expect(simulator.library.replaceImage(of: firstPhoto))
            let changed = try await fetch(address, "-H", "Range: bytes=10-19", "-H", "If-Range: \(tag)")
            #expect(changed.status == 200 && changed.body == simulator.library.imageBytes(of: firstPhoto))
            #expect(changed.body != first.body && changed.headers["etag"] != tag)
            #expect(try await fetch(address, "-H", "If-None-Match: \(tag)").status == 200)
        }
    }

    @Test func `ranges and validators can be switched off`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            simulator.change { behaviour in
                behaviour.honoursRanges = false
                behaviour.hasValidators = false
            }
            let answer = try await fetch(simulator.image(firstPhoto), "-H", "Range: bytes=10-19")
            #expect(answer.status == 200 && answer.body.count >= 20_000)
            #expect(answer.headers["accept-ranges"] == nil && answer.headers["etag"] == nil)
            #expect(answer.headers["last-modified"] == nil)
        }
    }

    @Test(arguments: Behaviour.Framing.allCases)
    func `images come framed in each way`(framing: Behaviour.Framing) async throws {
        try await serving(synthetic()) { (simulator) async throws in
            simulator.change { behaviour in
                behaviour.framing = framing
                behaviour.lengthHint = .right
            }
            let address = try simulator.image(firstPhoto)
            let answer = try await fetch([address, address])
            #expect(answer.exit == 0)
            #expect(answer.body == simulator.library.imageBytes(of: firstPhoto))
            #expect((answer.headers["content-length"] != nil) == (framing == .contentLength))
            #expect((answer.headers["transfer-encoding"] == "chunked") == (framing == .chunked))
            #expect(answer.headers["x-ttdb-l"] == String(answer.body.count))
            #expect(simulator.ledger.connectionsOpened == (framing == .untilClose ? 2 : 1))
        }
    }

    @Test(arguments: Behaviour.Framing.allCases)
    func `HEAD tells what GET would, without a body, and keeps the connection`(framing: Behaviour.Framing) async throws
    {
        try await serving(synthetic()) { (simulator) async throws in
            simulator.change { $0.framing = framing }
            let address = try simulator.image(firstPhoto)
            let answer = try await fetch([address, address], ["-I"])
            #expect(answer.exit == 0 && answer.status == 200)
            let count = simulator.library.imageBytes(of: firstPhoto)?.count
            #expect(answer.headers["content-length"] == (framing == .contentLength ? count.map { String($0) } : nil))
            #expect(simulator.ledger.entries.map(\.bytesSent) == [0, 0])
            #expect(simulator.ledger.connectionsOpened == 1)
        }
    }

    @Test func `unknown ids, other secrets and missing sizes are not found, with an empty body`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let photo = try #require(simulator.library.photo(firstPhoto))
            for path in ["123_0123456789_b", "\(photo.id)_ffffffffff_b", "\(photo.id)_\(photo.secret)_k"] {
                let answer = try await fetch("\(simulator.imageBase)/65535/\(path).jpg")
                #expect(answer.status == 404 && answer.body.isEmpty && answer.headers["content-length"] == "0")
            }
        }
    }

    @Test func `a changed secret lives where lists say, a removed photo nowhere`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let old = try simulator.image(firstPhoto)
            #expect(simulator.library.changeSecret(of: firstPhoto))
            let new = try simulator.image(firstPhoto)
            #expect(try await fetch(old).status == 404)
            #expect(try await fetch(new).status == 200)
            let sizes = try await simulator.call("flickr.photos.getSizes", "photo_id=\(firstPhoto)")
            #expect(sizes.string("sizes.size.9.source") == new)
            simulator.library.remove(firstPhoto)
            #expect(try await fetch(new).status == 404)
            #expect(try await simulator.call("flickr.photos.getInfo", "photo_id=\(firstPhoto)").number("code") == 1)
            let place = try await simulator.call("flickr.photos.search", "woe_id=\(firstPlace)&min_upload_date=1")
            #expect(place.ids().count == 11 && !place.ids().contains(firstPhoto))
        }
    }
}

/// Looks at a JPEG's segments.
enum JPEG {
    /// The pixels its frame header names; nil where the bytes are no JPEG.
    static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            if (0xC0...0xC2).contains(bytes[place + 1]) {
                return (
                    Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                )
            }
            place += 2 + length
        }
        return nil
    }
}
