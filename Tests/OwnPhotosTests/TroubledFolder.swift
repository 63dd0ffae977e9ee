import Foundation
import Logging
import PhotoTree
import Synchronization

@testable import OwnPhotos

/// A folder of the disk in which something fails for a while.
struct TroubledFolder: PictureFolder {
    /// What fails, by path.
    final class Troubles: Sendable {
        private let now = Mutex<[[UInt8]: Trouble]>([:])

        subscript(path: String) -> Trouble? {
            get { now.withLock { $0[Array(path.utf8)] } }
            set { now.withLock { $0[Array(path.utf8)] = newValue } }
        }

        fileprivate func of(_ path: [UInt8]) -> Trouble? { now.withLock { $0[path] } }
    }

    enum Trouble {
        /// It cannot be opened.
        case closed
        /// It opens, and cannot be read.
        case unread
        /// The disk does not say what it is.
        case untold
        /// It is not listed.
        case unlisted
    }

    let folder: DiskFolder
    let path: [UInt8]
    let troubles: Troubles

    init(_ path: String, _ troubles: Troubles) throws {
        (folder, self.path, self.troubles) = (try DiskFolder(at: path), [], troubles)
    }

    private init(_ folder: DiskFolder, _ path: [UInt8], _ troubles: Troubles) {
        (self.folder, self.path, self.troubles) = (folder, path, troubles)
    }

    var status: PictureStatus? { folder.status }
    var refused: Int { 0 }

    func names() throws(DiskError) -> [[UInt8]] {
        try folder.names().filter { troubles.of(path.appending($0)) != .unlisted }
    }

    func status(of name: [UInt8]) -> PictureStatus? {
        // The system refuses to look up so long a name.
        let isUntold = troubles.of(path.appending(name)) == .untold
        return folder.status(of: isUntold ? Array(repeating: UInt8(ascii: "n"), count: 300) : name)
    }

    func folder(at path: [[UInt8]]) throws(DiskError) -> any PictureFolder {
        let whole = path.reduce(self.path) { $0.appending($1) }
        guard troubles.of(whole) != .closed else { throw .refused }
        return TroubledFolder(try folder.folder(path), whole, troubles)
    }

    func file(at path: [[UInt8]]) throws(DiskError) -> any PictureFile {
        let trouble = troubles.of(path.reduce(self.path) { $0.appending($1) })
        guard trouble != .closed else { throw .refused }
        let file: DiskFile = try folder.file(path)
        return trouble == .unread ? UnreadFile(status: file.status) : file
    }

    private struct UnreadFile: PictureFile {
        let status: PictureStatus
        var isPacked: Bool { false }
        var isUnchanged: Bool { true }
        var isRemoved: Bool { false }
        func read(_ range: Range<Int64>) throws(DiskError) -> [UInt8] { throw .failed("Input/output error") }
    }
}

/// Passes through a folder in which something fails.
struct TroubledScans {
    let troubles = TroubledFolder.Troubles()
    let index: PhotoIndex
    let state = ScanState()
    private let folder: OwnFolder

    init(_ folder: OwnFolder) throws {
        self.folder = folder
        index = try PhotoIndex(at: nil, owner: OwnerOfPhotos(), logger: Logger(label: "test"))
    }

    /// Looks at some folders, or at everything.
    ///
    /// - Parameters:
    ///   - folders: Nil for everything.
    ///   - grace: For how many seconds a file may come back.
    ///   - isOurs: Whether what is mounted below is ours.
    /// - Throws: Why the folder cannot be opened, or the index not be written.
    func scan(_ folders: [String]? = nil, grace: Int64 = 300, isOurs: Bool = false) throws {
        var scan = FolderScan(
            try TroubledFolder(folder.path, troubles), index, PhotoReader(try OwnFolder.places()), state, grace: grace,
            isOurs: { _ in isOurs }, enter: { _, _ in }, passing: {}, isStopped: { false })
        if let folders {
            try scan.scan(folders.map { Array($0.utf8) }, new: { _ in false })
        } else {
            try scan.scanAll(from: [])
        }
    }

    /// The paths of the photos, with their titles.
    var titles: [String: String] {
        get async throws {
            let photos = try await index.photos(admitting: { _ in true })
            return Dictionary(uniqueKeysWithValues: photos.map { ($0.ownPath ?? "", $0.title) })
        }
    }
}
