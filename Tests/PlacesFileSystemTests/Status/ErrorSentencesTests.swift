import Logging
import PhotoFetch
import PhotoTree
import Testing

@testable import PlacesFileSystem

/// What people read of an error: who did not do what, and when it is tried again.
@Suite struct ErrorSentencesTests {
    private static let noon = Timestamp(1_700_000_000)

    @Test func `a refused key is told once, with the remedy`() {
        let error = RefreshError.source(.credentialsRefused("Flickr says: Invalid API Key (code 100)"))
        #expect(
            error.sentence("Flickr", reason: nil, at: Self.noon)
                == "Flickr refuses your key (Invalid API Key (code 100)); placesfs doctor helps")
    }

    @Test func `a command that asked the source itself says a sentence`() {
        let error = PhotoSourceError.unreachable("api.example: no route")
        #expect(error.sentence("Flickr", at: Self.noon) == "Flickr cannot be reached (api.example: no route)")
    }

    private final class Words: UserWords {
        let sourceName = "Flickr"
        let reasonOfPause: String? = nil
        let pause: Duration? = .seconds(7)
        func path(of directory: DirectoryKey) -> String { "/" }
        func path(of photo: PhotoID) async -> String { "/" }
    }

    @Test func `a first refusal is told with the time of the next try`() {
        let log = ErrorLog(now: { Self.noon }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let refusal = RefreshError.source(.tooManyRequests("HTTP 429"))
        #expect(log.sentence(of: refusal) == "HTTP 429")
        let words = Words()
        log.use(words)
        #expect(log.sentence(of: refusal).contains(/^HTTP 429; next try at \d\d:\d\d:27$/))
        #expect(log.sentence(of: RefreshError.source(.failed("odd"))) == "odd")
        withExtendedLifetime(words) {}
    }

    @Test func `a host that does not answer is named once`() {
        func said(_ outage: String) -> String { GeneratedContent.silence(of: "127.0.0.1:1", outage) }
        #expect(said("not reachable: 127.0.0.1:1: Connection refused") == "127.0.0.1:1: Connection refused")
        #expect(said("timed out: no first byte") == "127.0.0.1:1: timed out: no first byte")
    }

    @Test func `a pause is told with its reason and the time of day of the next try, never an earlier one`() throws {
        let long = FetchError.backingOff(.seconds(599)).sentence("Flickr", reason: "HTTP 503", at: Self.noon)
        let time = try #require(
            long.wholeMatch(of: /the image host asks us to wait \(HTTP 503\); next try at (\d\d):(\d\d)/))
        let minutes = try #require(Int(time.1)) * 60 + (try #require(Int(time.2)))
        // In any time zone: the offset is a whole number of quarters of an hour.
        let earliest = Int((Self.noon.rawValue + 599) / 60) % 15
        #expect((minutes - earliest) % 15 == 1, "\(long)")
        let short = RefreshError.source(.backingOff(.seconds(7))).sentence("Flickr", reason: nil, at: Self.noon)
        #expect(short.contains(/^Flickr asks us to wait; next try at \d\d:\d\d:27$/), "\(short)")
        let share = FetchError.shareUsed(.seconds(7)).sentence("Flickr", reason: "HTTP 503", at: Self.noon)
        #expect(share.contains(/^the hour's share is used; next try at \d\d:\d\d:27$/), "\(share)")
        let asked = RefreshError.source(.shareUsed(.seconds(7))).sentence("Flickr", reason: nil, at: Self.noon)
        #expect(asked == share, "no host was asked")
    }
}
