import FUSE
import Logging
import PhotoTree
import Synchronization

/// The errors that processes were answered last, for the status file.
final class RecentErrors: Sendable {
    struct Report: Sendable, Hashable {
        var at: Timestamp
        var operation: String
        var node: String
        var errno: String
        var cause: String
    }

    private static let capacity = 20

    private let reports = Mutex<[Report]>([])
    private let count = Mutex<Int>(0)

    func append(_ report: Report) {
        count.withLock { $0 += 1 }
        reports.withLock { reports in
            reports.append(report)
            if reports.count > Self.capacity {
                reports.removeFirst()
            }
        }
    }

    /// Oldest first.
    var latest: [Report] {
        reports.withLock { $0 }
    }

    var total: Int {
        count.withLock { $0 }
    }
}

extension PlacesFileSystem {
    /// Logs and remembers an error where it becomes an errno, and nowhere else. An interrupted caller is no error.
    func reported(_ errno: Errno, _ operation: String, _ node: String, _ cause: String) -> Errno {
        guard errno != .interrupted else { return errno }
        recentErrors.append(
            RecentErrors.Report(
                at: now(), operation: operation, node: PrintableText.line(node, maximumBytes: 1000), errno: "\(errno)",
                cause: PrintableText.line(cause, maximumBytes: 400)))
        logger.warning(
            "cannot answer",
            metadata: ["operation": "\(operation)", "node": "\(node)", "errno": "\(errno)", "cause": "\(cause)"])
        return errno
    }
}
