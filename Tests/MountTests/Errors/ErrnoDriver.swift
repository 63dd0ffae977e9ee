import TestSupport
import Testing

/// Makes system calls in a mount and tells how each was answered, without any program's own opinion of it.
struct ErrnoDriver: Sendable {
    let mount: TestMount
    /// Comes before the interpreter; becomes another user, say.
    var asUser: [String] = []

    struct Call: Sendable {
        var operation: String
        /// From the mountpoint, as bytes; a second one for rename.
        var paths: [[UInt8]]

        init(_ operation: String, _ paths: [UInt8]...) {
            self.operation = operation
            self.paths = paths
        }

        init(_ operation: String, _ paths: String...) {
            self.operation = operation
            self.paths = paths.map { Array($0.utf8) }
        }
    }

    /// A script that should have gone well.
    struct Failure: Error {
        var text: String
    }

    /// "ok" or the error's name for each call, in their order. What was made or removed is put back at once.
    func answers(to calls: [Call]) async throws -> [String] {
        try mount.write(Array(Self.script.utf8), to: "calls.py")
        let lines = calls.map { call in
            ([call.operation] + call.paths.map { $0.map(Self.hex).joined() }).joined(separator: "\t")
        }
        try mount.write(Array(lines.joined(separator: "\n").utf8), to: "calls")
        let command = (asUser + ["/usr/bin/python3", "calls.py"]).joined(separator: " ")
        let result = try await mount.shell(command, timeout: .seconds(60))
        guard result.status == 0, result.lines.count == calls.count else {
            throw ErrnoDriver.Failure(text: "\(result.lines.count) of \(calls.count): \(result.errors)")
        }
        return result.lines
    }

    /// Fails the test where the tree looks other than before.
    func expectUnchanged(since before: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let after = try await picture()
        let changes = before.filter { !after.contains($0) } + after.filter { !before.contains($0) }
        #expect(changes == [], "what is refused changes nothing", sourceLocation: sourceLocation)
    }

    /// Every entry of the tree with its number, kind, mode, size and times; but those that are written anew each time
    /// they are looked at.
    func picture() async throws -> [String] {
        let lines = try await mount.shell(
            "cd \"$M\" && find \(Atlas.walked) .placesfs/cached ! -name README.txt -printf '%p %i %M %s %T@ %C@\\n' | sort"
        ).lines
        try #require(lines.count > 100)
        return lines
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    private static let script = Script.text("Errors/errno-driver.py")
}
