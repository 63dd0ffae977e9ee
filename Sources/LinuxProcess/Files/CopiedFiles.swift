internal import FoundationEssentials

/// Copies of files, in a folder of this user's alone that is removed after use: in the folder for temporary files, or in
/// memory where that takes nothing.
public enum CopiedFiles {
    /// - Parameters:
    ///   - paths: The files; those that are not there are left out.
    ///   - use: Takes the folder, where each copy has the name of its file. Called again with another folder if it throws.
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
                    // Read to its end: by its length, a file of the kernel's would be an empty copy.
                    try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: copy))
                }
                return try use(folder)
            } catch {
                continue
            }
        }
        return nil
    }
}
