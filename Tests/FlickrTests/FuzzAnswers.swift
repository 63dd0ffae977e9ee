import Fuzzing
import HTTP
import PhotoAPI
import PhotoTree
import Promises
import ScriptedHTTP
import Testing

@testable import Flickr

/// Damaged answers of Flickr. The seeds are ours; the recorded answers join them where they lie beside the project.
@Suite struct FuzzAnswers {
    private static let photo = #"""
        {"id":"52","owner":"1@N00","secret":"5ec1","server":"65535","farm":66,"title":"Été","ispublic":1,"license":"4",
        "description":{"_content":"From the <b>bridge<\/b>.<br \/>In June."},"o_width":"4000","o_height":3000,
        "dateupload":"1468569600","datetaken":"2016-07-14 20:31:05","datetakengranularity":0,"datetakenunknown":"0",
        "ownername":"Ann Lee","views":"7","tags":"seine sunset","machine_tags":"vision:sky=0971","latitude":"48.8584",
        "longitude":2.2945,"accuracy":"16","place_id":"x","woeid":"615702","media":"photo","pathalias":"ann",
        "url_l":"https:\/\/live.staticflickr.com\/65535\/52_5ec1_b.jpg","height_l":"768","width_l":1024}
        """#
    private static let search =
        #"jsonFlickrApi({"photos":{"page":1,"pages":3,"perpage":50,"total":"120","photo":["# + photo + ","
        + photo.replacing("\"52\"", with: "\"53\"") + #"]},"stat":"ok"})"#
    private static let details = #"""
        {"photo":{"id":"52","secret":"5ec1","server":"65535","license":4,"owner":{"nsid":"1@N00","username":"Ann"},
        "title":{"_content":"Été"},"description":{"_content":"x"},"visibility":{"ispublic":1},"dates":{"posted":"1468569600",
        "taken":"2016-07-00 00:00:00","takenunknown":0},"views":"7","tags":{"tag":[{"_content":"seine","machine_tag":0}]},
        "location":{"latitude":"-48.85","longitude":"2.29","accuracy":"11","woeid":"1"},"media":"photo"},"stat":"ok"}
        """#
    private static let sizes = #"""
        {"sizes":{"canblog":0,"size":[{"label":"Large","width":1024,"height":"768","media":"photo",
        "source":"https:\/\/live.staticflickr.com\/65535\/52_5ec1_b.jpg"},{"label":"X-Large 3K","width":"3072","height":1,
        "source":"http:\/\/c1.staticflickr.com\/1\/52_77_3k.jpg","media":"photo"}]},"stat":"ok"}
        """#
    private static let places = #"""
        {"places":{"total":2,"place":[{"place_id":"a.b","woeid":"44418","latitude":"51.5","longitude":"-0.12",
        "_content":"London, England, United Kingdom","photo_count":"90"},{"place_id":"q","woeid":"0","name":"Faro,"}]},
        "stat":"ok"}
        """#
    private static let hostileDetails = HostileText.all.flatMap { text in
        ["Été", "\"x\"", "Ann", "seine"].map {
            Array(details.replacing($0, with: $0 == "\"x\"" ? "\"\(text)\"" : text).utf8)
        }
    }
    private static let hostilePlaces = HostileText.all.flatMap { text in
        ["London, England", "Faro", "a.b"].map { Array(places.replacing($0, with: text + ", " + text).utf8) }
    }
    private static let failure = #"{"stat":"fail","code":1,"message":"Photo \"52\" not found"}"#

    /// The texts where uploaders write, and where only a broken service does.
    private static let hostile: [[UInt8]] = HostileText.all.flatMap { text in
        ["Été", "From the <b>bridge<\\/b>.<br \\/>In June.", "Ann Lee", "seine sunset", "vision:sky=0971", "views"].map
        {
            Array(search.replacing($0, with: text).utf8)
        } + [#"{"stat":"fail","code":1,"message":"\#(text)"}"#].map { Array($0.utf8) }
    }

    private static let seeds: [[UInt8]] =
        [search, details, sizes, places, failure, "<html>Bad &amp; gone</html>"].map { Array($0.utf8) }
        + Recordings.names.compactMap { try? Recordings.bytes($0) }.filter { $0.count < 40_000 }

    private func demandSound(_ photo: Photo) throws {
        try Fuzz.demand(photo.id.rawValue.isPlainIdentifier, "identifier \(photo.id.rawValue.debugDescription)")
        for image in photo.renditions {
            guard let address = WebAddress(image.url) else { throw Fuzz.Failure("address \(image.url)") }
            try Fuzz.demand(
                address.scheme == "https" && ImageHosts.live.contains(address.authority), "address \(image.url)")
            let edges = [image.width, image.height].compactMap { $0 }
            try Fuzz.demand(edges.allSatisfy { (1...1_000_000).contains($0) }, "\(edges) pixels")
        }
        let names = photo.renditions.compactMap { ImageSize(rawValue: $0.name) }
        try Fuzz.demand(
            names.count == photo.renditions.count && zip(names, names.dropFirst()).allSatisfy(<), "order of \(names)")
        try Fuzz.demand(Set(photo.tags).count == photo.tags.count && !photo.tags.contains(""), "tags \(photo.tags)")
        try Fuzz.demand((1...16).contains(photo.accuracy ?? 1), "accuracy \(photo.accuracy ?? 0)")
        let years = -62_167_219_200...253_402_300_799 as ClosedRange<Int64>
        for time in [photo.taken, photo.uploaded] {
            try Fuzz.demand(years.contains(time?.rawValue ?? 0), "time \(time?.rawValue ?? 0)")
        }
        try Fuzz.demand(WebAddress(photo.pageURL)?.authority == "www.flickr.com", "page \(photo.pageURL)")
    }

    private func demandSpeakable(_ error: PhotoSourceError) throws {
        let text = "\(error)"
        try Fuzz.demand(!text.contains(FlickrSource.testKeyText), "the key is told")
        try Fuzz.demand(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "two lines: \(text)")
        try Fuzz.demand(text.utf8.count < 70_000, "\(text.utf8.count) bytes of an error")
    }

    @Test(.proves("Texts that cost the"))
    func `any answer to a search gives sound photos or a clear error`() async throws {
        try await Fuzz.run("Search", seeds: Self.seeds, hostile: Self.hostile, inputs: 500) { body, random in
            let later = random.input(from: Self.seeds)
            let status = random.upTo(9) == 0 ? random.upTo(599) : 200
            let transport = ScriptedTransport { call throws(HTTPError) in
                call.page == 1 ? .init(body, status: status) : .init(later)
            }
            let source = try FlickrSource(transport)
            let limit = random.upTo(1) == 0 ? 50 : random.upTo(900)
            let query = PhotoQuery.tag("sunset", limit: limit, page: 1 + random.upTo(3))
            switch await outcome({ () throws(PhotoSourceError) in try await source.photos(query) }) {
            case .success(let page):
                try Fuzz.demand(page.photos.count <= limit, "\(page.photos.count) photos instead of \(limit)")
                try Fuzz.demand(Set(page.photos.map(\.id)).count == page.photos.count, "a photo twice")
                try Fuzz.demand((page.total ?? 0) >= 0, "a total of \(page.total ?? 0)")
                for photo in page.photos { try demandSound(photo) }
            case .failure(let error): try demandSpeakable(error)
            }
            try Fuzz.demand(transport.calls.count <= 9, "\(transport.calls.count) requests")
        }
    }

    @Test func `any details and sizes give a sound photo, none, or a clear error`() async throws {
        try await Fuzz.run("Photo", seeds: Self.seeds, hostile: Self.hostileDetails, inputs: 500) { body, random in
            let sizes = random.upTo(1) == 0 ? Array(Self.sizes.utf8) : random.input(from: Self.seeds)
            let source = try FlickrSource(
                ScriptedTransport { call throws(HTTPError) in
                    .init(call.method == "flickr.photos.getSizes" ? sizes : body)
                })
            let result = await outcome { () throws(PhotoSourceError) in try await source.photo(PhotoID("52")) }
            switch result {
            case .success(let photo?):
                try demandSound(photo)
                try Fuzz.demand(photo.id.rawValue == "52", "another photo")
            case .success: break
            case .failure(let error): try demandSpeakable(error)
            }
        }
    }

    @Test func `any answer about places gives places with names or a clear error`() async throws {
        let seeds = Self.seeds + [[UInt8]](repeating: Array(Self.places.utf8), count: 20)
        try await Fuzz.run("Places", seeds: seeds, hostile: Self.hostilePlaces, inputs: 500) { body, _ in
            let source = try FlickrSource.told(.init(body))
            switch await outcome({ () throws(PhotoSourceError) in try await source.topPlaces() }) {
            case .success(let places):
                for place in places {
                    try Fuzz.demand(!place.name.isEmpty && !place.country.isEmpty, "a place without a name")
                }
                try Fuzz.demand(Set(places.map(\.id)).count == places.count, "a place twice")
            case .failure(let error): try demandSpeakable(error)
            }
        }
    }

    private func outcome<Value>(
        _ call: () async throws(PhotoSourceError) -> Value
    ) async -> Result<Value, PhotoSourceError> {
        do { return .success(try await call()) } catch { return .failure(error) }
    }

    @Test func `any date is a time of its years or none`() async throws {
        let seeds = ["2013-10-06 14:06:41", "0000-00-00 00:00:00", "1955-02-29T23:59:60", "9999-12-31 ½:٣:1"]
        try await Fuzz.run("TakenDate", seeds: seeds, hostile: HostileText.all, inputs: 3_000) { text, _ in
            guard let time = TakenDate.date(text, isUnknown: false, granularity: 0)?.time else { return }
            let years = -62_167_219_200...253_402_300_799 as ClosedRange<Int64>
            try Fuzz.demand(years.contains(time.rawValue), "\(time.rawValue)")
        }
    }

    @Test func `any image answer is judged, and only an image's beginning is a photo`() async throws {
        let heads = ["image/jpeg", "text/html; charset=utf-8", "bytes 100-199/200", "https://x/photo_unavailable.png"]
        let bodies =
            ["GIF89a..", "<!DOCTYPE html>", ""].map { Array($0.utf8) } + [[0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50]]
        try await Fuzz.run("ImageAnswer", seeds: bodies, inputs: 2_000) { body, random in
            var headers: [String: String] = [:]
            for name in ["content-type", "content-range", "location"] where random.upTo(1) == 0 {
                headers[name] = random.text(from: heads)
            }
            let head = ImageHead(status: random.upTo(3) == 0 ? random.upTo(999) : 200, url: "", headers: headers)
            switch ImageAnswer.verdict(head, firstBytes: body) {
            case .photo:
                let isPart = head.status == 206 && headers["content-range"] != nil
                let magic: Set<UInt8> = [0xFF, 0x89, UInt8(ascii: "G")]
                try Fuzz.demand(isPart || body.first.map(magic.contains) == true, "no image is a photo")
            case .gone: break
            case .refused(let why), .unserved(let why):
                try Fuzz.demand(!why.isEmpty && !why.unicodeScalars.contains { $0.value < 0x20 }, why.debugDescription)
            }
        }
    }
}
