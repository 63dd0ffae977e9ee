internal import Foundation
internal import Glibc

/// Paths as the user means them: a daemon works in `/`, so everything is made absolute first.
enum AbsolutePath {
    /// `environment` says where `~` is, as for a shell, and as for the folders of `BaseDirectories`; else the user database.
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
        // Not `standardized`: it would take `a/..` away where `a` is a symbolic link.
        let parts = whole.split(separator: "/").filter { $0 != "." }
        return "/" + parts.joined(separator: "/")
    }
}
