import Catalog
import PhotoTree
import Testing

@testable import PlacesFileSystem

@Suite("GeneratedFiles")
struct GeneratedFilesTests {
    private let catalog: Catalog
    private let files: GeneratedFiles
    private let key = GeneratedFiles.Key(file: .map, directory: .places)

    init() async throws {
        catalog = try await Catalog.inMemory { Timestamp(0) }
        _ = try await catalog.numbers(of: [.places])
        files = GeneratedFiles(catalog: catalog)
    }

    private func slot(_ token: String, _ text: String, at seconds: Int64 = 0, isLive: Bool = false) async throws
        -> GeneratedFiles.Slot
    {
        try await files.slot(for: key, token: token, isLive: isLive) {
            GeneratedFiles.Rendering(Array(text.utf8), modified: Timestamp(seconds))
        }
    }

    @Test func `a file keeps its number and time while its content is the same`() async throws {
        let first = try await slot("1", "text", at: 10)
        let again = try await slot("2", "text", at: 20)
        #expect(again.number == first.number && again.modified == Timestamp(10) && again.size == 4)
    }

    @Test func `new content is a new file`() async throws {
        let first = try await slot("1", "text", at: 10)
        let second = try await slot("2", "other text", at: 20)
        #expect(second.number != first.number && second.modified == Timestamp(20) && second.size == 10)
        #expect(try await slot("2", "other text").number == second.number)
    }

    @Test func `what it is made of being the same, it is not made again`() async throws {
        _ = try await slot("1", "text")
        let slot = try await files.slot(for: key, token: "1", isLive: false) {
            Issue.record("made again")
            return GeneratedFiles.Rendering([], modified: Timestamp(0))
        }
        #expect(slot.size == 4)
    }

    @Test func `the same content has the same number in the next mount, and another content another`() async throws {
        let first = try await slot("1", "text")
        try await files.write()
        let next = GeneratedFiles(catalog: catalog)
        // Whether the number is still the file's, only the content tells.
        #expect(try await next.announce(key) == nil)
        let same = try await next.slot(for: key, token: "9", isLive: false) {
            GeneratedFiles.Rendering(Array("text".utf8), modified: Timestamp(0))
        }
        #expect(same.number == first.number)
        let third = GeneratedFiles(catalog: catalog)
        _ = try await third.announce(key)
        let other = try await third.slot(for: key, token: "1", isLive: false) {
            GeneratedFiles.Rendering(Array("more".utf8), modified: Timestamp(0))
        }
        #expect(other.number != first.number)
    }

    @Test func `a directory that was made again has new files`() async throws {
        let first = try await slot("1", "text")
        try await files.write()
        files.forget(.places)
        try await files.write()
        #expect(try await slot("1", "text").number != first.number)
        #expect(try await GeneratedFiles(catalog: catalog).announce(key) != first.number)
    }

    @Test func `a live file changes without becoming another`() async throws {
        let first = try await slot("", "text", at: 10, isLive: true)
        let second = try await slot("", "other text", at: 20, isLive: true)
        #expect(second.number == first.number && second.size == 10 && second.modified == Timestamp(20))
    }

    @Test func `a file that was listed before it was made keeps the number it was listed by`() async throws {
        let listed = try await files.announce(key)
        #expect(try await files.announce(key) == listed && listed != nil)
        let made = try await slot("1", "text")
        #expect(made.number == listed)
        #expect(try await files.announce(key) == nil, "what was made has the number of its content")
        let other = try await slot("2", "other text")
        #expect(other.number != listed)
    }

    @Test func `a directory's files are forgotten with it`() async throws {
        let first = try await slot("1", "text")
        files.forget(.tags)
        #expect(try await slot("1", "text").number == first.number)
        files.forget(.places)
        #expect(try await slot("1", "text").number != first.number)
    }
}
