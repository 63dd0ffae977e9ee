import HTTP
import PhotoCache
import PhotoTree
import Testing

@testable import PhotoFetch

/// The rules of a transfer, without a host, a clock or a cache.
@Suite("The rules of a transfer") struct ImageTransferTests {
    private let bytes = jpeg(10_000)
    private static let tag = (name: "etag", value: "\"one\"")

    private func answer(_ status: Int = 200, _ headers: (name: String, value: String)...) -> HTTPResponse {
        HTTPResponse(
            status: status, url: rendition.url,
            headers: Dictionary(headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
            body: HTTPBody(next: { () async throws(HTTPError) in nil }, cancel: {}))
    }

    private func length(_ count: Int) -> (name: String, value: String) { ("content-length", "\(count)") }

    private func fresh(_ limits: FetchLimits = .standard) -> ImageTransfer {
        ImageTransfer(rendition, from: 0, version: nil, limits: limits)
    }

    /// A whole answer, of which the first `count` bytes came.
    private func begun(
        _ count: Int, _ headers: (name: String, value: String)..., limits: FetchLimits = .standard
    ) throws -> ImageTransfer {
        var transfer = fresh(limits)
        transfer.begin()
        _ = transfer.ask(at: .zero)
        var whole = answer()
        for header in headers { whole.headers[header.name] = header.value }
        #expect(try transfer.answered(whole) == .whole)
        #expect(try transfer.judged(.photo, whole) == .image(isRestarted: false))
        if count > 0 { #expect(try transfer.came(Array(bytes[..<count]), at: .zero) == .give(Array(bytes[..<count]))) }
        return transfer
    }

    private func asked(_ transfer: inout ImageTransfer) -> [String] {
        transfer.begin()
        return transfer.ask(at: .zero).headers.map { "\($0.name): \($0.value)" }
    }

    // MARK: What is asked for

    @Test func `the rest is asked for where the answer will tell whether it is the same image`() throws {
        var tagged = try begun(4_000, length(10_000), Self.tag)
        #expect(asked(&tagged) == ["Range: bytes=4000-", "If-Range: \"one\""])
        var weak = try begun(4_000, length(10_000), ("etag", "W/\"one\""))
        #expect(asked(&weak) == [])
        var later = ImageTransfer(rendition, from: 4_000, version: nil, limits: .standard)
        #expect(asked(&later) == ["Range: bytes=4000-"])
    }

    @Test func `a tag without quotation marks is none, and the date stands in for it`() throws {
        let tag = (name: "etag", value: "0123456789abcdef0123456789abcdef")
        let modified = (name: "last-modified", value: "Thu, 01 Aug 2024 10:00:00 GMT")
        let later = (name: "date", value: "Sun, 01 Feb 2026 10:00:00 GMT")
        let range = "Range: bytes=4000-"
        var dated = try begun(4_000, length(10_000), tag, modified, later)
        #expect(asked(&dated) == [range, "If-Range: Thu, 01 Aug 2024 10:00:00 GMT"])
        // Another image under the same date is told by its tag.
        let part = (name: "content-range", value: "bytes 4000-9999/10000")
        #expect(try dated.answered(answer(206, part, ("etag", "fedcba9876543210fedcba9876543210"))) == .useless)
        var strong = try begun(4_000, length(10_000), Self.tag, modified, later)
        #expect(asked(&strong) == [range, "If-Range: \"one\""])
        var undated = try begun(4_000, length(10_000), tag)
        #expect(asked(&undated) == [range, "If-Range: 0123456789abcdef0123456789abcdef"])
        var young = try begun(4_000, length(10_000), modified, ("date", "Thu, 01 Aug 2024 10:00:30 GMT"))
        #expect(asked(&young) == [], "it may have changed twice in that second")
        var weak = try begun(4_000, length(10_000), ("etag", "W/\"one\""), modified, later)
        #expect(asked(&weak) == [])
        var unprintable = try begun(4_000, length(10_000), ("etag", "\"o\u{9}ne\""))
        #expect(asked(&unprintable) == [], "no header can say it")
    }

    @Test(arguments: [
        ("bytes 4000-9999/10000", "\"one\"", ImageTransfer.Answer.rest), ("bytes 4000-9999/*", "\"one\"", .rest),
        ("bytes 3999-9999/10000", "\"one\"", .useless), ("bytes 4000-9999/10000", "\"two\"", .useless),
        ("bytes 4000-9999/20000", "\"one\"", .useless), ("4000", "\"one\"", .useless),
    ])
    func `a part counts if it is the one that lacks, of the same image`(
        range: String, tag: String, expected: ImageTransfer.Answer
    ) throws {
        var transfer = try begun(4_000, length(10_000), Self.tag)
        _ = asked(&transfer)
        #expect(try transfer.answered(answer(206, ("content-range", range), ("etag", tag))) == expected)
        // Then the next question of the same attempt is a plain one.
        #expect(transfer.ask(at: .zero).headers.isEmpty == (expected == .useless))
    }

    @Test(arguments: [429, 500, 503]) func `a host in trouble says nothing of the image`(status: Int) throws {
        var transfer = try begun(4_000, length(10_000), Self.tag)
        var refusal = answer(status)
        #expect(throws: FetchError.failed("HTTP \(status)")) { try transfer.answered(refusal) }
        refusal.leftAloneFor = .seconds(60)
        #expect(throws: FetchError.backingOff(.seconds(60))) { try transfer.answered(refusal) }
        #expect(transfer.bytes.position == 4_000)
    }

    // MARK: The same bytes once more

    @Test func `of a whole answer after a broken transfer only what is new is given out`() throws {
        var transfer = try begun(4_000, length(10_000))
        transfer.takeIn()
        #expect(try transfer.broke(.cutShort(""), at: .zero, chance: 0.5) == .milliseconds(500))
        #expect(asked(&transfer) == [])
        let whole = answer(200, length(10_000))
        #expect(try transfer.answered(whole) == .whole)
        #expect(try transfer.judged(.photo, whole) == .image(isRestarted: false))
        #expect(try transfer.came(Array(bytes[..<3_000]), at: .zero) == .pull)
        #expect(try transfer.came(Array(bytes[3_000..<4_000]), at: .zero) == .pull)
        #expect(try transfer.came(Array(bytes[4_000...]), at: .zero) == .give(Array(bytes[4_000...])))
        #expect(try transfer.came(nil, at: .zero) == .end)
        transfer.takeIn()
        #expect(transfer.bytes.digest?.text == digest(bytes))
    }

    @Test func `other bytes than were given out before make it begin anew`() throws {
        var transfer = try begun(4_000, length(10_000))
        transfer.takeIn()
        _ = try transfer.broke(.cutShort(""), at: .zero, chance: 0)
        let whole = answer(200, length(10_000))
        #expect(try transfer.judged(.photo, whole) == .image(isRestarted: false))
        #expect(try transfer.came(jpeg(10_000, seed: 1), at: .zero) == .restart)
        #expect(transfer.bytes.position == 0 && transfer.version == nil)
    }

    @Test func `an answer of another length makes it begin anew before a byte of it came`() throws {
        var transfer = try begun(4_000, length(10_000))
        _ = try transfer.broke(.cutShort(""), at: .zero, chance: 0)
        #expect(try transfer.judged(.photo, answer(200, length(9_000))) == .image(isRestarted: true))
        #expect(transfer.bytes.position == 0 && transfer.version?.length == 9_000)
    }

    // MARK: Its end

    @Test func `an end before the declared one is a break`() throws {
        var transfer = try begun(4_000, length(10_000))
        #expect(try transfer.came(nil, at: .zero) == .breakOff(.cutShort("4000 of 10000 bytes")))
    }

    @Test func `where no length is told the image's own end is looked for`() throws {
        var cut = try begun(4_000)
        cut.takeIn()
        #expect(try cut.came(nil, at: .zero) == .breakOff(.cutShort("4000 bytes, and not the end of an image")))
        var whole = try begun(10_000)
        whole.takeIn()
        #expect(try whole.came(nil, at: .zero) == .end)
    }

    @Test func `more than any photo may have is refused`() throws {
        var limits = FetchLimits.standard
        limits.maximumLength = 5_000
        var transfer = try begun(4_000, limits: limits)
        #expect(throws: FetchError.tooLarge(limit: 5_000)) { try transfer.came(Array(bytes[4_000...]), at: .zero) }
        #expect(throws: FetchError.tooLarge(limit: 5_000)) {
            var other = fresh(limits)
            _ = try other.judged(.photo, answer(200, length(5_001)))
        }
    }

    // MARK: Patience

    @Test func `pauses double until the retries are used up, and bytes that came make the next break the first`() throws
    {
        var transfer = try begun(1_000, length(10_000))
        let error = HTTPError.cutShort("")
        #expect(try transfer.broke(error, at: .zero, chance: 0.5) == .milliseconds(500))
        #expect(try transfer.broke(error, at: .zero, chance: 0) == .milliseconds(750))
        #expect(try transfer.broke(error, at: .zero, chance: 1) == .milliseconds(2_500))
        #expect(throws: FetchError.cutShort("")) { try transfer.broke(error, at: .zero, chance: 0) }
        // A few bytes are no progress.
        _ = try transfer.came(Array(bytes[1_000..<1_100]), at: .zero)
        #expect(throws: FetchError.cutShort("")) { try transfer.broke(error, at: .zero, chance: 0) }
        _ = try transfer.came(Array(bytes[1_100..<3_000]), at: .zero)
        #expect(try transfer.broke(error, at: .zero, chance: 0.5) == .milliseconds(500))
    }

    @Test func `a transfer that times out without progress is taken up once`() throws {
        var transfer = try begun(1_000, length(10_000))
        let error = HTTPError.timedOut("")
        #expect(try transfer.broke(error, at: .zero, chance: 0.5) == .milliseconds(500))
        #expect(throws: FetchError.timedOut("")) { try transfer.broke(error, at: .zero, chance: 0) }
        _ = try transfer.came(Array(bytes[1_000..<3_000]), at: .zero)
        #expect(try transfer.broke(error, at: .zero, chance: 0.5) == .milliseconds(500))
    }

    @Test(arguments: [HTTPError.cancelled, .badURL(""), .bodyTooLarge(limit: 1), .backingOff(.seconds(1))])
    func `what another attempt would not mend is told at once`(error: HTTPError) throws {
        var transfer = try begun(1_000, length(10_000))
        #expect(throws: FetchError(error)) { try transfer.broke(error, at: .zero, chance: 0) }
    }

    @Test
    func `a transfer that lies still gives its place away a few times, and then for as long as one is waited for`()
        throws
    {
        var transfer = fresh()
        _ = transfer.ask(at: .seconds(100))
        for _ in 0..<2 { try transfer.displaced(at: .seconds(200)) }
        #expect(transfer.ask(at: .seconds(200)).displacements == 2)
        #expect(throws: FetchError.timedOut("no byte in 30 s, and others wait")) {
            try transfer.displaced(at: .seconds(130))
        }
        // A byte counts as a new beginning, and so does a rest.
        var moved = try begun(1_000, length(10_000))
        for _ in 0..<3 { try moved.displaced(at: .zero) }
        _ = try moved.came(Array(bytes[1_000..<1_001]), at: .seconds(100))
        #expect(try moved.broke(.displaced, at: .seconds(129), chance: 0) == .zero)
        #expect(moved.ask(at: .seconds(129)).displacements == 1)
        moved.rest()
        #expect(moved.ask(at: .seconds(129)).displacements == 0)
    }

    // MARK: The source

    @Test func `the source is asked once where the photo is, and once more after a rest`() throws {
        var transfer = fresh()
        #expect(try transfer.judged(.gone, answer(404)) == .missing("the image host does not have it"))
        try transfer.lookUp("missing")
        #expect(throws: FetchError.notAPhoto("missing")) { try transfer.found(rendition, because: "missing") }
        let moved = Rendition(name: "b", width: nil, height: nil, url: "https://images.test/2.jpg")
        try transfer.found(moved, because: "missing")
        #expect(transfer.image == moved)
        #expect(throws: FetchError.notAPhoto("missing")) { try transfer.lookUp("missing") }
        transfer.rest()
        try transfer.lookUp("missing")
    }

    @Test(arguments: [
        (ImageVerdict.refused("a page"), FetchError.notAPhoto("a page")),
        (.unserved("too large"), .unserved("too large")),
    ])
    func `what is no photo is said to be none`(verdict: ImageVerdict, error: FetchError) {
        var transfer = fresh()
        #expect(throws: error) { try transfer.judged(verdict, answer()) }
    }
}
