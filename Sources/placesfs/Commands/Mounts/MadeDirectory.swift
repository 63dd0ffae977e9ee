internal import Glibc
internal import LinuxProcess

/// The folders that were made for a mount: its mountpoint, and those above that were missing. They go with it.
///
/// Each bears a mark, so that they are known when the daemon that made them was killed. The mark is the folder's inode
/// number: a copy is no such folder. Where the file system takes no attributes, such folders stay.
struct MadeDirectory: Sendable {
    private static let mark = "user.placesfs.made"

    /// From the top down.
    private let paths: [String]

    /// Makes what is missing.
    ///
    /// Nil when something is there already, a dead mount too, or nothing can be made there; the mount says why then.
    init?(at given: String) {
        // What lies in a mount that does not answer cannot be looked at.
        guard FollowedPath(given).obstacle == nil else { return nil }
        var path = ""
        var made: [String] = []
        for name in AbsolutePath.of(given).split(separator: "/") {
            path += "/" + name
            guard FileStatus(path) == nil else { continue }
            guard EmptyDirectory.make(path) else {
                Self.remove(made)
                return nil
            }
            made.append(path)
            if let status = FileStatus(path) {
                try? ExtendedAttributes(of: path).set(Array("\(status.number)".utf8), for: Self.mark)
            }
        }
        guard made.last == path, !path.isEmpty else { return nil }
        paths = made
    }

    /// Those that a daemon left which was killed; nil where there are none.
    ///
    /// - Parameter path: absolute and without links.
    init?(leftAt path: String) {
        guard MountTable.now().top(at: path) == nil else { return nil }
        var names = path.split(separator: "/")
        var paths: [String] = []
        while !names.isEmpty {
            let folder = "/" + names.joined(separator: "/")
            guard Self.isMarked(folder) else { break }
            paths.append(folder)
            names.removeLast()
        }
        guard !paths.isEmpty else { return nil }
        self.paths = paths.reversed()
    }

    private static func isMarked(_ path: String) -> Bool {
        guard let status = FileStatus(path), status.isDirectory, status.owner == geteuid(),
            let value = try? ExtendedAttributes(of: path).value(of: mark)
        else { return false }
        return value.elementsEqual("\(status.number)".utf8)
    }

    /// From the mountpoint upwards, until something is in one or mounted at it.
    func remove() { Self.remove(paths) }

    private static func remove(_ paths: [String]) {
        for path in paths.reversed() {
            guard EmptyDirectory.remove(path) else { return }
        }
    }

    /// Whoever mounts there without asking for a folder wants to keep it.
    func stay() {
        for path in paths { try? ExtendedAttributes(of: path).remove(Self.mark) }
    }
}
