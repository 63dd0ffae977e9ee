import Foundation
import Synchronization
import Testing

/// How many tests may have something mounted at once, in this process: PLACESFS_TEST_MOUNTS, or a few for each
/// processor. Most of them wait most of the time; hundreds would measure nothing but the machine.
public final class MountSlots: Sendable {
    public static let shared = MountSlots(
        ProcessInfo.processInfo.environment["PLACESFS_TEST_MOUNTS"].flatMap(Int.init)
            ?? 3 * ProcessInfo.processInfo.activeProcessorCount)

    /// Whoever has one takes no second: two tests that each wait for the other's would wait forever.
    @TaskLocal private static var hasOne = false

    private let state: Mutex<State>

    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    init(_ count: Int) {
        state = Mutex(State(free: max(1, count)))
    }

    /// Runs `body` when its turn has come, first come, first served.
    public func take<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        if Self.hasOne { return try await body() }
        await enter()
        let begun = ContinuousClock.now
        defer {
            leave()
            Self.report(begun.duration(to: .now))
        }
        return try await Self.$hasOne.withValue(true, operation: body)
    }

    /// What Swift Testing tells has the time that a test waited for its turn in it.
    private static func report(_ duration: Duration) {
        let tenths = duration / .milliseconds(100)
        let name = Test.current.map { "\($0.id)" } ?? "?"
        try? FileHandle.standardError.write(contentsOf: Data("⏱ \(tenths.rounded() / 10) s \(name)\n".utf8))
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
