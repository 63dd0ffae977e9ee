import Glibc

/// An error number of errno(3), positive.
public struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public static let notPermitted = Errno(rawValue: EPERM)
    public static let noEntry = Errno(rawValue: ENOENT)
    public static let interrupted = Errno(rawValue: EINTR)
    public static let inputOutput = Errno(rawValue: EIO)
    public static let badHandle = Errno(rawValue: EBADF)
    public static let access = Errno(rawValue: EACCES)
    public static let busy = Errno(rawValue: EBUSY)
    public static let exists = Errno(rawValue: EEXIST)
    public static let notDirectory = Errno(rawValue: ENOTDIR)
    public static let isDirectory = Errno(rawValue: EISDIR)
    public static let invalid = Errno(rawValue: EINVAL)
    public static let noSpace = Errno(rawValue: ENOSPC)
    public static let readOnly = Errno(rawValue: EROFS)
    public static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    public static let notImplemented = Errno(rawValue: ENOSYS)
    public static let notEmpty = Errno(rawValue: ENOTEMPTY)
    public static let noData = Errno(rawValue: ENODATA)
    public static let illegalSequence = Errno(rawValue: EILSEQ)
    public static let brokenPipe = Errno(rawValue: EPIPE)
    public static let stale = Errno(rawValue: ESTALE)
    public static let notSupported = Errno(rawValue: EOPNOTSUPP)
    public static let timedOut = Errno(rawValue: ETIMEDOUT)
    public static let networkUnreachable = Errno(rawValue: ENETUNREACH)

    public var description: String {
        unsafe String(cString: strerror(rawValue))
    }
}
