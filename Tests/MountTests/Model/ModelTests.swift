import Foundation
import Glibc
import PhotoSimulator
import TestSupport
import Testing

/// Random sequences of operations on a real mount, and on a model of a few plain values beside it; the trees must
/// agree.
///
/// A failure tells the sequence's seed and what was done. `PLACESFS_MODEL_SEED=n` runs only the sequence of that seed,
/// on a mount of its own; `PLACESFS_MODEL_SEQUENCES=n` runs n sequences in place of the usual ones. Which page of
/// results a new collection shows is left to the mount's own chance, so a replay may need a few rounds.
@Suite("The tree agrees with its model", .enabled(if: Repository.canMount))
struct ModelTests {
    private static let seed = ProcessInfo.processInfo.environment["PLACESFS_MODEL_SEED"].flatMap { UInt64($0) }
    private static let sequences = ProcessInfo.processInfo.environment["PLACESFS_MODEL_SEQUENCES"].flatMap { Int($0) }

    /// The second source needs fewer to show what is its own.
    private static let usual =
        (TestSource.current == .flickr ? 50 : 20)
        * (ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] == nil ? 1 : 2)

    /// On two mounts each, which take half the time of one.
    private static let mounts = seed == nil ? [1, 2] : [1]

    @Test(arguments: mounts)
    func `whatever users, the source and crashes do, when listings are kept`(mount: Int) async throws {
        try await Self.run(isFleeting: false, sequences: ((Self.sequences ?? Self.usual) + 1) / 2)
    }

    @Test(arguments: mounts)
    func `whatever users, the source and crashes do, when listings are refreshed`(mount: Int) async throws {
        try await Self.run(isFleeting: true, sequences: ((Self.sequences ?? Self.usual) + 3) / 4)
    }

    private static func run(isFleeting: Bool, sequences: Int) async throws {
        let world = ModelWorld()
        let options = ["--cache-size", "1G"] + (isFleeting ? ["--listing-lifetime", "100ms"] : [])
        let configuration = Simulator.Configuration(library: .custom(world.library))
        let seeds = seed.map { [$0] } ?? (0..<sequences).map { _ in UInt64.random(in: 0...UInt64(UInt32.max)) }
        try await TestMount.run(configuration, options: options) { mount in
            let run = ModelRun(mount, world, isFleeting: isFleeting)
            try await run.begin()
            for (number, seed) in seeds.enumerated() {
                do {
                    try await run.sequence(seed)
                } catch {
                    // A call may hang still: nothing else lets its thread go.
                    _ = kill(run.daemon, SIGKILL)
                    Issue.record(
                        """
                        sequence \(number + 1), PLACESFS_MODEL_SEED=\(seed)\(isFleeting ? ", refreshed" : ""): \(error)
                        \(run.story.joined(separator: "\n"))
                        """)
                    return
                }
            }
        }
    }
}
