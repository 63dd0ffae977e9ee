import Foundation
import TestSupport
import Testing

/// What scripts/package makes of what the program says of itself.
@Suite("Manual pages and completions", .enabled(if: Repository.canMount), .serialized)
struct ManualPagesTests {
    private static func shell(_ script: String, _ home: Home) async throws -> CommandResult {
        try await ChildProcess(
            ["bash", "-c", script],
            environment: home.environment.merging(["R": Repository.root, "PLACESFS": Repository.placesfs]) { $1 },
            directory: home.path
        ).result()
    }

    @Test func `every command and every option has its place in a page that troff takes without a word`() async throws {
        try await Home.run { home in
            let made = try await Self.shell("\"$R/scripts/make-manual\" \"$PLACESFS\" man && ls man/man1", home)
            #expect(made.status == 0, "\(made.errors)")
            let help = try await home.command(["--help"])
            let commands = help.lines.drop { !$0.hasPrefix("SUBCOMMANDS") }.compactMap { line in
                line.firstMatch(of: #/^  ([a-z-]+) /#).map { String($0.1) }
            }.filter { $0 != "help" }
            #expect(commands.count >= 8)
            for command in commands {
                #expect(made.lines.contains("placesfs-\(command).1"), "\(command)")
            }
            let options = try await home.command(["mount", "--help-all"]).text.matches(of: /--[a-z-]+/).map {
                String($0.0)
            }
            let page = try await Self.shell("MANWIDTH=200 man -l man/man1/placesfs-mount.1 | cat", home)
            for option in Set(options) where option != "--version" && option != "--help" {
                #expect(page.text.contains(option), "\(option)")
            }
            #expect(page.lines.contains { $0.hasSuffix("placesfs unmount MOUNTPOINT") }, "a line ends as in the help")
            let keys = try await Self.shell("MANWIDTH=200 man -l man/man5/placesfs.conf.5 | cat", home)
            #expect(keys.text.contains("cache-size (default: 10M)"), "\(keys.errors)")
            let slips = try await Self.shell(
                "for page in man/*/*; do man --warnings -E UTF-8 -l -Tutf8 -Z $page 2>&1 >/dev/null; done", home)
            #expect(slips.text == "")
        }
    }

    @Test func `bash completes the values of options, and where placesfs is mounted`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline().status == 0)
            let completed = try await Self.shell(
                """
                export PATH="$(dirname "$PLACESFS"):$PATH" EXPECTED_MOUNTPOINTS="\(home.mountpoint)"
                placesfs --generate-completion-script bash > completion && bash "$R/scripts/release/complete.bash" completion
                """, home)
            #expect(completed.status == 0, "\(completed.errors)")
        }
    }
}
