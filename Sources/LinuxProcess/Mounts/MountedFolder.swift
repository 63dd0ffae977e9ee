internal import CProcess
import Glibc

/// The root of a mounted file system, held by a descriptor. Every operation beneath it stays in that file system,
/// whatever symbolic links anybody adds, and whatever is mounted elsewhere in the meantime.
public final class MountedFolder: Sendable {
    private let descriptor: Int32

    /// - Throws: ESTALE if something else is mounted there by now, or what openat2(2) says.
    public init(_ mount: MountTable.Mount) throws(Errno) {
        // O_PATH: the file system gets no request, since it may be another one than expected.
        let opened = unsafe cprocess_openat2(
            AT_FDCWD, mount.mountpoint, UInt64(Self.path | O_DIRECTORY | O_CLOEXEC), 0, Self.noLinks)
        guard opened >= 0 else { throw Errno(rawValue: errno) }
        descriptor = opened
        // A mount's id is not reused while the mount exists (proc(5)).
        let facts = MountTable.text(of: "/proc/self/fdinfo/\(opened)").split(separator: "\n")
        let line = facts.first { $0.hasPrefix("mnt_id:") }
        guard let id = line.flatMap({ Int($0.split(whereSeparator: { $0 == " " || $0 == "\t" }).last ?? "") }),
            id == mount.id
        else { throw Errno(rawValue: ESTALE) }
    }

    deinit {
        close(descriptor)
    }

    /// Creates the file `path`, which is relative to the root (open(2) with O_CREAT). An existing file is not
    /// truncated.
    ///
    /// - Throws: ELOOP for a symbolic link on the way, EXDEV for a path that leads out of the mount.
    public func create(_ path: String) throws(Errno) {
        let resolve = Self.noLinks | Self.beneath | Self.sameMount
        let file = unsafe cprocess_openat2(
            descriptor, path, UInt64(O_WRONLY | O_CREAT | O_CLOEXEC), 0o600, resolve)
        guard file >= 0 else { throw Errno(rawValue: errno) }
        close(file)
    }

    /// Takes the mount out of the tree, even if processes use it (umount2(2) with MNT_DETACH). For root.
    ///
    /// - Throws: What umount2(2) says.
    public func detach() throws(Errno) {
        guard unsafe umount2("/proc/self/fd/\(descriptor)", Int32(MNT_DETACH)) == 0 else {
            throw Errno(rawValue: errno)
        }
    }

    private static let noLinks = UInt64(CPROCESS_RESOLVE_NO_SYMLINKS)
    private static let beneath = UInt64(CPROCESS_RESOLVE_BENEATH)
    private static let sameMount = UInt64(CPROCESS_RESOLVE_NO_XDEV)
    // O_PATH, which <fcntl.h> defines only with _GNU_SOURCE.
    private static let path: Int32 = 0o10000000
}
