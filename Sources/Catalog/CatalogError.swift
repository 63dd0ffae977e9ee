internal import GRDB
internal import LinuxProcess
internal import PhotoTree

/// Why a call of the catalog failed; it kept no changes. Each `description` is one line that says what to do.
public enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or its folder cannot be made or written.
    case unwritable(path: String, cause: String)
    /// The mode or the owner of a file that is there keeps this user from it.
    case forbidden(path: String)
    /// The disk has no room.
    case full(path: String)
    /// Another program has locked the file.
    case locked(path: String)
    /// A newer placesfs has written the file.
    case newerSchema(path: String)
    /// The file is a database of another program.
    case foreign(path: String)
    /// Part of the file cannot be read; the next opening sets it aside.
    case damaged(path: String, cause: String)
    /// All 2^32 node numbers were given out.
    case numbersExhausted
    /// The task was cancelled before the change was made.
    case cancelled
    /// `close()` was called before.
    case closed
    /// Anything else that SQLite reports.
    case failed(path: String, cause: String)

    public var description: String {
        switch self {
        case .unwritable(let path, let cause):
            "cannot write the catalog \(path): \(cause); make its folder writable or choose another state folder"
        case .forbidden(let path):
            "you may not read and write \(path), a file of the catalog; as its owner: chmod u+rw \(ShellWord.quoted(path: path))"
        case .full(let path):
            "no room on the disk for the catalog \(path): free some space and try again"
        case .locked(let path):
            "another program holds the catalog \(path): end it (perhaps a second placesfs) and try again"
        case .newerSchema(let path):
            "a newer placesfs has written the catalog \(path): use that version, or move the file away to begin anew"
        case .foreign(let path):
            "\(path) is another program's database: move it away or choose another state folder"
        case .damaged(let path, let cause):
            "the catalog \(path) is damaged (\(cause)): mount again, and what can be read moves to a new one"
        case .numbersExhausted:
            "the catalog has given out all 2^32 inode numbers: move its file away to begin anew"
        case .cancelled:
            "cancelled before the catalog was changed"
        case .closed:
            "the catalog is closed: mount again"
        case .failed(let path, let cause):
            "the catalog \(path) failed: \(cause); see that its disk is healthy and mount again"
        }
    }

    /// Whether the disk takes nothing at the moment, or for good.
    var isOfTheDisk: Bool {
        switch self {
        case .full, .unwritable, .forbidden, .failed: true
        case .locked, .newerSchema, .foreign, .damaged, .numbersExhausted, .cancelled, .closed: false
        }
    }

    /// Classifies an error that GRDB threw by what a caller can do about it.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as CatalogError: self = error
        case is CancellationError: self = .cancelled
        case let error as DatabaseError: self.init(error, path: path)
        default: self = .failed(path: path, cause: oneLine(String(describing: error)))
        }
    }

    private init(_ error: DatabaseError, path: String) {
        let cause = oneLine(error.message ?? error.resultCode.description)
        // SQLite reports a disk without room for the -shm file as this special I/O error.
        if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
            self = .full(path: path)
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path, cause: cause)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
            self = Self.forbidden(at: path) ?? .unwritable(path: path, cause: cause)
        case .SQLITE_INTERRUPT: self = .cancelled
        // GRDB's own words; it means a file system without the shared memory that SQLite's log needs, such as some
        // network ones.
        case .SQLITE_ERROR where cause.hasPrefix("could not activate WAL"):
            self = .unwritable(path: path, cause: "its file system cannot hold SQLite's log")
        // A damaged schema lacks what every version has.
        case .SQLITE_ERROR where Self.signsOfDamage.contains { cause.hasPrefix($0) }:
            self = .damaged(path: path, cause: cause)
        default: self = .failed(path: path, cause: cause)
        }
    }

    /// Looks at the catalog's files: whether there is one that this user may not read and write.
    public static func forbidden(at path: String) -> CatalogError? {
        [path, path + "-wal", path + "-shm"].first(where: FileStatus.isForbidden).map { .forbidden(path: $0) }
    }

    private static let signsOfDamage = [
        "no such table", "no such column", "no such index", "unsupported file format", "malformed", "table ",
    ]
}

private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
}
