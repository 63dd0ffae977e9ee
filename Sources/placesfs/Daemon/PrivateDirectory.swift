internal import FUSE
internal import Foundation
internal import Glibc
internal import LinuxProcess

/// Folders that only their owner may enter (0700): what a user looks at is nobody else's business. A folder that
/// another user prepared, to read its content or to redirect it, is refused; a link that the user made is followed.
enum PrivateDirectory {
    /// Makes `path` and its missing parents, and checks that files can be made there.
    ///
    /// - Throws: `status`, naming the folder, the reason and the option that chooses another.
    static func make(_ path: String, or status: ExitStatus, remedy option: String) throws(CommandFailure) {
        try check(path, or: status, remedy: option)
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure(
                status,
                "cannot write to \(path): \(SystemFailure(error).words); mend that or choose another with \(option)")
        }
        // Another user may have made it in between.
        try check(path, or: status, remedy: option)
        do {
            let probe = URL(fileURLWithPath: path + "/.probe-\(ProcessInfo.processInfo.processIdentifier)")
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
        } catch {
            throw CommandFailure(
                status,
                "cannot write to \(path): \(SystemFailure(error).words); mend that or choose another with \(option)")
        }
    }

    /// - Throws: `status` if another user prepared the existing part of `path`.
    static func check(_ path: String, or status: ExitStatus, remedy option: String) throws(CommandFailure) {
        if let flaw = flaw(of: path) {
            throw CommandFailure(status, "\(flaw); mend that or choose another folder with \(option)")
        }
    }

    /// Who may own a folder, and write there.
    enum Use: Hashable, Sendable {
        /// Only this user may own it.
        case own
        /// It has a file that this process obeys: root may own it, too.
        case configuration
        /// As `configuration`; a group of root's may write there, as in Ubuntu's /var/log.
        case log
    }

    /// - Throws: `.logUnwritable` when the file at `path` is a link or was made by another user.
    static func checkFile(_ path: String) throws(CommandFailure) {
        guard let status = FileStatus(path) else { return }
        guard !status.isLink else {
            throw CommandFailure(.logUnwritable, "\(path) is a link; name the file itself with --log-file")
        }
        guard isTrusted(status.owner) else {
            throw CommandFailure(
                .logUnwritable, "\(path) belongs to another user (uid \(status.owner)); choose another with --log-file")
        }
    }

    /// Whether a configuration file is obeyed, whose folder has no flaw.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - status: What stat(2) says of it.
    ///   - mayBeServices: Whether a system account may own it, for its key to be read by that alone.
    /// - Returns: What keeps it from that; nil when nothing does.
    static func flaw(ofFile path: String, _ status: FileStatus, mayBeServices: Bool) -> String? {
        guard isTrusted(status.owner) || mayBeServices && ServiceUser.isOne(status.owner) else {
            return "\(path) belongs to another user (uid \(status.owner))"
        }
        return othersMayWrite(status) ? "others may write to \(path) (run: chmod go-w \(path.shellWord))" : nil
    }

    /// What is wrong with the existing part of `path`; nil when nothing is.
    static func flaw(of path: String, for use: Use = .own) -> String? {
        var walk = PathWalk(path)
        // The link by which this user put the folder, or the one around it, elsewhere.
        var link: String?
        while let next = walk.next() {
            guard let status = FileStatus(next) else { return nil }
            guard status.isLink || status.isDirectory else { return "\(next) is a file and no folder" }
            guard status.isLink else {
                if walk.rest.count < 2, let flaw = flaw(of: status, next, by: link, isLast: walk.rest.isEmpty, use) {
                    return flaw
                }
                walk.enter(next)
                continue
            }
            guard isTrusted(status.owner) else {
                return "\(next) is a link that another user made (uid \(status.owner))"
            }
            if walk.rest.count < 2, status.owner == geteuid() { link = next }
            guard walk.follow(next) else { return "\(next) is a link that leads nowhere" }
        }
        return nil
    }

    /// Checks the folder itself, and its parent, where it could be exchanged for another.
    private static func flaw(
        of status: FileStatus, _ path: String, by link: String?, isLast: Bool, _ use: Use
    ) -> String? {
        guard isLast || use == .own else { return nil }
        guard isLast && use == .own ? status.owner == geteuid() : isTrusted(status.owner) else {
            // What a link leads to is left as it is.
            if let link {
                return "\(link) leads to \(path), which belongs to another user (uid \(status.owner)); "
                    + "remove the link (rm \(link.shellWord))"
            }
            return "\(path) belongs to another user (uid \(status.owner))" + handOver(path, of: status.owner)
        }
        if !isLast || use != .own, status.mode & 0o1000 != 0 { return nil }
        if use == .log, status.owner == 0, status.mode & 0o002 == 0 { return nil }
        guard othersMayWrite(status) else { return nil }
        // A system's folder is meant to be as it is.
        guard status.owner == geteuid() else { return "others may write to \(path)" }
        // Modes that come from the options of a mount are not changed by chmod(1).
        let type = MountTable.now().mount(of: path)?.type ?? ""
        guard !typesWithoutModes.contains(type) else {
            return "others may write to \(path), and chmod changes nothing on \(type) (mount that with umask=077)"
        }
        return "others may write to \(path) (run: chmod go-w \(path.shellWord))"
    }

    private static let typesWithoutModes: Set<String> = [
        "fuseblk", "ntfs", "ntfs3", "exfat", "vfat", "msdos", "hfs", "hfsplus", "cifs", "smb3",
    ]

    private static func othersMayWrite(_ status: FileStatus) -> Bool {
        // On many systems every user has a group of their own: such a group includes no other user.
        status.mode & 0o002 != 0
            || (status.mode & 0o020 != 0 && !(status.group == getegid() && getegid() == geteuid()))
    }

    /// How to give a folder that earlier mounts of root have filled to the service user that mounts now. The lock
    /// beside it tells that it is one: no other folder of root's is given to anybody.
    private static func handOver(_ path: String, of owner: UInt32) -> String {
        let lock = path + ".lock"
        guard owner == 0, let status = FileStatus(lock), status.isRegular, status.owner == 0 else { return "" }
        let name = NSUserName()
        let user = name.isEmpty ? "\(geteuid())" : name
        return " (as root: chown -R \(user): \(path.shellWord) \(lock.shellWord))"
    }

    private static func isTrusted(_ owner: UInt32) -> Bool {
        owner == 0 || owner == geteuid()
    }
}
