internal import Foundation
internal import Glibc
internal import LinuxProcess

/// Where a path leads. Its links are followed one by one, and a mount on the way is entered only when it answers, so
/// that nothing waits for long.
struct FollowedPath: Hashable, Sendable {
    /// What ends the way early.
    struct Obstacle: Hashable, Sendable {
        var mount: MountTable.Mount
        /// Not `.answers`.
        var answer: MountAnswer

        var failure: CommandFailure { CommandFailure(mount, answer) }
    }

    /// Absolute and without links, except behind an obstacle, where it stays as it was given.
    let path: String
    /// The first mount on the way that does not answer.
    let obstacle: Obstacle?

    private static let mostLinks = 40

    /// - Parameter given: The path as it was typed.
    init(_ given: String) {
        self.init(given) { MountAnswer.of($0) }
    }

    /// Follows the path without asking any mount: none that a program serves is entered.
    static func untilMount(_ given: String) -> String {
        let whole = AbsolutePath.of(given)
        guard MountTable.now().top(at: whole) == nil else { return whole }
        return FollowedPath(given) { _ in .silent }.path
    }

    /// - Throws: What is wrong with the mount that is in the way.
    static func reached(_ given: String) throws(CommandFailure) -> String {
        let followed = FollowedPath(given)
        if let obstacle = followed.obstacle { throw obstacle.failure }
        return followed.path
    }

    private init(_ given: String, asking: (MountTable.Mount) -> MountAnswer) {
        let table = MountTable.now()
        var rest = AbsolutePath.of(given).split(separator: "/").map(String.init)
        var current = ""
        var links = 0
        while let name = rest.first {
            rest.removeFirst()
            if name == "." { continue }
            if name == ".." {
                current = String(current[..<(current.lastIndex(of: "/") ?? current.startIndex)])
                continue
            }
            let next = current + "/" + name
            if let mount = table.top(at: next), mount.mayHang {
                let answer = asking(mount)
                guard answer == .answers else {
                    path = ([next] + rest).joined(separator: "/")
                    obstacle = Obstacle(mount: mount, answer: answer)
                    return
                }
            } else if links < Self.mostLinks,
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: next)
            {
                links += 1
                if target.hasPrefix("/") { current = "" }
                rest = target.split(separator: "/").map(String.init) + rest
                continue
            }
            current = next
        }
        path = current.isEmpty ? "/" : current
        obstacle = nil
    }
}
