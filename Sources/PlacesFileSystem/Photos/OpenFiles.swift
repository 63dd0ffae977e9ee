import PhotoTree
import Synchronization

/// A photo's own file that a process has open.
final class OpenFile: Sendable {
    let photo: PhotoID
    let file: any PhotoFile
    /// Its reads go past the page cache, which has the bytes of another version for older handles.
    let isDirect: Bool

    fileprivate init(photo: PhotoID, file: any PhotoFile, isDirect: Bool) {
        (self.photo, self.file, self.isDirect) = (photo, file, isDirect)
    }
}

/// Which versions of photos' own files are open. All handles of a photo share the kernel's pages, so that those of one
/// version alone may fill them.
final class OpenFiles: Sendable {
    private struct Cached {
        var version: String
        /// How many handles read it through the page cache.
        var handles = 0
    }

    private let table = Mutex<[PhotoID: Cached]>([:])

    /// Opens `file`; also answers whether the pages that the kernel holds are of this version.
    func open(_ photo: PhotoID, _ file: any PhotoFile) -> (file: OpenFile, keepsPages: Bool) {
        table.withLock { table in
            let known = table[photo]
            guard known?.handles ?? 0 == 0 || known?.version == file.version else {
                return (OpenFile(photo: photo, file: file, isDirect: true), true)
            }
            table[photo] = Cached(version: file.version, handles: (known?.handles ?? 0) + 1)
            return (OpenFile(photo: photo, file: file, isDirect: false), known?.version == file.version)
        }
    }

    func close(_ file: OpenFile) {
        guard !file.isDirect else { return }
        table.withLock { table in
            guard let handles = table[file.photo]?.handles else { return }
            table[file.photo]?.handles = handles - 1
            // Versions of photos that nobody has open are remembered as long as there is room.
            if handles == 1, table.count > Self.most {
                table = table.filter { $0.value.handles > 0 }
            }
        }
    }

    private static let most = 4096
}
