import Catalog
import PhotoTree
import Synchronization
import Testing

@testable import PhotoFetch
@testable import PlacesFileSystem

/// What is put into a photo, between the OPEN that waits for it and the catalog that keeps it.
@Suite struct EmbeddedCreditsTests {
    private let key = ImageKey(photo: PhotoID("1"), rendition: "b")
    /// The head of a JPEG, and the data behind it.
    private let bytes: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0] + Array(repeating: 7, count: 500) + [0xFF, 0xD9]

    private final class Noted: Sendable {
        let decisions = Mutex<[EmbeddedDecision]>([])
    }

    private func open(_ title: String) -> OpenPhoto {
        OpenPhoto(
            photo: World.photo("1", title), key: key, length: Int64(bytes.count), isHinted: false, number: 1)
    }

    private func decide(_ credits: EmbeddedCredits, _ title: String) async throws -> EmbeddedSegments {
        let open = open(title)
        return try await credits.decide(open, open.photo.renditions[0], before: nil) {
            [bytes] range throws(FetchError) in Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        }
    }

    @Test func `a decision stands at once, before the catalog has it, and is written once`() async throws {
        let catalog = try await Catalog.inMemory(firstTopics: []) { Timestamp(1_600_000_000) }
        let noted = Noted()
        let credits = EmbeddedCredits(
            .credit, catalog: catalog, original: "o", sourceName: "Test", place: { _ in nil },
            noting: { decision in noted.decisions.withLock { $0.append(decision) } })
        let first = try await decide(credits, "One")
        #expect(first.count > 100)
        #expect(try await catalog.embeddedSegments(in: key) == nil)
        #expect(try await credits.decided(in: key) == first)
        // Whoever comes at the same moment, with another title.
        #expect(try await decide(credits, "Another") == first)

        let decisions = noted.decisions.withLock { $0 }
        #expect(decisions.count == 1)
        let decision = try #require(decisions.first)
        try await catalog.embed(decision)
        credits.wrote(decision)
        #expect(try await credits.decided(in: key) == first)
        #expect(try await catalog.embeddedSegments(in: key) == first)
    }

    @Test func `what is decided of a photo's new file takes the place of what is on its way`() async throws {
        let catalog = try await Catalog.inMemory(firstTopics: []) { Timestamp(1_600_000_000) }
        let noted = Noted()
        let credits = EmbeddedCredits(
            .credit, catalog: catalog, original: "o", sourceName: "Test", place: { _ in nil },
            noting: { decision in noted.decisions.withLock { $0.append(decision) } })
        let first = try await decide(credits, "One")
        credits.forget(key.photo)
        #expect(try await credits.decided(in: key) == nil)
        let second = try await decide(credits, "Another")
        #expect(second != first)
        for decision in noted.decisions.withLock({ $0 }) {
            try await catalog.embed(decision)
            credits.wrote(decision)
            #expect(try await credits.decided(in: key) == second)
        }
        #expect(try await catalog.embeddedSegments(in: key) == second)
    }
}
