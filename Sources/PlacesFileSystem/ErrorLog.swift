import Catalog
import FUSE
import Gazetteer
import Logging
import PhotoFetch
import PhotoTree
import Synchronization

/// The one place where an error becomes an errno. The error is logged, and kept for users who want to know why.
final class ErrorLog: Sendable {
    struct Report: Sendable, Hashable {
        var at: Timestamp
        var operation: String
        /// Below the mountpoint: "places/France/Paris".
        var path: String
        var errno: String
        var cause: String
    }

    private struct Table {
        var latest: [Report] = []
        var total = 0
        var refusals: [Report] = []
        var refusalsTotal = 0
        /// The last refusal in each directory, with its place in the count of all.
        var refused: [DirectoryKey: Refusal] = [:]
        weak var words: (any UserWords)?
    }

    /// Why a name was refused in a directory.
    struct Refusal: Sendable, Hashable {
        var at: Timestamp
        var sentence: String
        /// Distinguishes it from every other.
        var number: Int
    }

    private static let capacity = 20

    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let table = Mutex(Table())

    init(now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.now = now
        self.logger = logger
    }

    /// From now on errors are told with these words. They are made of parts that have errors themselves.
    func use(_ words: any UserWords) {
        table.withLock { $0.words = words }
    }

    private var words: (any UserWords)? { table.withLock { $0.words } }

    /// For the status file: the latest errors that were answered to processes, oldest first, and how many there were in
    /// all.
    var reports: (latest: [Report], total: Int) {
        table.withLock { ($0.latest, $0.total) }
    }

    /// The latest names that were refused, and how many there were. These are no errors of the mount.
    var refusals: (latest: [Report], total: Int) {
        table.withLock { ($0.refusals, $0.refusalsTotal) }
    }

    /// Logs and keeps the error. An interrupted caller is no error.
    private func reported(_ errno: Errno, _ operation: String, _ path: String, _ cause: String) -> Errno {
        guard errno != .interrupted else { return errno }
        let report = Report(
            at: now(), operation: operation, path: PrintableText.line(path, maximumBytes: 1000), errno: "\(errno)",
            cause: PrintableText.line(cause, maximumBytes: 400))
        table.withLock { table in
            table.total += 1
            table.latest.append(report)
            if table.latest.count > Self.capacity { table.latest.removeFirst() }
        }
        logger.warning(
            "cannot answer",
            metadata: ["operation": "\(operation)", "path": "\(path)", "errno": "\(errno)", "cause": "\(cause)"])
        return errno
    }

    func mapped(_ error: RefreshError, _ operation: String, _ key: DirectoryKey) -> Errno {
        reported(Errno(error), operation, path(of: key), sentence(of: error))
    }

    func mapped(_ error: FetchError, _ operation: String, _ photo: PhotoID) async -> Errno {
        // A reader that was interrupted need not wait for a name.
        guard Errno(error) != .interrupted else { return .interrupted }
        return reported(Errno(error), operation, await path(of: photo), sentence(of: error))
    }

    /// Of a source whose photos lie on this machine.
    func mapped(_ error: PhotoSourceError, _ operation: String, _ photo: PhotoID) async -> Errno {
        reported(Errno(error), operation, await path(of: photo), sentence(of: RefreshError.source(error)))
    }

    /// The result of `work`; throws the errno of its error, which is logged and kept.
    func mapping<Value>(
        _ operation: String, _ key: DirectoryKey, _ work: () async throws(CatalogError) -> Value
    ) async throws(Errno) -> Value {
        do throws(CatalogError) {
            return try await work()
        } catch {
            throw mapped(.catalog(error), operation, key)
        }
    }

    func mapping<Value>(
        _ operation: String, _ photo: PhotoID, _ work: () async throws(CatalogError) -> Value
    ) async throws(Errno) -> Value {
        do throws(CatalogError) {
            return try await work()
        } catch {
            throw reported(Errno(error), operation, await path(of: photo), sentence(of: .catalog(error)))
        }
    }

    // MARK: Words

    func sentence(of error: RefreshError) -> String {
        let words = words
        let sentence = error.sentence(words?.sourceName ?? "the source", reason: words?.reasonOfPause, at: now())
        // The first refusal is told by the answer itself, which does not say what comes of it.
        guard case .source(.tooManyRequests) = error, let pause = words?.pause else { return sentence }
        return "\(sentence); \(Pause.nextTry(in: pause, at: now()))"
    }

