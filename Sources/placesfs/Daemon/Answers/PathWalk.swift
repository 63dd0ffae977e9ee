internal import Foundation

/// A walk along a path as the kernel takes it, name by name and through links.
struct PathWalk {
    /// Absolute and without links; empty at the root.
    private(set) var place = ""
    /// The names ahead, behind the one that `next` answered.
    private(set) var rest: [String]
    private var links = 0

    /// As in path_resolution(7).
    private static let mostLinks = 40

    /// - Parameter path: absolute.
    init(_ path: String) {
        rest = path.split(separator: "/").map(String.init)
    }

    /// The path of the next name, to be entered or followed; nil at the end.
    mutating func next() -> String? {
        while let name = rest.first {
            rest.removeFirst()
            switch name {
            case ".": continue
            case "..": place = String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)])
            default: return "\(place)/\(name)"
            }
        }
        return nil
    }

    /// Goes to what `next` answered.
    mutating func enter(_ path: String) {
        place = path
    }

    /// Goes where the link that `next` answered leads. False for what is no link, and behind too many of them.
    mutating func follow(_ link: String) -> Bool {
        guard links < Self.mostLinks,
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        else { return false }
        links += 1
        if target.hasPrefix("/") { place = "" }
        rest = target.split(separator: "/").map(String.init) + rest
        return true
    }
}
