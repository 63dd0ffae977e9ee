import Catalog
import FUSE
import Logging
import PhotoFetch
import PhotoTree
import Synchronization

/// The one place where an error becomes an errno. The error is logged, and kept for users who want to know why.
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

    /// For the status file: the latest errors that were answered to processes, oldest first, and how many there were in
    /// all.
    var reports: (latest: [Report], total: Int) {
        table.withLock { ($0.latest, $0.total) }
    }

    /// Logs and keeps the error. An interrupted caller is no error.
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

    /// The result of `work`; throws the errno of its error, which is logged and kept.
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

    /// Records why a name was refused, in the places where users look next: the attribute `user.places.error` of the
    /// directory, the log and the status.
    func refused(_ errno: Errno, in key: DirectoryKey, _ sentence: String) -> Errno {
        let moment = now()
        table.withLock { $0.refused[key] = (moment, sentence) }
        return reported(errno, "mkdir", key.text, sentence)
    }

    /// Records the refusal of a name that means nothing in `key`.
    @concurrent func unknown(_ name: String, in key: DirectoryKey, _ gazetteer: Gazetteer) async -> Errno {
        refused(.noEntry, in: key, UnknownName(name, in: key, gazetteer).sentence)
    }

    /// The last refusal in `key`; nil when nothing was refused there, or when since then a directory was made there or
    /// a refresh of it failed.
    func lastRefusal(in key: DirectoryKey) -> (at: Timestamp, sentence: String)? {
        table.withLock { $0.refused[key] }
    }

    func forgetRefusal(in key: DirectoryKey) {
        table.withLock { $0.refused[key] = nil }
    }
}
