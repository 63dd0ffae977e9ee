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

    /// - Parameter given: The path as it was typed.
    init(_ given: String) {
        var obstacle: Obstacle?
        let end = PathWalk.end(of: given) { mount in
            let answer = MountAnswer.of(mount)
            if answer != .answers { obstacle = Obstacle(mount: mount, answer: answer) }
            return answer == .answers
        }
        path = end.path
        self.obstacle = obstacle
    }

    /// - Throws: What is wrong with the mount that is in the way.
    static func reached(_ given: String) throws(CommandFailure) -> String {
        let followed = FollowedPath(given)
        if let obstacle = followed.obstacle { throw obstacle.failure }
        return followed.path
    }

    /// Asks the mounts on the way to each of the paths, which none of this process has looked at yet.
    ///
    /// - Throws: What is wrong with the first that does not answer. Where the program behind one has died, nobody
    ///   waits: whoever looks there is told so, and a folder of one's own may come back.
    static func check(_ paths: [String]) throws(CommandFailure) {
        guard MountTable.now().mounts.contains(where: \.mayHang) else { return }
        for path in paths {
            if let obstacle = FollowedPath(path).obstacle, obstacle.answer != .dead { throw obstacle.failure }
        }
    }
}
