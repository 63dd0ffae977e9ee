internal import Foundation

/// Asks in a window, by the program that the desktop has for that: zenity(1) or kdialog(1).
enum DesktopDialog: String, Sendable {
    case zenity, kdialog

    private static let title = "--title=Places"

    /// The one that is installed.
    static var there: DesktopDialog? { [.zenity, .kdialog].first { Tool.path(of: $0.rawValue) != nil } }

    /// One of `choices`; nil when the window is closed.
    func pick(_ question: String, _ choices: [String]) -> String? {
        switch self {
        case .zenity:
            answer(
                [
                    "--list", Self.title, "--text=\(question)", "--hide-header", "--column=Album", "--separator=/",
                    "--",
                ] + choices)
        case .kdialog:
            // Pairs of what is printed and what is shown.
            answer(["--title", "Places", "--menu", question, "--"] + choices.flatMap { [$0, $0] })
        }
    }

    /// A line that the user types; nil when the window is closed or nothing was typed.
    func text(_ question: String, _ suggestion: String) -> String? {
        switch self {
        case .zenity: answer(["--entry", Self.title, "--text=\(question)", "--entry-text=\(suggestion)"])
        case .kdialog: answer(["--title", "Places", "--inputbox", question, "--", suggestion])
        }
    }

    private func answer(_ arguments: [String]) -> String? {
        guard let words = Tool.answer(rawValue, arguments) else { return nil }
        let line = words.split(whereSeparator: \.isNewline).first.map(String.init)
        return line?.isEmpty == false ? line : nil
    }
}

/// The clipboard of the desktop, by whichever program there is.
enum Clipboard {
    private static let programs = [
        (name: "wl-copy", arguments: [] as [String], needs: "WAYLAND_DISPLAY"),
        (name: "xclip", arguments: ["-selection", "clipboard"], needs: "DISPLAY"),
        (name: "xsel", arguments: ["--clipboard", "--input"], needs: "DISPLAY"),
    ]

    /// - Returns: Whether it is there now.
    static func put(_ text: String) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        // As a file, not by a pipe: one of these that cannot reach its desktop would end this process by SIGPIPE.
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("placesfs-" + UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { return false }
        return programs.contains { program in
            guard environment[program.needs]?.isEmpty == false, let tool = Tool.path(of: program.name),
                let file = FileHandle(forReadingAtPath: path)
            else { return false }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: tool)
            process.arguments = program.arguments
            process.standardInput = file
            // It stays behind, to hand the text out; nobody's output is to stay open with it.
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
    }
}
