import Catalog
import FUSE
import Logging
import PhotoFetch
import PhotoTree
import Synchronization

/// Where an error becomes an errno, and nowhere else: it is logged, and remembered for those who look why.
final class ErrorLog: Sendable {
    struct Report: Sendable, Hashable {
        var at: Timestamp
        var operation: String
        var node: String
        var errno: String
        var cause: String
    }

    private struct Table {
        var latest: [Report] = []
        var total = 0
        var refused: [DirectoryKey: (at: Timestamp, sentence: String)] = [:]
    }

    private static let capacity = 20

    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let table = Mutex(Table())

    init(now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.now = now
        self.logger = logger
    }

    /// The latest errors that processes were answered, oldest first, and how many there were, for the status file.
    var reports: (latest: [Report], total: Int) {
        table.withLock { ($0.latest, $0.total) }
    }

    /// An interrupted caller is no error.
    func reported(_ errno: Errno, _ operation: String, _ node: String, _ cause: String) -> Errno {
        guard errno != .interrupted else { return errno }
        let report = Report(
            at: now(), operation: operation, node: PrintableText.line(node, maximumBytes: 1000), errno: "\(errno)",
            cause: PrintableText.line(cause, maximumBytes: 400))
        table.withLock { table in
            table.total += 1
            table.latest.append(report)
            if table.latest.count > Self.capacity { table.latest.removeFirst() }
        }
        logger.warning(
            "cannot answer",
            metadata: ["operation": "\(operation)", "node": "\(node)", "errno": "\(errno)", "cause": "\(cause)"])
        return errno
    }

    func mapped(_ error: RefreshError, _ operation: String, _ key: DirectoryKey) -> Errno {
        reported(Errno(error), operation, key.text, error.sentence)
    }

    func mapped(_ error: FetchError, _ operation: String, _ photo: PhotoID) -> Errno {
        reported(Errno(error), operation, "photo:\(photo)", error.text)
    }

    /// What the catalog answers, or the errno of its error.
    func mapping<Value>(
        _ operation: String, _ key: DirectoryKey, _ work: () async throws(CatalogError) -> Value
    ) async throws(Errno) -> Value {
        try await mapping(operation, node: key.text, work)
    }

    func mapping<Value>(
        _ operation: String, _ photo: PhotoID, _ work: () async throws(CatalogError) -> Value
    ) async throws(Errno) -> Value {
        try await mapping(operation, node: "photo:\(photo)", work)
    }

    private func mapping<Value>(
        _ operation: String, node: String, _ work: () async throws(CatalogError) -> Value
    ) async throws(Errno) -> Value {
        do throws(CatalogError) {
            return try await work()
        } catch {
            throw reported(Errno(error), operation, node, RefreshError.catalog(error).sentence)
        }
    }

    // MARK: Names that cannot be made

    /// Says why a name was refused where people look next: the attribute `user.places.error` of the directory, the log and
    /// the status.
    func refused(_ errno: Errno, in key: DirectoryKey, _ sentence: String) -> Errno {
        let moment = now()
        table.withLock { $0.refused[key] = (moment, sentence) }
        return reported(errno, "mkdir", key.text, sentence)
    }

    /// Of a name that means nothing there.
    @concurrent func unknown(_ name: String, in key: DirectoryKey, _ gazetteer: Gazetteer) async -> Errno {
        refused(.noEntry, in: key, UnknownName(name, in: key, gazetteer).sentence)
    }

    /// The last refusal in `key`; nil when nothing was refused there, or something was made or could not be
    /// refreshed since.
    func lastRefusal(in key: DirectoryKey) -> (at: Timestamp, sentence: String)? {
        table.withLock { $0.refused[key] }
    }

    func forgetRefusal(in key: DirectoryKey) {
        table.withLock { $0.refused[key] = nil }
    }
}
