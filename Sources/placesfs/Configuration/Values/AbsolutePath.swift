internal import Foundation

/// Paths as the user means them: a daemon works in `/`, so everything is made absolute first.
enum AbsolutePath {
    static func of(_ path: String) -> String {
        let expanded = path == "~" || path.hasPrefix("~/") ? NSString(string: path).expandingTildeInPath : path
        let whole =
            expanded.hasPrefix("/") ? expanded : FileManager.default.currentDirectoryPath + "/" + expanded
        // Not `standardized`: it would take `a/..` away where `a` is a symbolic link.
        let parts = whole.split(separator: "/").filter { $0 != "." }
        return "/" + parts.joined(separator: "/")
    }
}
