internal import Foundation
internal import LinuxProcess

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

    // MARK: Whole walks

    /// Follows a path as it was typed.
    ///
    /// - Parameters:
    ///   - given: The path.
    ///   - enters: Whether a mount on the way that may hang is entered.
    /// - Returns: Where it leads, absolute and without links, and the mount that ended the walk, behind which the path
    ///   stays as it was given.
    static func end(
        of given: String, entering enters: (MountTable.Mount) -> Bool
    ) -> (path: String, mount: MountTable.Mount?) {
        let table = MountTable.now()
        var walk = PathWalk(AbsolutePath.of(given))
        while let next = walk.next() {
            if let mount = table.top(at: next), mount.mayHang {
                guard enters(mount) else { return (([next] + walk.rest).joined(separator: "/"), mount) }
            } else if walk.follow(next) {
                continue
            }
            walk.enter(next)
        }
        return (walk.place.isEmpty ? "/" : walk.place, nil)
    }

    /// Follows the path without asking any mount: none that a program serves is entered.
    static func untilMount(_ given: String) -> String {
        let whole = AbsolutePath.of(given)
        return MountTable.now().top(at: whole) == nil ? end(of: whole) { _ in false }.path : whole
    }

    /// Whether the path leads into a mount of ours, which is not asked.
    static func leadsToOurs(_ given: String) -> Bool { end(of: given) { !$0.isOurs }.mount != nil }
}
