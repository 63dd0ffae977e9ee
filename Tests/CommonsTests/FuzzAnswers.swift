import Fuzzing
import HTTP
import PhotoAPI
import PhotoTree
import Promises
import ScriptedHTTP
import Testing

@testable import Commons

/// Damaged answers of Commons.
@Suite struct FuzzAnswers {
    private static let seeds: [[UInt8]] =
        [
            FileFixture.answer(.numbered(52...54), total: 120).body,
            FileFixture.answer(
                .numbered(52...53), continuing: ["sroffset": "50", "iicontinue": "x", "continue": "-||"],
                isComplete: false
            ).body,
            FileFixture(52).reply.body,
            FileFixture.found(.numbered(52...53), in: "geosearch", total: 2, warning: "partial results").body,
            FileFixture.found(.numbered(52...53), in: "categorymembers", continuing: ["cmcontinue": "x"]).body,
        ]
        + [
            #"{"batchcomplete":"","query":{"pages":{"52":{"pageid":52,"missing":""}}}}"#,
            #"{"error":{"code":"maxlag","info":"Waiting for 10.0.0.1: 6.1 seconds lagged."},"servedby":"mw1"}"#,
            #"{"batchcomplete":true,"query":{"pages":[{"title":"Category:Sunsets","categoryinfo":{"files":"60"}}]}}"#,
            "<html>Our servers are under maintenance</html>",
        ].map { Array($0.utf8) }

