import HTTP
import PhotoCache
import PhotoTree
import Synchronization
import TestClock
import Testing

@testable import PhotoFetch

/// A host that never changes, a cache far too small, and readers that are killed at any moment.
@Suite("Readers that come and go", .timeLimit(.minutes(2)))
struct ComingAndGoingTests {
    private struct Album {
        var images: [String: HostedImage] = [:]
        var photos: [Photo] = []

        init(_ count: Int) {
            for number in 0..<count {
                let url = "https://images.test/\(number).jpg"
                var image = HostedImage(bytes: jpeg(50_000 + number * 8_731 % 350_000, seed: number))
                image.piece = 16 << 10
                images[url] = image
                photos.append(
                    Photo(
                        id: PhotoID("\(number)"),
                        renditions: [Rendition(name: "b", width: nil, height: nil, url: url)]))
            }
        }
    }

    /// The kernel closes what a killed reader had open as soon as that is answered, which is before its read has ended.
    @Test func `a read that outlives its handle has nothing to tell`() async throws {
        let (image, gate) = (HostedImage(bytes: jpeg(300_000)), Gate())
        let fixture = try FetcherFixture { request, _ in image.answer(to: request, gates: [100_000: gate]) }
        let open = try await fixture.open()
        let late = Task {
            await PhotoFetcherTests.outcome { _ = try await fixture.fetcher.read(open, 200_000..<210_000) }
        }
        await until { fixture.fetcher.downloads.first?.waiting == 1 }
        fixture.fetcher.close(open)
        gate.open()
        #expect(await late.value == .interrupted)
        #expect(await PhotoFetcherTests.outcome { _ = try await fixture.fetcher.read(open, 0..<10) } == .interrupted)
        #expect(
            await PhotoFetcherTests.outcome { _ = try await fixture.fetcher.read(open, 300_000..<310_000) }
                == .interrupted)
    }

    @Test(arguments: [true, false]) func `are never told of a change that was none`(takesRange: Bool) async throws {
        let album = Album(24)
        let fixture = try FetcherFixture(limit: 1 << 20) { request, _ throws(HTTPError) in
            guard var image = album.images[request.url] else { throw .failed("unknown") }
            image.takesRange = takesRange
            return image.answer(to: request)
        }
        let learnt = Mutex<[PhotoID: LearntFile]>([:])
        let faults = Mutex<[String]>([])
        try await fixture.inTime {
            await withTaskGroup { group in
                for reader in 0..<8 {
                    group.addTask {
                        var random = SystemRandomNumberGenerator()
                        for round in 0..<60 {
                            let photo = album.photos.randomElement(using: &random)!
                            let patience = Int.random(in: 0...40, using: &random)
                            let work = Task { () -> FetchError? in
                                do throws(FetchError) {
                                    let image = photo.renditions[0]
                                    let known = learnt.withLock { $0[photo.id] }
                                    let open = try await fixture.fetcher.open(photo, image, known: known)
                                    defer { fixture.fetcher.close(open) }
                                    learnt.withLock { learnt in
                                        learnt[photo.id] =
                                            learnt[photo.id] ?? LearntFile(length: open.length, digest: nil)
                                    }
                                    let bytes = try await fixture.readAll(open)
                                    if bytes != album.images[image.url]?.bytes { return .notAPhoto("other bytes") }
                                    return nil
                                } catch {
                                    return error
                                }
                            }
                            if (reader + round) % 3 == 0 {
                                try? await Task.sleep(for: .milliseconds(patience))
                                work.cancel()
                            }
                            if let error = await work.value, error != .interrupted {
                                faults.withLock { $0.append("\(photo.id): \(error)") }
                            }
                            for case .learned(let key, let file) in fixture.told.events where file.digest != nil {
                                learnt.withLock { $0[key.photo] = file }
                            }
                        }
                    }
                }
            }
        }
        let told = fixture.told.events.filter { if case .changed = $0 { true } else { false } }
        #expect(faults.withLock { $0 } == [] && told.isEmpty)
    }
}
