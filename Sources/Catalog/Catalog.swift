internal import Foundation
internal import GRDB
internal import LinuxProcess
public import PhotoTree
internal import Synchronization

/// Stores in SQLite what is known: numbers, places, listings, photos and learnt sizes. A change that a call
/// acknowledged survives remounts and `kill -9`, but for a directory's first listing, whose rows follow its answer
/// within milliseconds; a call that throws has changed nothing.
///
/// Work is done on GRDB's queues, one writer and two readers, so no caller's thread ever blocks.
public final class Catalog: Sendable {
    /// One line that says which damaged file was set aside and where it is, and what came back of what was made by
    /// hand; nil when the file was sound.
    public let recovered: String?

    /// Why nothing can be written to the disk, in one line: then the catalog is a copy in memory of what the disk has,
    /// and what is written to it ends with the process. nil otherwise.
    public let unwritable: String?

    let now: @Sendable () -> Timestamp
    let block = NumberBlock()
    let unwritten = UnwrittenNumbers()
    let behind = RowsBehind()
    let unusedTexts = UnusedDocuments()
    /// A search has met many words that are not indexed.
    let textBell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let database: any DatabaseWriter
    private let isClosed = Mutex(false)
    /// nil for a catalog in memory.
    private let file: CatalogFile?
    private let made: MadeFile?

    /// Opens the catalog at `path`; makes its folder, the file and the newest schema as needed. A damaged file is set
    /// aside as `<path>.damaged-<n>`, and a new one takes what can be read of it. What was made by hand and is missing
    /// comes back from `made.txt` beside it. A new catalog has `firstTopics` (names, as `mkdir` takes them). One that
    /// is there and cannot be written is copied into memory: `unwritable` says so.
    ///
    /// - Throws: `unwritable`, `newerSchema`, `foreign`, `locked` or `full`, each with a remedy.
    public convenience init(
        at path: String, firstTopics: [String], now: @escaping @Sendable () -> Timestamp
    ) async throws(CatalogError) {
        try await self.init(at: path, firstTopics: firstTopics, waitingForLocks: .seconds(5), now: now)
    }

    init(
        at path: String, firstTopics: [String], waitingForLocks patience: Duration,
        now: @escaping @Sendable () -> Timestamp
    ) async throws(CatalogError) {
        let file = CatalogFile(path: path, firstTopics: firstTopics)
        let opened = try await onThread { () throws(CatalogError) in
            try file.open(waitingForLocks: patience, now: now())
        }
        database = opened.database
        recovered = opened.recovered
        unwritable = opened.unwritable
        made = opened.made
        self.file = file
        self.now = now
    }

    private init(inMemory database: DatabaseQueue, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
        recovered = nil
        unwritable = nil
        file = nil
        made = nil
    }

    /// A catalog in memory, which ends with the process.
    public static func inMemory(
        firstTopics: [String], now: @escaping @Sendable () -> Timestamp
    ) async throws(CatalogError) -> Catalog {
        let database = try await onThread { () throws(CatalogError) in
            do {
                let database = try DatabaseQueue(configuration: CatalogDatabase.configuration(waitingForLocks: .zero))
                try CatalogDatabase.prepare(database, path: "in memory", firstTopics: firstTopics)
                return database
            } catch {
                throw CatalogError(error, path: "in memory")
            }
        }
        return Catalog(inMemory: database, now: now)
    }

    /// Waits for the calls under way and closes the file; later calls throw `closed`. One file remains.
    public func close() {
        isClosed.withLock { $0 = true }
        let unused = block.empty()
        if !unused.isEmpty { try? database.write { db in try NumberSequence.giveBack(unused, db) } }
        // An error leaves the file as kill -9 would, and the next opening can handle that.
        try? database.close()
        file?.takeInLog()
        made?.sync()
    }

    // MARK: - Transactions

    /// Reads a consistent state, which has all that callers were told of; waits for no other writer.
    func read<T: Sendable>(_ work: @Sendable (Database) throws -> T) async throws(CatalogError) -> T {
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        do {
            return behind.isEmpty ? try await database.read(work) : try await database.writeWithoutTransaction(work)
        } catch {
            throw await failure(error)
        }
    }

