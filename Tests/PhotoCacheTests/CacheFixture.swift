import Foundation
import Fuzzing
import Logging
import PhotoTree
import Synchronization
import TestClock

@testable import PhotoCache

/// A directory of its own for a cache, removed with the value.
final class CacheFixture: Sendable {
    let path: String
    let clock = ManualClock()
    let threads = DiskThreads(count: 2)

    init() {
        path = NSTemporaryDirectory() + "placesfs-cache-\(UUID().uuidString)/deep/photos"
    }

    deinit {
        let root = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
        try? FileManager.default.removeItem(at: root)
    }

    /// A daemon's life.
    func cache(limit: Int64 = 1 << 20, countsAtOnce: Bool = true) throws -> PhotoCache {
        try PhotoCache(
            directory: path, limit: limit, threads: threads, clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, countsAtOnce: countsAtOnce)
    }

    func url(_ name: String) -> URL {
        URL(fileURLWithPath: path).appendingPathComponent(name)
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

func key(_ photo: String, _ rendition: String = "b") -> ImageKey {
    ImageKey(photo: PhotoID(photo), rendition: rendition)
}

private let noise: [UInt8] = {
    var generator = SeededGenerator(seed: 7)
    let block = (0..<65_521).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    // A prime number of bytes, repeated: equal only at offsets that no block size of ours has in common.
    return (0..<48).reduce(into: []) { noise, _ in noise += block }
}()

/// Bytes that differ from photo to photo and from offset to offset.
func picture(_ seed: Int, _ count: Int) -> [UInt8] {
    let start = seed * 4001 % (1 << 19)
    return Array(noise[start..<start + count])
}

extension PhotoCache {
    var isScanned: Bool { table.withLock { $0.isScanned } }
    var isDegraded: Bool { table.withLock { $0.isDegraded } }
    var openFileCount: Int { table.withLock { $0.openFiles.count } }

    /// Downloads a photo as the fetcher would; the last outcome.
    @discardableResult
    func store(_ key: ImageKey, _ bytes: [UInt8], piece: Int = 16 << 10, expects: Bool = true) async -> KnownFile? {
        guard let partial = begin(key, expected: expects ? Int64(bytes.count) : nil) else { return nil }
        var digest = PhotoDigest()
        var offset = 0
        while offset < bytes.count {
            let next = Array(bytes[offset..<min(bytes.count, offset + piece)])
            digest.update(next)
            guard await partial.append(next) == .stored else { return nil }
            offset += next.count
        }
        guard await partial.finish(digest: digest.text) == .stored else { return nil }
        return KnownFile(length: Int64(bytes.count), digest: digest.text)
    }

    func whole(_ key: ImageKey, known: KnownFile?) async -> [UInt8]? {
        guard let learnt = await present(key, known: known) else { return nil }
        return await read(0..<learnt.length, of: key)
    }
}
