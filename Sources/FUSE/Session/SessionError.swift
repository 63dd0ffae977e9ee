/// Why nothing was mounted.
public enum SessionError: Error, Hashable, Sendable {
    /// There is no /dev/fuse, or the kernel has no FUSE behind it.
    case noDevice
    /// Ordinary users mount through the setuid program `fusermount3`, which is not installed.
    case noFusermount
    /// The kernel or fusermount3 refused; the text is their message.
    case notPermitted(String)
    case mountpointMissing(String)
    case mountpointNotDirectory(String)
    case mountpointNotEmpty(String)
    /// A FUSE file system is mounted there. It was not accessed, so its daemon may be gone, or hang.
    case alreadyMounted(String)
    /// The path leads through a FUSE file system whose daemon is gone (ENOTCONN).
    case deadMount(String)
    /// Any other problem with the mountpoint: the path, and the error of the system call that failed.
    case mountpointUnusable(String, Errno)
    /// libfuse did not mount; the text is its message.
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
