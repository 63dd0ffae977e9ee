internal import Foundation
internal import Glibc
internal import LinuxProcess

/// The directory to mount over. It is checked before anything is opened, so that the first fault is the one that is
/// reported.
struct MountDirectory: Hashable, Sendable {
    /// Absolute, without symbolic links.
    let path: String

    /// The directory of a mount that exists already.
    init(of path: String) {
        self.path = path
    }

    /// - Throws: What is wrong with the directory, and the remedy. A dead mount of ours is no fault: it is detached.
    init(_ given: String) throws(CommandFailure) {
        path = Self.resolved(given)
        while let mount = MountTable.now().top(at: path), mount.type.hasPrefix("fuse") {
            guard Self.isDead(path) else {
                // The mount ended during the check.
                if MountTable.now().top(at: path) != mount { continue }
                guard mount.isOurs else { break }
                throw CommandFailure(
                    .alreadyMounted,
                    "placesfs is mounted at \(path) already; first: placesfs unmount \(path.shellWord)")
            }
            guard mount.isOurs else {
                throw CommandFailure(
                    .deadMount,
                    "a \(mount.type) mount whose program has died is at \(path); first: fusermount3 -uz "
                        + path.shellWord)
            }
            try Self.detach(path)
        }
        try checkDirectory()
    }

    /// Removes a mount even if processes still use it.
    ///
    /// - Throws: `.deadMount` when the mount still exists afterwards.
    static func detach(_ path: String) throws(CommandFailure) {
        let before = MountTable.now().mounts.count { $0.mountpoint == path }
        let tool = Tool.run("fusermount3", ["-u", "-z", "--", path])
        guard MountTable.now().mounts.count(where: { $0.mountpoint == path }) >= before else { return }
        throw CommandFailure(
            .deadMount,
            "the dead mount at \(path) could not be detached (\(tool?.complaint ?? "no fusermount3")); "
                + "as root: umount -l \(path.shellWord)")
    }

    /// Whether the daemon behind a FUSE mount is gone. A stuck one is released first.
    static func isDead(_ path: String) -> Bool {
        FrozenDaemon.release(at: path)
        return isAbandoned(path)
    }

    /// Whether the daemon behind a FUSE mount is gone: then the kernel answers ENOTCONN. This asks with statfs(2),
    /// which always goes to the daemon: the kernel answers stat(2) of the root from its own copy for an hour.
    static func isAbandoned(_ path: String) -> Bool {
        do {
            _ = try FileManager.default.attributesOfFileSystem(forPath: path)
            return false
        } catch {
            let errno = SystemFailure(error).errno
            return errno == Errno(rawValue: ENOTCONN) || errno == Errno(rawValue: ECONNABORTED)
        }
    }

    /// Resolves the links of the parent folder, then the path's own: a dead mount cannot be opened, but its name can be
    /// found.
    static func resolved(_ given: String) -> String {
        let url = URL(fileURLWithPath: AbsolutePath.of(given))
        guard url.path != "/" else { return "/" }
        let parent = url.deletingLastPathComponent().resolvingSymlinksInPath()
        let path = parent.appendingPathComponent(url.lastPathComponent).path
        return isDead(path) ? path : URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    private func checkDirectory() throws(CommandFailure) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            switch SystemFailure(error).errno {
            case .noEntry:
                throw CommandFailure(
                    .mountpointMissing, "\(path) does not exist; first: mkdir -p \(path.shellWord)")
            case .notDirectory: throw CommandFailure(.mountpointNotDirectory, "\(path) is not a directory")
            case .access:
                throw CommandFailure(
                    .mountpointUnusable,
                    "\(path) may not be entered by you; choose a directory of your own, such as ~/Photos")
            default:
                throw CommandFailure(
                    .mountpointUnusable, "\(path) cannot be used as a mountpoint: \(SystemFailure(error).words)")
            }
        }
        let owner = (try? FileManager.default.attributesOfItem(atPath: path))?[.ownerAccountID] as? NSNumber
        if let owner, owner.uint32Value != geteuid(), geteuid() != 0, !FileManager.default.isWritableFile(atPath: path)
        {
            throw CommandFailure(
                .mountpointUnusable,
                "\(path) belongs to another user (uid \(owner)); choose a directory of your own, such as ~/Photos")
        }
        guard names.isEmpty else {
            throw CommandFailure(
                .mountpointNotEmpty,
                "\(path) is not empty (\(names[0].prefix(40)) is in it), and a mount would hide that; "
                    + "choose an empty directory")
        }
    }
}
