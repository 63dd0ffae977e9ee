internal import Foundation
internal import GRDB
internal import LinuxProcess
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
        let configuration = CatalogDatabase.configuration(waitingForLocks: .zero)
        let name = URL(fileURLWithPath: path).lastPathComponent
        let copy = CopiedFiles.with([path, path + "-wal"]) { folder in
            let source = try DatabaseQueue(path: "\(folder)/\(name)", configuration: configuration)
            defer { try? source.close() }
            let memory = try DatabaseQueue(configuration: configuration)
            try source.backup(to: memory)
            return memory
        }
        guard let copy else { throw CatalogError.unwritable(path: path, cause: "there is no room for a copy") }
        return copy
    }
}
