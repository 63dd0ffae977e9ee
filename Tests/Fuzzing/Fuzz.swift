import Foundation

/// Runs a property over inputs of a `Mutator`.
///
/// Each run has a new seed. `PLACESFS_FUZZ_SECONDS` makes every run last so long, `PLACESFS_FUZZ_SEED` repeats one
/// ("seed"), or one input of it ("seed:index").
public enum Fuzz {
    /// Why an input failed, and how to have it again.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(_ description: String) {
            self.description = description
        }
    }

    /// Far beyond what any input takes on a busy machine, and below what the square of the longest input's length
    /// takes.
    public static let patience = Duration.seconds(15)

    /// Feeds `hostile`, `seeds` and then inputs made of the seeds, `inputs` in all, to `property`, with the generator
    /// that made them for whatever else is to be drawn; each may take `patience`, which is longer where it waits for
    /// the disk. The input under way is in a file meanwhile, which a trap or a hang leaves behind for `scripts/fuzz` to
    /// show.
    public static func run(
        _ name: String, seeds: [[UInt8]], hostile: [[UInt8]] = [], inputs: Int = 1_000,
        patience: Duration = Fuzz.patience,
        _ property: (_ input: [UInt8], _ random: inout Mutator) async throws -> Void
    ) async throws {
        let environment = ProcessInfo.processInfo.environment
        let replay = (environment["PLACESFS_FUZZ_SEED"] ?? "").split(separator: ":").compactMap { UInt64($0) }
        let seconds = environment["PLACESFS_FUZZ_SECONDS"].flatMap { Double($0) }
        let seed = replay.first ?? UInt64.random(in: 0...UInt64(UInt32.max))
        let track = try Track(name)
        defer { track.remove() }
        let clock = ContinuousClock()
        let start = clock.now
        var index = replay.count > 1 ? replay[1] : 0
        repeat {
            var random = Mutator(seed: seed, index: index)
            let given = hostile.count + seeds.count
            let input = index < UInt64(given) ? (hostile + seeds)[Int(index)] : random.input(from: seeds)
            let shown = Data(input.prefix(Mutator.maximumLength)).base64EncodedString()
            let recipe = "\(name), PLACESFS_FUZZ_SEED=\(seed):\(index), input \(shown)"
            try track.note(recipe)
            let began = clock.now
            do {
                try await property(input, &random)
            } catch {
                throw Failure("\(error)\n\(recipe)")
            }
            if clock.now - began > patience {
                throw Failure("\(input.count) bytes took \(clock.now - began)\n\(recipe)")
            }
            index += 1
        } while replay.count < 2
            && (seconds.map { clock.now - start < .seconds($0) } ?? (index < UInt64(max(0, inputs))))
        if seconds != nil { print("fuzz: \(name), \(index) inputs, seed \(seed), in \(clock.now - start)") }
    }

    /// The same over seeds that are texts.
    public static func run(
        _ name: String, seeds: [String], hostile: [String] = [], inputs: Int = 1_000,
        _ property: (_ text: String, _ random: inout Mutator) async throws -> Void
    ) async throws {
        let hostile = hostile.map { Array($0.utf8) }
        try await run(name, seeds: seeds.map { Array($0.utf8) }, hostile: hostile, inputs: inputs) { input, random in
            try await property(String(decoding: input, as: UTF8.self), &random)
        }
    }

    /// - Throws: `Failure` with `sentence` unless `condition` holds.
    public static func demand(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
        if !condition { throw Failure(sentence()) }
    }
}

/// A file that says which input is under way.
private struct Track {
    let path: String
    private let handle: FileHandle

    init(_ name: String) throws {
        let folder = FileManager.default.temporaryDirectory
        path = folder.appending(path: "placesfs-fuzz.\(ProcessInfo.processInfo.processIdentifier).\(name)").path
        try Data().write(to: URL(fileURLWithPath: path))
        handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    func note(_ text: String) throws {
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: Data((text + "\n").utf8))
        try handle.truncate(atOffset: handle.offset())
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
