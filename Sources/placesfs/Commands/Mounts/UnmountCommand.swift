internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import LinuxProcess

/// `placesfs unmount`: removes a mount of ours and waits until its daemon has ended.
struct UnmountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmount", abstract: "Take a mount away.",
        discussion: "The same as fusermount3 -u, with an error that says who uses the mount.")

    @Flag(
        name: [.customShort("z"), .long],
        help: "Take it out of the tree now, even if programs use it (default: no).")
    var lazy = false

    @Argument(help: "Where it is mounted.", completion: .ourMountpoints)
    var mountpoint: String

    func validate() throws {
        guard !mountpoint.isEmpty else { throw ValidationError.emptyMountpoint }
    }

    func run() async throws {
        let path = lazy ? PathWalk.untilMount(mountpoint) : FollowedPath(mountpoint).path
        // Whoever was started in the mount would keep it busy.
        _ = FileManager.default.changeCurrentDirectoryPath("/")
        guard let mount = MountTable.now().top(at: path), mount.isOurs else {
            let around = MountTable.now().mount(of: path).flatMap { $0.isOurs ? $0.mountpoint : nil }
            guard let around else { throw CommandFailure.notMounted(at: path) }
            throw CommandFailure(.notMounted, "no placesfs is mounted at \(path); it is at \(around)")
        }
        let daemon = ServingProcess.of(mount)
        let answer = lazy ? .answers : MountAnswer.of(mount)
        if answer == .dead || (answer == .silent && FrozenDaemon.release(mount)) {
            try MountDirectory.detach(mount)
            return Self.removeLeft(by: mount)
        }
        let tool = try await takenAway(path, answer)
        guard tool.status == 0 else { throw failure(path, tool.complaint) }
        if daemon == nil || daemon?.state == .ending { Self.removeLeft(by: mount) }
        guard let daemon else { return }
        // A silent daemon had the time for its answer.
        let patience = answer == .silent ? .milliseconds(500) : MountAnswer.patience
        if !lazy, let left = await LeftDaemon.afterUnmount(mount, daemon, within: patience) { throw left.failure }
        if lazy, daemon.state == .stopped {
            Output.complaint("placesfs: \(LeftDaemon(mount, daemon, others: []).words)")
        }
    }

    /// A daemon removes the folders itself that were made for its mount, unless it was killed.
    private static func removeLeft(by mount: MountTable.Mount) {
        MadeDirectory(leftAt: mount.mountpoint)?.remove()
    }

    /// Another command may look at all mounts at this moment (`status`, `keep`): that ends within a second, on a busy
    /// machine later. A program that stays is seen, and told soon.
    private func takenAway(_ path: String, _ answer: MountAnswer) async throws(CommandFailure) -> Tool {
        let clock = ContinuousClock()
        let start = clock.now
        var options = lazy ? ["-u", "-z"] : ["-u"]
        while true {
            guard let tool = Tool.run("fusermount3", options + ["--", path]) else {
                throw CommandFailure(.noFusermount, "fusermount3 is missing; first: apt-get install fuse3")
            }
            guard tool.status != 0, tool.complaint.contains("busy") else { return tool }
            let elapsed = clock.now - start
            // A program that waits for a silent daemon's answer has nothing open that it could close.
            if answer == .silent, elapsed > .milliseconds(500), Self.isUsedByNobody(path) { options = ["-u", "-z"] }
            guard elapsed < .seconds(1) || elapsed < .seconds(4) && MountUsers.of(path).isEmpty else { return tool }
            // A cancelled wait ends with the process.
            try? await clock.sleep(for: .milliseconds(50))
        }
    }

    /// Whether nobody has a file open, and the daemon does not answer even now. Of other users' programs nothing is
    /// seen.
    ///
    /// Swift 6.3.1 crashes where it becomes a part of the loop that calls it.
    @inline(never)
    private static func isUsedByNobody(_ path: String) -> Bool {
        guard let mount = MountTable.now().top(at: path), geteuid() == 0 || !mount.allowsOthers,
            MountUsers.of(path).isEmpty, let look = try? BoundedLook.statistics(of: path)
        else { return false }
        return look.outcome(within: MountAnswer.usual) == nil
    }

    private func failure(_ path: String, _ complaint: String) -> CommandFailure {
        if let mount = MountTable.now().top(at: path), let owner = mount.owner, owner != geteuid(), geteuid() != 0 {
            return CommandFailure(
                .notPermitted, "\(mount.strangerWords); they unmount it, or root: umount \(path.shellWord)")
        }
        guard complaint.contains("busy") else {
            return CommandFailure(.notPermitted, "cannot unmount \(path): \(complaint)")
        }
        return CommandFailure(
            .mountBusy,
            "cannot unmount \(path): \(MountUsers.words(for: MountUsers.of(path))); or: placesfs unmount -z "
                + path.shellWord)
    }
}
