internal import Foundation
internal import Glibc
internal import LinuxProcess

/// The directory to mount over. It is checked before anything is opened, so that the first fault is the one that is
/// reported.
struct MountDirectory: Hashable, Sendable {
    /// Absolute, without symbolic links.
    let path: String

    /// An open /dev/fuse, if somebody else has mounted already.
    let descriptor: Int32?

    /// The directory that `mountpoint`, as it was typed, names. Waits for a daemon that was killed a moment ago: its
    /// mount exists until the last of its threads has ended.
    ///
    /// - Throws: What is wrong with the directory, and the remedy.
    static func whenFree(_ mountpoint: String) async throws(CommandFailure) -> MountDirectory {
        if let descriptor = HandedMount.descriptor(in: mountpoint) { return MountDirectory(handed: descriptor) }
        let clock = ContinuousClock()
        let start = clock.now
        while true {
            do throws(CommandFailure) {
                return try MountDirectory(mountpoint)
            } catch {
                guard error.status == .alreadyMounted || error.status == .daemonSilent else { throw error }
                let mount = MountTable.now().top(at: PathWalk.untilMount(mountpoint))
                let daemon = mount.flatMap { ServingProcess.of($0) }
                let isDying = daemon?.state == .ending
                // It may have been killed, or have ended, since it was asked.
                guard error.status == .alreadyMounted || isDying || daemon == nil else { throw error }
                // Another process may be ending that cannot be seen: it gets a moment, too.
                guard clock.now - start < (isDying ? .seconds(4) : .milliseconds(500)),
                    (try? await clock.sleep(for: .milliseconds(50))) != nil
                else { throw error }
            }
        }
    }

    private init(handed descriptor: Int32) {
        self.descriptor = descriptor
        path = HandedMount.path
    }

    /// - Throws: What is wrong with the directory, and the remedy. A dead mount of ours is no fault: it is detached.
    private init(_ given: String) throws(CommandFailure) {
        var followed = FollowedPath(given)
        while let obstacle = followed.obstacle, obstacle.mount.isOurs, obstacle.mount.mountpoint == followed.path {
            let isReleased = obstacle.answer == .silent && FrozenDaemon.release(obstacle.mount)
            guard obstacle.answer == .dead || isReleased else { throw obstacle.failure }
            try Self.detach(obstacle.mount)
            followed = FollowedPath(given)
        }
        if let obstacle = followed.obstacle { throw obstacle.failure }
        (path, descriptor) = (followed.path, nil)
        if let mount = MountTable.now().top(at: path), mount.isOurs {
            if let owner = mount.owner, owner != geteuid(), geteuid() != 0 {
                throw CommandFailure(
                    .alreadyMounted,
                    "placesfs is mounted at \(path) already, by another user (uid \(owner)); choose another folder")
            }
            throw CommandFailure(
                .alreadyMounted, "placesfs is mounted at \(path) already; first: placesfs unmount \(path.shellWord)")
        }
        try checkDirectory()
    }

    /// - Parameters:
    ///   - plan: Where state, cache and log are to be.
    ///   - isLogged: Whether there is a log even if none was asked for.
    /// - Throws: Which of them would lie in the mount, where nobody but the daemon itself could answer for it.
    func checkOutside(_ plan: MountPlan, isLogged: Bool) throws(CommandFailure) {
        var files: [(String, ExitStatus, String, String)] = [
            (plan.directories.state, .stateUnwritable, "state", "--state-dir"),
            (plan.directories.cache, .cacheUnwritable, "cache", "--cache-dir"),
        ]
        if isLogged || plan.configuration.files.logFile != nil {
            files.append((plan.logFile, .logUnwritable, "log", "--log-file"))
        }
        for (file, status, noun, option) in files {
            let real = PathWalk.untilMount(file)
            guard real == path || real.hasPrefix(path == "/" ? "/" : path + "/") else { continue }
            throw CommandFailure(
                status, "the \(noun) \(file) would lie inside the mountpoint \(path); choose another with \(option)")
        }
    }

    /// Removes a mount even if processes still use it.
    ///
    /// - Throws: `.deadMount` when the mount still exists afterwards.
    static func detach(_ mount: MountTable.Mount) throws(CommandFailure) {
        let path = mount.mountpoint
        // It may have ended meanwhile.
        guard MountTable.now().mounts.contains(mount) else { return }
        let before = MountTable.now().mounts.count { $0.mountpoint == path }
        var complaint: String?
        if geteuid() == 0 {
            // By its descriptor: whoever owns a folder on the way could exchange it for a link between the look and the
            // call, and fusermount3 asks root nothing.
            do throws(Errno) { try MountedFolder(mount).detach() } catch { complaint = SystemFailure(error).words }
        } else {
            complaint = Tool.run("fusermount3", ["-u", "-z", "--", path])?.complaint ?? "no fusermount3"
        }
        guard MountTable.now().mounts.count(where: { $0.mountpoint == path }) >= before else { return }
        throw CommandFailure(
            .deadMount,
            "the dead mount at \(path) could not be detached (\(complaint ?? "it is still there")); "
                + "as root: umount -l \(path.shellWord)")
    }

    private func checkDirectory() throws(CommandFailure) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            switch SystemFailure(error).errno {
            case .noEntry where path.unicodeScalars.contains("\u{FFFD}"):
                throw CommandFailure(
                    .mountpointUnusable, "\(path) has a name that is no UTF-8; choose a folder with another name")
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
