/// Why a mount did not come about.
public enum SessionError: Error, Hashable, Sendable {
    /// There is no /dev/fuse, or the kernel has no FUSE behind it.
    case noDevice
    /// Ordinary users mount through the setuid program `fusermount3`, which is not installed.
    case noFusermount
    /// The kernel or fusermount3 refused: its own words.
    case notPermitted(String)
    case mountpointMissing(String)
    case mountpointNotDirectory(String)
    case mountpointNotEmpty(String)
    /// A FUSE file system is mounted there. It is asked nothing, so its daemon may be gone, or hang.
    case alreadyMounted(String)
    /// The path leads through a FUSE file system whose daemon is gone (ENOTCONN).
    case deadMount(String)
    /// Anything else about the mountpoint: the path, and what the first system call said of it.
    case mountpointUnusable(String, Errno)
    /// libfuse did not mount: its own words.
    case mountFailed(String)
}

extension SessionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noDevice: "there is no FUSE device (/dev/fuse)"
        case .noFusermount: "fusermount3 is not installed"
        case .notPermitted(let words): "mounting is not permitted: \(words)"
        case .mountpointMissing(let path): "the mountpoint \(path) does not exist"
        case .mountpointNotDirectory(let path): "the mountpoint \(path) is not a directory"
        case .mountpointNotEmpty(let path): "the mountpoint \(path) is not empty"
        case .alreadyMounted(let path): "a file system is already mounted on \(path)"
        case .deadMount(let path): "a file system whose daemon is gone is still mounted on the way to \(path)"
        case .mountpointUnusable(let path, let errno): "the mountpoint \(path) cannot be used: \(errno)"
        case .mountFailed(let words): "mounting failed: \(words)"
        }
    }
}
