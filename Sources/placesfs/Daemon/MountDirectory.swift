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
        var followed = FollowedPath(given)
        while let obstacle = followed.obstacle, obstacle.mount.isOurs, obstacle.mount.mountpoint == followed.path {
            let isReleased = obstacle.answer == .silent && FrozenDaemon.release(obstacle.mount)
            guard obstacle.answer == .dead || isReleased else { throw obstacle.failure }
            try Self.detach(followed.path)
            followed = FollowedPath(given)
        }
        if let obstacle = followed.obstacle { throw obstacle.failure }
        path = followed.path
        if let mount = MountTable.now().top(at: path), mount.isOurs {
            throw CommandFailure(
                .alreadyMounted, "placesfs is mounted at \(path) already; first: placesfs unmount \(path.shellWord)")
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
