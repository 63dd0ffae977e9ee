import Glibc

/// Reads files whose names others may have given to something else: a pipe, a device, a link.
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
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
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
