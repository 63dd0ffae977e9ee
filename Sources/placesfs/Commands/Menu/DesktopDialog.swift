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
