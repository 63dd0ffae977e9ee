internal import CProcess
import Glibc

/// The root of a mounted file system, held by a descriptor: what is done beneath it happens in that file system, whatever
/// links anybody puts in the way, and whatever is mounted elsewhere meanwhile.
public final class MountedFolder: Sendable {
    private let descriptor: Int32

    /// - Throws: ESTALE when something else is mounted there by now; what openat2(2) says.
    public init(_ mount: MountTable.Mount) throws(Errno) {
        // A path alone: nothing is asked of a file system that may be another one.
        let opened = unsafe cprocess_openat2(
            AT_FDCWD, mount.mountpoint, UInt64(Self.path | O_DIRECTORY | O_CLOEXEC), 0, Self.noLinks)
        guard opened >= 0 else { throw Errno(rawValue: errno) }
        descriptor = opened
        // A mount's number is its own while it is there (proc(5)).
        let facts = MountTable.text(of: "/proc/self/fdinfo/\(opened)").split(separator: "\n")
        let line = facts.first { $0.hasPrefix("mnt_id:") }
        guard let id = line.flatMap({ Int($0.split(whereSeparator: { $0 == " " || $0 == "\t" }).last ?? "") }),
            id == mount.id
        else { throw Errno(rawValue: ESTALE) }
    }

    deinit {
        close(descriptor)
    }

    /// open(2) with O_CREAT of `path`, which begins beneath the root; what is there is not cut.
    ///
    /// - Throws: ELOOP for a link on the way, EXDEV for what leads out of the mount.
    public func create(_ path: String) throws(Errno) {
        let resolve = Self.noLinks | Self.beneath | Self.sameMount
        let file = unsafe cprocess_openat2(
            descriptor, path, UInt64(O_WRONLY | O_CREAT | O_CLOEXEC), 0o600, resolve)
        guard file >= 0 else { throw Errno(rawValue: errno) }
        close(file)
    }

    private static let noLinks = UInt64(CPROCESS_RESOLVE_NO_SYMLINKS)
    private static let beneath = UInt64(CPROCESS_RESOLVE_BENEATH)
    private static let sameMount = UInt64(CPROCESS_RESOLVE_NO_XDEV)
    // <fcntl.h> has it only with _GNU_SOURCE.
    private static let path: Int32 = 0o10000000
}