    func sentence(of error: FetchError) -> String {
        let words = words
        return error.sentence(words?.sourceName ?? "the source", reason: words?.reasonOfPause, at: now())
    }

    private func path(of key: DirectoryKey) -> String { words?.path(of: key) ?? key.text }
    private func path(of photo: PhotoID) async -> String { await words?.path(of: photo) ?? "photo \(photo)" }

    // MARK: Names that cannot be made

    /// Records why a name was refused, in the places where users look next: the attribute `user.places.error` of the
    /// directory, the log and the status.
    func refused(_ errno: Errno, _ name: String, in key: DirectoryKey, _ sentence: String) -> Errno {
        guard errno != .interrupted else { return errno }
        let folder = path(of: key)
        let path = PrintableText.line(folder == "/" ? name : folder + "/" + name, maximumBytes: 1000)
        let cause = PrintableText.line(sentence, maximumBytes: 600)
        let moment = now()
        table.withLock { table in
            table.refusalsTotal += 1
            table.refused[key] = Refusal(at: moment, sentence: cause, number: table.refusalsTotal)
            table.refusals.append(
                Report(at: moment, operation: "mkdir", path: path, errno: "\(errno)", cause: cause))
            if table.refusals.count > Self.capacity { table.refusals.removeFirst() }
        }
        logger.notice("refused a name", metadata: ["path": "\(path)", "errno": "\(errno)", "reason": "\(cause)"])
        return errno
    }

    /// Records the refusal of a name that means nothing in `key`.
    @concurrent func unknown(
        _ name: String, ofA sought: UnknownName.Sought, in key: DirectoryKey, _ gazetteer: Gazetteer
    ) async -> Errno {
        refused(.noEntry, name, in: key, UnknownName(name, ofA: sought, gazetteer).sentence)
    }

    /// The last refusal in `key`; nil when nothing was refused there, or when since then a directory was made there or
    /// a refresh of it failed.
    func lastRefusal(in key: DirectoryKey) -> Refusal? {
        table.withLock { $0.refused[key] }
    }

    func forgetRefusal(in key: DirectoryKey) { forgetRefusals(in: [key]) }

    func forgetRefusals(in keys: [DirectoryKey]) {
        guard !keys.isEmpty else { return }
        table.withLock { table in
            for key in keys { table.refused[key] = nil }
        }
    }
}

/// What errors are told with: the names that users see, never our numbers.
protocol UserWords: AnyObject, Sendable {
    /// The source as people call it.
    var sourceName: String { get }
    /// Why hosts are left alone ("HTTP 503"); nil if no host is, or several are.
    var reasonOfPause: String? { get }
    /// How long hosts are left alone; nil if no host is, or several are.
    var pause: Duration? { get }
    /// The path below the mountpoint: "places/France/Paris"; "/" for the mountpoint itself.
    func path(of directory: DirectoryKey) -> String
    /// The path of the photo in one of the folders that show it.
    func path(of photo: PhotoID) async -> String
}

// Every errno for an error of a lower layer is chosen here, with one exhaustive switch for each error type.
extension Errno {
    init(_ error: RefreshError) {
        self =
            switch error {
            case .source(let error): Errno(error)
            case .catalog(let error): Errno(error)
            case .partialResults: .inputOutput
            case .timedOut: .timedOut
            case .interrupted: .interrupted
            }
    }

    init(_ error: PhotoSourceError) {
        self =
            switch error {
            case .unreachable: .networkUnreachable
            case .timedOut, .shareUsed: .timedOut
            case .credentialsRefused: .access
            // EAGAIN would say "try again", but programs take that for a non-blocking descriptor and spin.
            case .tooManyRequests, .backingOff: .inputOutput
            case .failed: .inputOutput
            case .gone: .noEntry
            case .cancelled: .interrupted
            }
    }

    init(_ error: CatalogError) {
        self =
            switch error {
            case .full: .noSpace
            case .cancelled: .interrupted
            // A directory that cannot be stored cannot be shown: names and inode numbers must outlive a remount.
            case .unwritable, .forbidden, .locked, .newerSchema, .foreign, .damaged, .numbersExhausted, .closed,
                .failed:
                .inputOutput
            }
    }

    init(_ error: FetchError) {
        self =
            switch error {
            case .interrupted: .interrupted
            case .gone: .noEntry
            case .unreachable: .networkUnreachable
            case .timedOut: .timedOut
            case .credentialsRefused: .access
            case .changed, .notAPhoto, .unserved, .cutShort, .backingOff, .shareUsed, .tooLarge, .failed, .shutDown:
                .inputOutput
            }
    }
}
