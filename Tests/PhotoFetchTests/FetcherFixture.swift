import Foundation
import HTTP
import Logging
import PhotoCache
import PhotoTree
import Synchronization
import TestClock

@testable import PhotoFetch

/// A source that knows one photo, or none.
final class FakeSource: PhotoSource {
    let namespace = "fake"
    let notice = ""
    let imageHosts = ["images.test"]
    let standardRendition = "b"
    let renditionNames = ["n", "b"]
    /// What a look-up by id finds.
    let found = Mutex<Photo?>(nil)
    let lookUps = Mutex(0)

    func topPlaces() async throws(PhotoSourceError) -> [Place] { [] }
    func photos(_ query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage { throw .failed("not asked") }

    func photo(_ id: PhotoID) async throws(PhotoSourceError) -> Photo? {
        lookUps.withLock { $0 += 1 }
        return found.withLock { $0 }
    }

    func image(of photo: Photo, upTo choice: String) -> Rendition? { photo.renditions.last }

    func judge(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict {
        if head.status == 404 { return .gone }
        guard head.status == 200 else { return .refused("HTTP \(head.status)") }
        return firstBytes.starts(with: [0xFF, 0xD8]) ? .photo : .refused("a page of text")
    }
}

/// What the fetcher told, in order.
final class Told: Sendable {
    enum Event: Hashable, Sendable {
        case learned(ImageKey, KnownFile)
        case unlearned(ImageKey)
        case changed(PhotoID, KnownFile)
        case gone(PhotoID)
        case updated(PhotoID)
    }

    private let list = Mutex<[Event]>([])

    var events: [Event] { list.withLock { $0 } }

    func add(_ event: Event) {
        list.withLock { $0.append(event) }
    }

    var fetchEvents: FetchEvents {
        FetchEvents(
            learned: { self.add(.learned($0, $1)) }, unlearned: { self.add(.unlearned($0)) },
            lengthChanged: { self.add(.changed($0, $1)) },
            gone: { self.add(.gone($0)) }, updated: { self.add(.updated($0.id)) })
    }
}

/// A fetcher over a scripted host and a cache in a directory of its own.
final class FetcherFixture: Sendable {
    let clock = ManualClock()
    let source = FakeSource()
    let told = Told()
    let host: ScriptedHost
    let cache: PhotoCache
    let fetcher: PhotoFetcher
    private let path = NSTemporaryDirectory() + "placesfs-fetch-\(UUID().uuidString)"

    init(limit: Int64 = 8 << 20, limits: FetchLimits = .standard, _ script: @escaping ScriptedHost.Script) throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        host = ScriptedHost(script)
        cache = try PhotoCache(
            directory: path, limit: limit, threads: DiskThreads(count: 2), clock: clock, logger: logger)
        fetcher = PhotoFetcher(
            source: source, transport: host, cache: cache, clock: clock, events: told.fetchEvents, logger: logger,
            limits: limits)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    static let key = ImageKey(photo: PhotoID("1"), rendition: "b")

    func open(_ known: KnownFile? = nil) async throws -> OpenPhoto {
        try await fetcher.open(photo, rendition, known: known)
    }

    func open(length: Int) async throws -> OpenPhoto {
        try await open(KnownFile(length: Int64(length), digest: nil))
    }

    /// Reads as `cat` does.
    func readAll(_ open: OpenPhoto, step: Int64 = 65_536) async throws(FetchError) -> [UInt8] {
        var bytes: [UInt8] = []
        while Int64(bytes.count) < open.length {
            let start = Int64(bytes.count)
            bytes += try await fetcher.read(open, start..<min(open.length, start + step))
        }
        return bytes
    }

    /// Lets time go by until `work` is done, as far as somebody waits for it.
    func inTime<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let timeLapse = Task {
            while (try? await Task.sleep(for: .milliseconds(2))) != nil {
                guard let pause = clock.nextWake else { continue }
                clock.advance(by: min(pause, .milliseconds(100)))
            }
        }
        defer { timeLapse.cancel() }
        return try await work()
    }
}

let rendition = Rendition(name: "b", width: 1024, height: 768, url: "https://images.test/1.jpg")
let photo = Photo(id: PhotoID("1"), title: "One", renditions: [rendition])

private let noise: [UInt8] = {
    var state: UInt64 = 42
    let block = (0..<65_521).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
    }
    // A prime number of bytes, repeated: equal only at offsets that no block size of ours has in common.
    return (0..<64).reduce(into: []) { noise, _ in noise += block }
}()

/// A JPEG's first bytes and noise, other for every seed.
func jpeg(_ count: Int, seed: Int = 0) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0] + noise[(seed * 5003 + 4)..<(seed * 5003 + count - 2)] + [0xFF, 0xD9]
}

func digest(_ bytes: [UInt8]) -> String {
    var digest = PhotoDigest()
    digest.update(bytes)
    return digest.text
}
