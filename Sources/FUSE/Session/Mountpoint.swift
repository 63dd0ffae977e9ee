import CFUSE
import Glibc
import LinuxProcess

/// A directory that is, or is to be, mounted over; `path` is absolute and without symbolic links.
struct Mountpoint: Hashable, Sendable {
    let path: String

    /// The mountpoint of an existing mount; not checked.
    init(of path: String) {
        self.path = path
    }

    /// - Throws: The reason why nothing can be mounted there.
    init(checking path: String, allowNonEmpty: Bool) throws(SessionError) {
        guard let resolved = Self.resolved(path) else {
            switch errno {
            case ENOENT: throw .mountpointMissing(path)
            case ENOTDIR: throw .mountpointNotDirectory(path)
            case ENOTCONN: throw .deadMount(path)
            default: throw .mountpointUnusable(path, Errno(rawValue: errno))
            }
        }
        self.path = resolved
        // Read only from the mount table: touching a mount whose daemon hangs would block us too.
        guard MountTable.now().top(at: resolved)?.isFuse != true else { throw .alreadyMounted(path) }
        var status = stat()
        guard unsafe stat(resolved, &status) == 0 else {
            if errno == ENOTCONN || errno == ECONNABORTED { throw .deadMount(path) }
            throw .mountpointUnusable(path, Errno(rawValue: errno))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .mountpointNotDirectory(path) }
        guard allowNonEmpty || Self.isEmpty(resolved) else { throw .mountpointNotEmpty(path) }
    }

    /// Whether the file system seen at the path is the one with this device number.
    func isCovered(by device: String) -> Bool {
        MountTable.now().top(at: path)?.device == device
    }

    /// Unmounts what is at the path, even if a process still uses it. Blocks while fusermount3 runs; the mount must be
    /// served in the meantime.
    func unmount() {
        if unsafe umount2(path, 0) == 0 || umount2(path, Int32(MNT_DETACH)) == 0 { return }
        // Ordinary users may not unmount; the setuid program does it for them.
        _ =
            Self.run(["fusermount3", "-u", "-q", "--", path])
            || Self.run(["fusermount3", "-u", "-q", "-z", "--", path])
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// A directory that cannot be read counts as empty: the kernel decides whether it may be mounted over.
    private static func isEmpty(_ path: String) -> Bool {
        guard let directory = unsafe opendir(path) else { return true }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        return count <= 2
    }

    private static func run(_ words: [String]) -> Bool {
        let copies = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        var process = pid_t()
        guard unsafe posix_spawnp(&process, "fusermount3", nil, nil, copies + [nil], environ) == 0 else { return false }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return false }
        }
        return status == 0
    }
}
