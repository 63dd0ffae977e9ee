internal import Glibc
internal import LinuxProcess

/// The folders that were made for a mount: its mountpoint, and those above that were missing. They go with it.
///
/// Each bears a mark, so that they are known when the daemon that made them was killed. The mark is the folder's inode
/// number: a copy is no such folder. Where the file system takes no attributes, such folders stay.
struct MadeDirectory: Sendable {
    private static let mark = "user.placesfs.made"

    private struct Folder {
        var path: String
        /// The inode's number: another folder of that name is the user's.
        var number: UInt64
    }

    /// From the top down.
    private let folders: [Folder]

    /// Makes what is missing.
    ///
    /// Nil when something is there already, a dead mount too, or nothing can be made there; the mount says why then.
    init?(at given: String) {
        // What lies in a mount that does not answer cannot be looked at.
        guard FollowedPath(given).obstacle == nil else { return nil }
        var path = ""
        var made: [Folder] = []
        for name in AbsolutePath.of(given).split(separator: "/") {
            path += "/" + name
            guard FileStatus(path) == nil else { continue }
            let isMade = EmptyDirectory.make(path)
            guard let status = FileStatus(path), status.isDirectory else {
                Self.remove(made)
                return nil
            }
            // Another mount may have made it in between.
            guard isMade else { continue }
            made.append(Folder(path: path, number: status.number))
            try? ExtendedAttributes(of: path).set(Array("\(status.number)".utf8), for: Self.mark)
        }
        guard made.last?.path == path, !path.isEmpty else {
            Self.remove(made)
            return nil
        }
        folders = made
    }

    /// Those that a daemon left which was killed; nil where there are none.
    ///
    /// - Parameter path: absolute and without links.
    init?(leftAt path: String) {
        guard MountTable.now().top(at: path) == nil else { return nil }
        var names = path.split(separator: "/")
        var found: [Folder] = []
        while !names.isEmpty {
            let folder = "/" + names.joined(separator: "/")
            guard let number = Self.markedNumber(of: folder) else { break }
            found.append(Folder(path: folder, number: number))
            names.removeLast()
        }
        guard !found.isEmpty else { return nil }
        folders = found.reversed()
    }

    private static func markedNumber(of path: String) -> UInt64? {
        guard let status = FileStatus(path), status.isDirectory, status.owner == geteuid(),
            let value = try? ExtendedAttributes(of: path).value(of: mark),
            value.elementsEqual("\(status.number)".utf8)
        else { return nil }
        return status.number
    }

    /// From the mountpoint upwards, until something is in one or mounted at it.
    func remove() { Self.remove(folders) }

    private static func remove(_ folders: [Folder]) {
        for (index, folder) in folders.enumerated().reversed() {
            // A later mount there may hang whoever looks at it.
            guard MountTable.now().top(at: folder.path) == nil, FileStatus(folder.path)?.number == folder.number
            else { return }
            // What the user put something into is theirs from now on, also when it is empty again.
            guard EmptyDirectory.remove(folder.path) else { return stay(folders[...index]) }
        }
    }

    /// Whoever mounts there without asking for a folder wants to keep it.
    func stay() { Self.stay(folders[...]) }

    private static func stay(_ folders: ArraySlice<Folder>) {
        for folder in folders { try? ExtendedAttributes(of: folder.path).remove(mark) }
    }
}
