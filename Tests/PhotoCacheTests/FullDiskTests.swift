import Foundation
import Logging
import PhotoTree
import TestClock
import TestSupport
import Testing

@testable import PhotoCache

@Suite("A disk of the limit and 64 KiB")
struct FullDiskTests {
    @Test(.enabled(if: SmallDisk.isPossible), arguments: [true, false])
    func `sixteen readers of two hundred photos never fill it`(isLengthKnown: Bool) async throws {
        let limit = 2_000_000
        try await SmallDisk.run(bytes: limit + (64 << 10)) { disk in
            // Time goes by fifty times as fast, or the five seconds that a download waits would be real ones.
            let clock = ManualClock()
            let timeLapse = Task {
                while (try? await Task.sleep(for: .milliseconds(5))) != nil {
                    clock.advance(by: .milliseconds(250))
                }
            }
            defer { timeLapse.cancel() }
            let cache = try PhotoCache(
                directory: disk.path, limit: Int64(limit), threads: DiskThreads(), clock: clock,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let refusals = await withTaskGroup(of: Int.self) { group in
                for reader in 0..<16 {
                    group.addTask { await Self.read(reader, cache, isLengthKnown: isLengthKnown) }
                }
                return await group.reduce(0, +)
            }
            #expect(refusals == 0)
            #expect(cache.usage.bytes <= Int64(limit))
            #expect(cache.usage.photos > 0)
            cache.clear()
            #expect(await eventually { cache.usage.bytes == 0 })
        }
    }

    /// One reader's share; how often the disk refused or gave other bytes.
    private static func read(_ reader: Int, _ cache: PhotoCache, isLengthKnown: Bool) async -> Int {
        var faults = 0
        for number in stride(from: reader, to: 200, by: 16) {
            let key = key("\(number)")
            let bytes = picture(number, number % 50 == 7 ? 2_100_000 : 20_000 + number * 4_321 % 700_000)
            cache.opened(key)
            defer { cache.closed(key) }
            guard let partial = cache.begin(key, expected: isLengthKnown ? Int64(bytes.count) : nil) else { continue }
            var offset = 0
            var outcome = PartialPhoto.Outcome.stored
            while offset < bytes.count, outcome == .stored {
                let end = min(bytes.count, offset + (16 << 10))
                outcome = await partial.append(Array(bytes[offset..<end]))
                let read = await partial.read(Int64(offset)..<Int64(end))
                if outcome == .stored, let read, read != Array(bytes[offset..<end]) { faults += 1 }
                offset = end
            }
            if outcome == .stored { outcome = await partial.finish(digest: "sha256:test") }
            if outcome == .unavailable { faults += 1 }
            let whole = await cache.read(0..<Int64(bytes.count), of: key)
            if outcome == .stored, let whole, whole != bytes { faults += 1 }
        }
        return faults
    }
}
