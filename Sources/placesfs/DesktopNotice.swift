internal import Foundation

/// Notifications on a desktop that takes them. A desktop that hangs keeps nobody for long.
enum DesktopNotice {
    static func tell(_ summary: String, _ body: String) {
        guard let tool else { return }
        _ = Tool.run("timeout", ["-s", "KILL", "5", tool] + appearance + ["--", summary, markup(body)])
    }

    /// Whether the user presses `yes` within a minute; not where nobody can be asked.
    static func asks(_ summary: String, _ body: String, yes: String) -> Bool {
        guard let tool else { return false }
        let question = ["-s", "KILL", "60", tool] + appearance + ["--action=yes=\(yes)", "--", summary, markup(body)]
        return Tool.answer("timeout", question)?.split(whereSeparator: \.isNewline).contains("yes") == true
    }

    private static let appearance = ["--app-name=Places", "--icon=placesfs"]

    private static var tool: String? {
        guard ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false else { return nil }
        return Tool.path(of: "notify-send")
    }

    private static func markup(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
