import HTTP
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// Detects crawls: a process that opens one never listed directory after the other (`find`, an indexer, a file manager
/// that counts the content of its folders). Its listings come after those of all other processes, because they queue at
/// the source's API and use up its hourly share.
final class Crawls: Sendable {
    /// A process that asks for more directories than this in `period` is a crawl.
    private static let few = 3
    private static let period: Duration = .seconds(60)
    /// How many directories are asked for ahead of a crawl: with the crawl's own, as many as are asked for at once.
    static let reach = 3

    private let time: ElapsedClock
    private let asked = Mutex<[Int32: [Duration]]>([:])
    /// Directories that were asked for ahead and that no crawl has opened yet.
    private let ahead = Mutex<Set<DirectoryKey>>([])

    init(clock: any Clock<Duration>) {
        time = ElapsedClock(clock)
    }

    /// Counts one more listing that the process has to wait for, and answers the listing's priority.
    func priority(ofListingFor process: Int32) -> HTTPRequest.Priority {
        let now = time.elapsed
        return asked.withLock { asked in
            asked = asked.compactMapValues { times in
                let recent = times.filter { now - $0 < Self.period }
                return recent.isEmpty ? nil : recent
            }
            asked[process, default: []].append(now)
            // More times than these are not needed.
            asked[process] = asked[process]?.suffix(Self.few + 1)
            return asked[process, default: []].count > Self.few ? .soon : .waiting
        }
    }

    /// Notes that a directory is asked for ahead of a crawl; false when that was noted before.
    func goesAhead(to key: DirectoryKey) -> Bool {
        ahead.withLock { ahead in
            // Crawls that ended early left some behind. If one is forgotten that a crawl still comes to, only the
            // requests ahead of it stop.
            if ahead.count > 64 { ahead = [] }
            return ahead.insert(key).inserted
        }
    }

    /// Whether the directory was asked for ahead; if so, the process that opens it now is the crawl, which goes on.
    func arrives(at key: DirectoryKey) -> Bool {
        ahead.withLock { $0.remove(key) != nil }
    }
}
