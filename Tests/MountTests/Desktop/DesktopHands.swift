import TestSupport
import Testing

/// What a person does in a file manager's windows, by the keyboard, in a bash script that begins in pins/: `open
/// FOLDER`, `go PATH`, `new_folder NAME`, `rename NAME` and `delete KEY ANSWERS CONDITION…` of the first icon, `close`,
/// and `say WORDS` for the test. Everything waits for what it brings about and is tried again where a window was not
/// ready for it; what never comes ends the script with a word.
struct DesktopHands: Sendable, CustomTestStringConvertible {
    var program: String
    var arguments = ""
    var newFolder = "ctrl+shift+n"
    /// Whether keys reach the icons only after a click beside them.
    var needsClick = false
    /// Selects a collection's first photo.
    var first = "End Home"
    /// Agree to delete for good what cannot be put into the trash; nil where the program does not offer that.
    var trashed: String?
    /// Agree to delete for good.
    var deleted: String
    var testDescription: String { program }

    /// Whether it cannot be run here, and the test is to return.
    func areMissing() throws -> Bool {
        try Programs.lack(program, "xvfb-run", "dbus-run-session", "openbox", "xdotool")
    }

    /// Runs `script`; what it said, and all that was printed.
    func run(_ script: String, on mount: TestMount) async throws -> (said: [String], printed: String) {
        let settings = """
            program='\(program) \(arguments)' new_folder=\(newFolder) click=\(needsClick ? "yes" : "") first='\(first)' trashed='\(trashed ?? "")'
            deleted='\(deleted)'

            """
        try mount.write(Array((PinnedWorld.prelude + settings + Self.hands + script).utf8), to: "hands.sh")
        // -r: a key that is held for long, on a busy machine, is not many keys.
        let result = try await mount.shell(
            """
            \(DesktopSession.prelude)
            exec dbus-run-session -- xvfb-run -a -s '-screen 0 1400x1000x24 -r' bash "$T/hands.sh"
            """, timeout: .seconds(300))
        let said = try await mount.shell("cat \"$T/said\"").lines
        return (said, "\(result.status): \(result.text.suffix(1000)) \(result.errors.suffix(1000))")
    }

    private static let hands = Script.text("Desktop/hands.sh")
}
