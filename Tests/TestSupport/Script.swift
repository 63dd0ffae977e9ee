import Foundation

/// The longer scripts of tests, which lie as files in `Scripts`, where shellcheck and Python see them.
public enum Script {
    /// - Parameters:
    ///   - path: The path in `Scripts`.
    ///   - target: Whose tests it belongs to.
    /// - Returns: The text without its last newline; if there is none, a script that fails and says so.
    public static func text(_ path: String, of target: String = "MountTests") -> String {
        let file = Self.path(path, of: target)
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            return "raise SystemExit('there is no \(file)')"
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Where it lies, for a script that calls it; what other users run is given by its text.
    public static func path(_ path: String, of target: String = "MountTests") -> String {
        "\(Repository.root)/Tests/\(target)/Scripts/\(path)"
    }
}
