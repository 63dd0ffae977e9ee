import HTTP
import PhotoTree
import Promises
import Synchronization
import TestClock
import Testing

@testable import PhotoFetch

/// A host that never changes, a cache far too small, and readers that are killed at any moment.
@Suite("Readers that come and go", .timeLimit(.minutes(2)))
struct ComingAndGoingTests {
    /// The kernel closes what a killed reader had open as soon as that is answered, which is before its read has ended.
    @Test(.proves("A storm of requests")) func `a read that outlives its handle has nothing to tell`() async throws {
        let image = HostedImage(bytes: jpeg(300_000))
        let gate = Gate()
        let fixture = try FetcherFixture { request, _ in image.answer(to: request, gates: [100_000: gate]) }
        let open = try await fixture.open()
        let late = Task { await Self.error(fixture, open, 200_000..<210_000) }
        await until { fixture.fetcher.downloads.first?.waiting == 1 }
        fixture.fetcher.close(open)
        gate.open()
        #expect(await late.value == .interrupted)
        #expect(await Self.error(fixture, open, 0..<10) == .interrupted)
        #expect(await Self.error(fixture, open, 300_000..<310_000) == .interrupted)
    }

    private static func error(_ fixture: FetcherFixture, _ open: OpenPhoto, _ range: Range<Int64>) async -> FetchError?
    {
        await PhotoFetcherTests.outcome { _ = try await fixture.fetcher.read(open, range) }
    }

    @Test(.proves("A storm of requests"), arguments: [true, false])
    func `readers are never told of a change that was none`(takesRange: Bool) async throws {
        let collection = ManyPhotos(photos: 24, takesRange: takesRange)
        let fixture = try FetcherFixture(limit: 1 << 20) { request, _ in
            guard let image = collection.images[request.url] else { return .init(status: 404, steps: []) }
            return image.answer(to: request)
        }
        let crowd = Crowd(collection: collection, fixture: fixture)
        try await fixture.inTime { await crowd.read(by: 8, times: 60) }
        #expect(crowd.complaints == [])
        #expect(!fixture.told.events.contains { if case .changed = $0 { true } else { false } })
    }
}

private struct ManyPhotos: Sendable {
    private(set) var images: [String: HostedImage] = [:]
    private(set) var photos: [Photo] = []

    init(photos count: Int, takesRange: Bool) {
        for number in 0..<count {
            let url = "https://images.test/\(number).jpg"
            var image = HostedImage(bytes: jpeg(50_000 + number * 8_731 % 350_000, seed: number))
            image.piece = 16 << 10
            image.takesRange = takesRange
            images[url] = image
            let rendition = Rendition(name: "b", width: 1024, height: 768, url: url)
            photos.append(Photo(id: PhotoID("\(number)"), title: "\(number)", renditions: [rendition]))
        }
    }
}

/// Readers of a collection, each third of whom is killed at some moment.
private final class Crowd: Sendable {
    private let collection: ManyPhotos
    private let fixture: FetcherFixture
    private let learnt = Mutex<[PhotoID: KnownFile]>([:])
    private let list = Mutex<[String]>([])

    init(collection: ManyPhotos, fixture: FetcherFixture) {
        self.collection = collection
        self.fixture = fixture
    }

    /// What readers were told that was no interruption.
    var complaints: [String] { list.withLock { $0 } }

    func read(by readers: Int, times: Int) async {
        await withTaskGroup(of: Void.self) { group in
            for reader in 0..<readers {
                group.addTask { await self.read(reader, times) }
            }
        }
    }

    private func read(_ reader: Int, _ times: Int) async {
        for round in 0..<times {
            let photo = collection.photos[Int.random(in: collection.photos.indices)]
            let work = Task { await self.read(photo) }
            if (reader + round) % 3 == 0 {
                for _ in 0..<Int.random(in: 0...400) { await Task.yield() }
                work.cancel()
            }
            if let complaint = await work.value { list.withLock { $0.append("\(photo.id): \(complaint)") } }
        }
    }

    private func read(_ photo: Photo) async -> String? {
        let rendition = photo.renditions[0]
        let error = await PhotoFetcherTests.outcome {
            let known = self.known(photo.id)
            let open = try await self.fixture.fetcher.open(photo, rendition, known: known)
            defer { self.fixture.fetcher.close(open) }
            if known == nil { self.note(photo.id, KnownFile(length: open.length, digest: nil)) }
            let bytes = try await self.fixture.readAll(open)
            guard bytes == self.collection.images[rendition.url]?.bytes else {
                throw FetchError.notAPhoto("other bytes")
            }
        }
        for case .learned(let key, let file) in fixture.told.events where file.digest != nil {
            note(key.photo, file)
        }
        return error.flatMap { $0 == .interrupted ? nil : "\($0)" }
    }

    private func known(_ id: PhotoID) -> KnownFile? { learnt.withLock { $0[id] } }

    private func note(_ id: PhotoID, _ file: KnownFile) {
        learnt.withLock { $0[id] = file }
    }
}
