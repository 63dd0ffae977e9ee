internal import Foundation
internal import Glibc

/// Makes paths absolute, because a daemon works in `/`.
enum AbsolutePath {
    /// `environment` tells where `~` is, as for a shell and for the folders of `BaseDirectories`; else the user
    /// database does.
    static func of(
        _ path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        var expanded = path
        if path == "~" || path.hasPrefix("~/") {
            let home = BaseDirectories.statedHome(environment, userID: geteuid())
            expanded = home.map { $0 + path.dropFirst() } ?? NSString(string: path).expandingTildeInPath
        }
        let whole =
            expanded.hasPrefix("/") ? expanded : FileManager.default.currentDirectoryPath + "/" + expanded
        // Not `standardized`: it would remove `a/..` even if `a` is a symbolic link.
        let parts = whole.split(separator: "/").filter { $0 != "." }
        return "/" + parts.joined(separator: "/")
    }
}
