internal import CProcess
import Glibc

/// Opens files whose names others may have given to something else: a pipe, a device, a link.
public enum RegularFile {
    public enum Failure: Error, Hashable, Sendable {
        /// It is a folder, pipe, socket or device.
        case notRegular
        case tooLong
        case system(Errno)
    }

    /// Reads the file at `path`. Links are followed. Nothing waits for whoever has the other end of a pipe.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - limit: In bytes.
    /// - Returns: Its bytes, and its owner and mode as they were when it was opened.
    /// - Throws: `.tooLong` for a longer file, or what open(2) and read(2) say.
    public static func read(
        _ path: String, limit: Int
    ) throws(Failure) -> (bytes: [UInt8], status: FileStatus) {
        try read(unsafe Glibc.open(path, reading), limit)
    }

    /// Reads the file `name` in `folder`, if no link on the way leads out of the folder (openat2(2)).
    ///
    /// - Throws: EXDEV for a link that does, `.tooLong` for a file above `limit` bytes, or what the calls say.
    public static func read(_ name: String, beneath folder: String, limit: Int) throws(Failure) -> [UInt8] {
        let opened = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw .system(Errno(rawValue: errno)) }
        defer { close(opened) }
        let file = unsafe cprocess_openat2(opened, name, UInt64(reading), 0, UInt64(CPROCESS_RESOLVE_BENEATH))
        return try read(file, limit).bytes
    }

    /// The first bytes of the file at `path`, at most `count`; nil if it is a link, no regular file, or absent.
    public static func beginning(of path: String, count: Int) -> [UInt8]? {
        let descriptor = unsafe Glibc.open(path, reading | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard FileStatus(descriptor: descriptor)?.isRegular == true else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = unsafe Glibc.read(descriptor, &bytes, count)
        return length < 0 ? nil : Array(bytes[..<length])
    }

    /// Opens the file at `path` for reading and writing, or creates it with mode 0600. A link in its place is not
    /// followed. Programs that this process starts do not inherit the descriptor, which the caller closes. On a file
    /// system that is mounted read-only, a file that is there is opened for reading alone, unless it is to be appended
    /// to.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - appending: Whether everything is written at its end (O_APPEND).
    /// - Returns: The descriptor.
    /// - Throws: ELOOP for a link, `.notRegular`, or what open(2) says.
    public static func open(_ path: String, appending: Bool) throws(Failure) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK | (appending ? O_APPEND : 0)
        var descriptor = unsafe Glibc.open(path, flags, 0o600)
        if descriptor < 0, errno == EROFS, !appending {
            descriptor = unsafe Glibc.open(path, reading | O_NOFOLLOW)
        }
        guard descriptor >= 0 else { throw .system(Errno(rawValue: errno)) }
        guard FileStatus(descriptor: descriptor)?.isRegular == true else {
            close(descriptor)
            throw .notRegular
        }
        return descriptor
    }

    private static let reading = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

    /// Reads `descriptor` to its end and closes it; a negative one stands for `errno`.
    private static func read(
        _ descriptor: Int32, _ limit: Int
    ) throws(Failure) -> (bytes: [UInt8], status: FileStatus) {
        guard descriptor >= 0 else { throw .system(Errno(rawValue: errno)) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.isRegular else { throw .notRegular }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = unsafe Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(Errno(rawValue: errno)) }
            guard count > 0 else { return (bytes, status) }
            bytes += piece[..<count]
            guard bytes.count <= limit else { throw .tooLong }
        }
    }
}
