internal import Foundation
internal import GRDB
internal import PhotoTree

/// A copy in memory of a catalog whose disk takes nothing: full, read-only, failing. What is written to it is forgotten
/// with the process.
struct CatalogCopy {
    private let path: String
    private let firstTopics: [String]

    init(of path: String, firstTopics: [String]) {
        self.path = path
        self.firstTopics = firstTopics
    }

    /// nil where there is no catalog, or none that can be read.
    func open(_ reason: CatalogError, now: Timestamp) -> OpenedCatalog? {
        guard FileManager.default.fileExists(atPath: path), let memory = try? copied() else { return nil }
        do {
            try CatalogDatabase.prepare(memory, path: path, firstTopics: firstTopics)
            let made = MadeFile(besideCatalog: path)
            let content = made.read(isReadOnly: true)
            let count = try memory.write { db in
                try db.execute(sql: "UPDATE state SET nextNumber = ?", arguments: [NumberSequence.firstUnwritten])
                return try MadeRestoring.run(content, into: nil, origin: .kept, now: now, db)
            }
            let back = count.text.map { "\($0) came back from \(made.path)" }
            return OpenedCatalog(
                database: memory, made: nil, recovered: back, unwritable: reason.description)
        } catch {
            try? memory.close()
            return nil
        }
    }

    /// SQLite cannot read a file with a log where it can write nothing, so the files are copied to where it can.
    private func copied() throws -> DatabaseQueue {
        let files = FileManager.default
        let configuration = CatalogDatabase.configuration(waitingForLocks: .zero)
        for folder in [files.temporaryDirectory.path, "/dev/shm"] {
            let draft = "\(folder)/placesfs-\(UUID().uuidString)"
            defer { try? files.removeItem(atPath: draft) }
            do {
                try files.createDirectory(
                    atPath: draft, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
                for suffix in ["", "-wal"] where files.fileExists(atPath: path + suffix) {
                    let bytes = try Data(contentsOf: URL(fileURLWithPath: path + suffix))
                    try bytes.write(to: URL(fileURLWithPath: "\(draft)/catalog.sqlite\(suffix)"))
                }
                let source = try DatabaseQueue(path: "\(draft)/catalog.sqlite", configuration: configuration)
                defer { try? source.close() }
                let memory = try DatabaseQueue(configuration: configuration)
                try source.backup(to: memory)
                return memory
            } catch {
                continue
            }
        }
        throw CatalogError.unwritable(path: path, cause: "there is no room for a copy")
    }
}
