internal import Synchronization

/// What `--from` names: a folder, or a zip file.
final class PictureRoot: Sendable {
    let path: String
    /// In bytes: no file in a zip may be larger.
    private let largest: Int64
    /// As it was when it was read last.
    private let archive = Mutex<ZipArchive?>(nil)

    init(_ path: String, largest: Int64) {
        (self.path, self.largest) = (path, largest)
    }

    func open() throws(DiskError) -> any PictureFolder {
        do throws(DiskError) {
            return try DiskFolder(at: path)
        } catch {
            guard error == .other else { throw error }
        }
        let file = try DiskFile(at: path)
        return try archive.withLock { archive throws(DiskError) in
            // A copy of it on another disk is another one.
            if let known = archive, known.status == file.status {
                return ZipFolder(archive: known, file: file, path: [])
            }
            let new = try ZipArchive(file, largest: largest)
            archive = new
            return ZipFolder(archive: new, file: file, path: [])
        }
    }

    /// The folder to watch: the one that the zip file lies in.
    var watched: DiskFolder? {
        if let folder = try? DiskFolder(at: path) { return folder }
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        return try? DiskFolder(at: "/" + parent)
    }

    var isZip: Bool { (try? DiskFolder(at: path)) == nil && (try? DiskFile(at: path)) != nil }
}
