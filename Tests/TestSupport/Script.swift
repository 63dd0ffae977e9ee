import Foundation
import TestSupport

/// The longer scripts of tests, which lie as files in `Scripts`, where shellcheck and Python see them.
enum Script {
    /// - Parameter path: The path in `Scripts`.
    /// - Returns: The text without its last newline; if there is none, a script that fails and says so.
    static func text(_ path: String) -> String {
        let file = Repository.root + "/Tests/MountTests/Scripts/" + path
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            return "raise SystemExit('there is no \(file)')"
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
