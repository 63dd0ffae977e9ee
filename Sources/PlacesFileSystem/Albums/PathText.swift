import PhotoTree

/// Paths as text: no file system is asked, and no link is followed.
enum PathText {
    /// The names of a path below `folder`, without "." and ".."; nil for a path that is not below it. Both are absolute.
    static func below(_ folder: String, _ path: String) -> [String]? {
        let (root, parts) = (components(folder), components(path))
        guard parts.count > root.count, zip(root, parts).allSatisfy({ $0.hasBytes(of: $1) }) else { return nil }
        return Array(parts.dropFirst(root.count))
    }

    /// The parts of an absolute path without "." and "..".
    static func components(_ path: String) -> [String] {
        var parts: [String] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            switch String(Substring(part)) {
            case ".": break
            case "..": _ = parts.popLast()
            case let name: parts.append(name)
            }
        }
        return parts
    }
}
