import Foundation
import TestSupport
import Testing

/// What cannot be written is no success: a list of credits that is cut off must not be printed beside photos.
@Suite("Standard output", .enabled(if: Repository.canMount)) struct OutputTests {
    private static let commands = [
        "--help", "--version", "help", "mount --help", "cache --help", "--generate-completion-script bash",
        "places Paris",
        "places --json Paris", "places 48.8584,2.2945", "places --near 48.8584,2.2945", "cache show", "cache verify",
        "status \"$M\"", "status --json \"$M\"", "status --watch \"$M\"", "info \"$M/places/France/Paris\"",
        "info --json \"$M/places/France/Paris\"", "credits \"$M/places/France/Paris\"",
        "credits --json \"$M/places/France/Paris\"", "refresh --wait \"$M/places/France/Paris\"",
        "doctor --source sample", "mount --source sample --reuse \"$M\"",
        "doctor --source sample --cache-dir /dev/null/cache", "cache clear --source other",
    ]

    @Test func `on a full disk every command ends with status 1 and one line`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let other = home.path + "/.cache/placesfs/other"
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
            try Data("placesfs photo cache 1\n".utf8).write(to: URL(fileURLWithPath: other + "/format"))
            for command in Self.commands {
                let result = try await ChildProcess(
                    ["bash", "-c", "timeout 30 \"$0\" \(command) > /dev/full", Repository.placesfs],
                    environment: home.environment.merging(["M": home.mountpoint]) { $1 }
                ).result()
                #expect(result.status == 1, "\(command): \(result)")
                #expect(
                    result.errors == "placesfs: cannot write to standard output: no space left on device\n",
                    "\(command): \(result.errors)")
            }
        }
    }

    /// What failed is told beside it.
    @Test(arguments: ["info", "credits", "refresh --wait"])
    func `on a full disk a command of which a part failed says both`(_ command: String) async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let paths = "\"$M/places/France/Paris\" \"$M/places/France/None\""
            let result = try await ChildProcess(
                ["bash", "-c", "timeout 30 \"$0\" \(command) \(paths) > /dev/full", Repository.placesfs],
                environment: home.environment.merging(["M": home.mountpoint]) { $1 }
            ).result()
            let lines = result.errors.split(separator: "\n")
            #expect(lines.last == "placesfs: cannot write to standard output: no space left on device", "\(result)")
            #expect(lines.count >= 2 && result.status == 1, "\(command): \(result)")
        }
    }

    @Test(arguments: ["2> /dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
    func `where standard error takes nothing the exit status tells alone`(_ redirection: String) async throws {
        try await Home.run { home in
            let log = home.path + "/log"
            for (command, status) in [
                ("keeep", 2), ("unmount \(home.path)", 16), ("mount --source sample \(home.path)/none", 10),
                ("credits \(home.path)/none", 18), ("cache show --config \(home.path)/none", 3),
                // What it opens has none of the numbers that are closed.
                ("mount --source sample -f --log-file \(log) --cache-dir /dev/null/c \(home.mountpoint)", 31),
            ] {
                let result = try await ChildProcess(
                    ["bash", "-c", "timeout 30 \"$0\" \(command) \(redirection)", Repository.placesfs],
                    environment: home.environment
                ).result()
                #expect(result.status == status, "\(command): \(result)")
            }
            let lock = try? String(contentsOfFile: home.path + "/.local/share/placesfs/sample.lock", encoding: .utf8)
            #expect(lock?.contains("placesfs:") != true)
        }
    }

    @Test func `a reader that has seen enough is no error`() async throws {
        try await Home.run { home in
            let result = try await ChildProcess(
                [
                    "bash", "-c", "for try in 1 2 3; do \"$0\" mount --help | head -n 1 > /dev/null; done",
                    Repository.placesfs,
                ], environment: home.environment
            ).result()
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        }
    }
}