    /// The texts where uploaders write.
    private static let hostile: [[UInt8]] = HostileText.all.flatMap { text in
        [
            "ObjectName", "ImageDescription", "Artist", "Attribution", "LicenseShortName", "LicenseUrl",
            "DateTimeOriginal",
        ]
        .map { member -> [UInt8] in
            var file = FileFixture(52)
            file.texts[member] = "<p lang=\"en\">" + text
            return FileFixture.answer([file], total: 1).body
        }
            + [Array(#"{"error":{"code":"\#(text)","info":"\#(text)"}}"#.utf8)]
    }

    private func demandSound(_ photo: Photo) throws {
        try Fuzz.demand(
            Int(photo.id.rawValue).map { $0 > 0 } ?? false, "identifier \(photo.id.rawValue.debugDescription)")
        try Fuzz.demand(!photo.renditions.isEmpty, "no image")
        for image in photo.renditions {
            guard let address = WebAddress(image.url) else { throw Fuzz.Failure("address \(image.url)") }
            try Fuzz.demand(
                address.scheme == "https" && address.authority == "upload.wikimedia.org", "address \(image.url)")
            let edges = [image.width, image.height].compactMap { $0 }
            try Fuzz.demand(edges.allSatisfy { (1...1_000_000).contains($0) }, "\(edges) pixels")
            try Fuzz.demand((image.byteCount ?? 1) > 0, "\(image.byteCount ?? 0) bytes")
            try Fuzz.demand(image.digest.map { $0.utf8.count == 45 } ?? true, "digest \(image.digest ?? "")")
        }
        let names = photo.renditions.map { ImageWidth(name: $0.name)?.rawValue ?? .max }
        try Fuzz.demand(zip(names, names.dropFirst()).allSatisfy(<), "order of \(names)")
        try Fuzz.demand(Set(photo.tags).count == photo.tags.count && !photo.tags.contains(""), "tags \(photo.tags)")
        let years = -62_167_219_200...253_402_300_799 as ClosedRange<Int64>
        for time in [photo.taken, photo.uploaded] {
            try Fuzz.demand(years.contains(time?.rawValue ?? 0), "time \(time?.rawValue ?? 0)")
        }
        try Fuzz.demand(WebAddress(photo.pageURL)?.authority == "commons.wikimedia.org", "page \(photo.pageURL)")
        try Fuzz.demand(!photo.ownerName.contains("\n"), "author \(photo.ownerName.debugDescription)")
    }

    private func demandSpeakable(_ error: PhotoSourceError) throws {
        let text = "\(error)"
        try Fuzz.demand(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "two lines: \(text)")
        try Fuzz.demand(text.utf8.count < 70_000, "\(text.utf8.count) bytes of an error")
    }

    private func outcome<Value>(
        _ call: () async throws(PhotoSourceError) -> Value
    ) async -> Result<Value, PhotoSourceError> {
        do { return .success(try await call()) } catch { return .failure(error) }
    }

    @Test(.proves("Texts that cost the"))
    func `any answers give sound photos or a clear error, in a bounded number of requests`() async throws {
        try await Fuzz.run("CommonsList", seeds: Self.seeds, hostile: Self.hostile, inputs: 400) { body, random in
            let later = random.input(from: Self.seeds)
            let status = random.upTo(9) == 0 ? random.upTo(599) : 200
            let transport = ScriptedTransport { call in
                call["list"] != nil && call["sroffset"] == nil ? .init(body, status: status) : .init(later)
            }
            let limit = random.upTo(1) == 0 ? 50 : random.upTo(300)
            var query = PhotoQuery.inParis(limit: limit, random.upTo(1) == 0 ? .any : .commercial)
            if random.upTo(2) == 0 { query.subject = .tag("sunset") }
            switch await outcome({ () throws(PhotoSourceError) in try await CommonsSource(transport).photos(query) }) {
            case .success(let page):
                try Fuzz.demand(page.photos.count <= limit, "\(page.photos.count) photos instead of \(limit)")
                try Fuzz.demand(Set(page.photos.map(\.id)).count == page.photos.count, "a photo twice")
                try Fuzz.demand((page.total ?? 0) >= 0, "a total of \(page.total ?? 0)")
                for photo in page.photos { try demandSound(photo) }
            case .failure(let error): try demandSpeakable(error)
            }
            try Fuzz.demand(transport.calls.count <= 25, "\(transport.calls.count) requests")
        }
    }

    @Test func `any answer about one file gives a sound photo, none, or a clear error`() async throws {
        try await Fuzz.run("CommonsPhoto", seeds: Self.seeds, hostile: Self.hostile, inputs: 400) { body, _ in
            switch await outcome({ () throws(PhotoSourceError) in
                try await CommonsSource.told(.init(body)).photo(PhotoID("52"))
            }) {
            case .success(let photo?):
                try demandSound(photo)
                try Fuzz.demand(photo.id.rawValue == "52", "another photo")
            case .success: break
            case .failure(let error): try demandSpeakable(error)
            }
        }
    }

    @Test func `any markup is read, whatever is open in it`() async throws {
        let seeds = [
            #"<div class="description en" lang="en">A <span style="display: none;">b</span></div><p lang='de'>C</p>"#,
            #"<time class="dtstart" datetime="2019-05-04">4 May 2019</time> (<a href="x">Exif</a>)"#,
            #"vers 1890<div style="display:none">date QS:P571,+1890-00-00T00:00:00Z/9,P1480</div>"#,
            "4 May 2019, 18:20:11",
        ]
        try await Fuzz.run("CommonsMarkup", seeds: seeds, hostile: HostileText.all, inputs: 2_000) { text, _ in
            try Fuzz.demand(!AuthorText.of(text).contains("\n"), "two lines")
            _ = PhotoReader.description(text)
            let years = -4_544_208_000...7_258_118_400 as ClosedRange<Int64>
            try Fuzz.demand(years.contains(DateOriginal.date(text)?.time.rawValue ?? 0), "a date beyond its years")
        }
    }

    @Test func `any tag becomes titles and words without an operator`() async throws {
        let seeds = ["sunset", "Eiffel_Tower", "incategory:\"x\" -y OR z~ /re/", "夕焼け", "a|b#c"]
        try await Fuzz.run("CommonsTag", seeds: seeds, inputs: 2_000) { tag, _ in
            for title in CategoryNames.titles(of: tag) {
                let illegal = title.utf8.contains { "#<>[]{}|\n".utf8.contains($0) }
                try Fuzz.demand(title.utf8.starts(with: "Category:".utf8) && !illegal, title)
            }
            let words = CategoryNames.searchWords(of: tag) ?? ""
            try Fuzz.demand(
                !words.unicodeScalars.contains { "\"':-~*?/\\()+|<>=,.!".unicodeScalars.contains($0) }, words)
        }
    }
}
