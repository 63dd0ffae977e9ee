import Foundation
import PhotoSimulator
import TestSupport
import Testing

/// Programs that read photos which do not come, and are told to end by a signal when all of them wait.
struct StalledReaders: Sendable {
    /// A program, and what it does about signals.
    enum Program: String, Sendable, CaseIterable {
        /// The default action.
        case cat
        /// A handler of its own that ends the program, but only gets to run when read(2) returns.
        case handler
        /// Python's own handler of SIGINT.
        case python
        /// Lists instead of reading.
        case list
    }

    struct Outcome: Sendable {
        /// From the signal until the last one had ended.
        var milliseconds: Int
        /// As Python tells them: minus the number of the signal that ended it.
        var statuses: Set<Int>
        /// Of the one that read the first photo too and got no signal; nil without one.
        var companion: Int?
    }

    private let mount: TestMount
    private let child: ChildProcess

    /// Starts a program for each path; `$T/copy` is where a companion of the first one copies to.
    init(
        _ mount: TestMount, _ program: Program, _ paths: [String], signal: Int32, withCompanion: Bool = false
    ) throws {
        self.mount = mount
        try mount.write(Array(Self.driver.utf8), to: "driver.py")
        let words = paths.map { "\"$M/\($0)\"" }.joined(separator: " ")
        child = try mount.start(
            "exec python3 driver.py \(program.rawValue) \(signal) \(withCompanion ? 1 : 0) \(words)",
            timeout: .seconds(120))
    }

    /// Sends the signal once every program waits in the kernel; returns when all have ended.
    func endAll() async throws {
        try mount.write([], to: "stalled")
        let ended = try await mount.shell("until [ -e freed ]; do sleep 0.01; done", timeout: .seconds(60))
        try #require(ended.status == 0, "the readers do not end")
    }

    /// To be asked when what the companion waits for has been released.
    func outcome() async throws -> Outcome {
        let result = await child.result()
        let words = result.text.split(separator: " ").compactMap { Int($0) }
        try #require(words.count >= 3, "\(result.text)\(result.errors)")
        return Outcome(
            milliseconds: words[0], statuses: Set(words[2...]), companion: words[1] == Self.none ? nil : words[1])
    }

    /// What stalled-readers.py says where there is no companion.
    private static let none = 999

    /// A process waits when it was found asleep, in the same system call, several times in a row.
    private static let driver = Script.text("Support/stalled-readers.py")
}
