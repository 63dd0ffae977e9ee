internal import CProcess
import Glibc

/// A file that a process has open for writing, as /proc shows it (proc(5)).
public struct OutputFile: Hashable, Sendable {
    /// The absolute path in the process's own mount namespace, when the file was opened there.
    public var path: String
    /// Everything that is written is appended (O_APPEND).
    public var appends: Bool

    /// The files of the process may not be seen: it is another user's, or keeps its memory to itself.
    public struct Hidden: Error {
        public init() {}
    }

    public init(path: String, appends: Bool) {
        self.path = path
        self.appends = appends
    }

    /// The first regular file that a process has open for writing, at no standard descriptor, and that `isWanted`.
    ///
    /// Nobody but the kernel is asked about the files, so that no other file system can delay the answer.
    ///
    /// - Parameters:
    ///   - threadID: The id of any thread of the process.
    ///   - isWanted: Whether a file counts.
    /// - Returns: Files without a name are left out.
    /// - Throws: `Hidden`.
    public static func first(
        ofThread threadID: Int32, where isWanted: (OutputFile) -> Bool
    ) throws(Hidden) -> OutputFile? {
        guard threadID > 0 else { return nil }
        for descriptor in try descriptors(of: threadID) where descriptor > STDERR_FILENO {
            if let file = OutputFile(descriptor, of: threadID), isWanted(file) { return file }
        }
        return nil
    }

    private init?(_ descriptor: Int32, of threadID: Int32) {
        let link = "/proc/\(threadID)/fd/\(descriptor)"
        // The kernel appends " (deleted)" to the path of a file without a name.
        guard let path = ProcessFiles.target(of: link), path.utf8.first == UInt8(ascii: "/"),
            !path.hasSuffix(" (deleted)"),
            let flags = ProcessFiles.flags(of: descriptor, of: threadID), flags & O_ACCMODE != O_RDONLY,
            unsafe cprocess_is_regular(link) == 1
        else { return nil }
        self.init(path: path, appends: flags & O_APPEND != 0)
    }

    private static func descriptors(of threadID: Int32) throws(Hidden) -> [Int32] {
        guard let folder = unsafe opendir("/proc/\(threadID)/fd") else {
            // Whoever asked may have ended.
            guard [ENOENT, ESRCH].contains(errno) else { throw Hidden() }
            return []
        }
        defer { unsafe closedir(folder) }
        var found: [Int32] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe atoi($0) }
            }
            // "." and ".." give 0.
            if name > STDERR_FILENO { found.append(name) }
        }
        return found
    }
}
