internal import FoundationEssentials
internal import Glibc

/// Copies of files, in a folder of this user's alone that is removed after use: in the folder for temporary files, or
/// in memory where that takes nothing.
public enum CopiedFiles {
    /// - Parameters:
    ///   - paths: The files; those that are not there are left out.
    ///   - use: Takes the folder, where each copy has the name of its file. Called again with another folder if it
    ///     throws.
    /// - Returns: What `use` returns; nil if it failed everywhere, or nothing had room for the copies.
    public static func with<Value>(_ paths: [String], _ use: (_ folder: String) throws -> Value) -> Value? {
        let files = FileManager.default
        for parent in [files.temporaryDirectory.path, "/dev/shm"] {
            let folder = "\(parent)/placesfs-\(UUID().uuidString)"
            defer { try? files.removeItem(atPath: folder) }
            do {
                try files.createDirectory(
                    atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
                for path in paths where files.fileExists(atPath: path) {
                    let copy = "\(folder)/\(URL(filePath: path).lastPathComponent)"
                    try copyFile(path, to: copy)
                }
                return try use(folder)
            } catch {
                continue
            }
        }
        return nil
    }

    /// Read to its end: by its length, a file of the kernel's would be an empty copy.
    private static func copyFile(_ path: String, to copy: String) throws(Errno) {
        let source = try opened(path, O_RDONLY)
        defer { close(source) }
        let target = try opened(copy, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(target) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe read(source, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Errno(rawValue: errno) }
            guard count > 0 else { return }
            var rest = bytes[..<count]
            while !rest.isEmpty {
                let written = unsafe rest.withUnsafeBytes { unsafe write(target, $0.baseAddress, $0.count) }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw Errno(rawValue: errno) }
                rest = rest.dropFirst(written)
            }
        }
    }

    private static func opened(_ path: String, _ flags: Int32) throws(Errno) -> Int32 {
        let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        return descriptor
    }
}