    /// Writes in one transaction: everything is kept, or nothing.
    func write<T: Sendable>(_ work: @Sendable (Database) throws -> T) async throws(CatalogError) -> T {
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        do {
            let (value, numbers) = try await database.write { [unwritten, behind] db in
                try behind.write(db)
                let numbers = try unwritten.write(db)
                return (try work(db), numbers)
            }
            unwritten.wrote(numbers)
            return value
        } catch {
            throw await failure(error)
        }
    }

    /// Writes what nobody waits for: `decide` looks at the catalog and says what is so from now on, and the rows that
    /// say so are written behind its answer. A `kill -9` in the milliseconds between loses them, so numbers in them
    /// must be of the block. nil where `decide` has nothing to say.
    func writeBehind<T: Sendable>(
        _ decide: @escaping @Sendable (Database) throws -> (answer: T, row: RowsBehind.Row)?
    ) async throws(CatalogError) -> T? {
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        let outcome: Result<T?, any Error> = await withCheckedContinuation { continuation in
            database.asyncWriteWithoutTransaction { [behind, file] db in
                do {
                    // Not two answers beyond what the disk takes.
                    try Self.writeRows(behind, db)
                    let decision = try decide(db)
                    if let decision { behind.add(decision.row) }
                    continuation.resume(returning: .success(decision?.answer))
                    // Where one processor is free, who waits for the answer gets it.
                    ThreadTurn.pass()
                } catch {
                    continuation.resume(returning: .failure(error))
                    return
                }
                do {
                    try Self.writeRows(behind, db)
                } catch {
                    if case .damaged = CatalogError(error, path: "") { file?.markDamaged() }
                }
            }
        }
        do {
            return try outcome.get()
        } catch {
            throw await failure(error)
        }
    }

    private static func writeRows(_ behind: RowsBehind, _ db: Database) throws {
        guard !behind.isEmpty else { return }
        try db.inTransaction {
            try behind.write(db)
            return .commit
        }
    }

    /// Writes what a person made: `work` adds what is so from now on, which goes to `made.txt` before the catalog takes
    /// the change. Everything is kept, or nothing.
    func make<T: Sendable>(
        _ work: @Sendable (Database, inout [MadeChange]) throws -> T
    ) async throws(CatalogError) -> T {
        guard !isClosed.withLock({ $0 }) else { throw .closed }
        do {
            return try await database.writeWithoutTransaction { [made, unwritten, behind] db in
                let end = made?.end
                do {
                    var outcome: T?
                    try db.inTransaction {
                        try behind.write(db)
                        _ = try unwritten.write(db)
                        var changes: [MadeChange] = []
                        outcome = .some(try work(db, &changes))
                        try made?.record(changes, db)
                        return .commit
                    }
                    guard let outcome else { throw CatalogError.closed }
                    return outcome
                } catch {
                    if let end { made?.takeBack(to: end, db) }
                    throw error
                }
            }
        } catch {
            throw await failure(error)
        }
    }

    private func failure(_ error: any Error) async -> CatalogError {
        // A connection that was closed meanwhile fails with whatever code SQLite has for a null pointer.
        if isClosed.withLock({ $0 }), !(error is CancellationError) { return .closed }
        let failure = CatalogError(error, path: file?.path ?? "in memory")
        if case .damaged = failure, let file {
            // On the writer's thread, because it touches the disk.
            try? await database.writeWithoutTransaction { _ in file.markDamaged() }
        }
        return failure
    }
}

/// Runs work that may block on a thread of its own; used only for opening, when GRDB has no queue yet.
private func onThread<T: Sendable>(
    _ work: @escaping @Sendable () throws(CatalogError) -> T
) async throws(CatalogError) -> T {
    let outcome: Result<T, CatalogError> = await withCheckedContinuation { continuation in
        let thread = Thread {
            do throws(CatalogError) {
                continuation.resume(returning: .success(try work()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        thread.name = "catalog-open"
        thread.start()
    }
    return try outcome.get()
}
