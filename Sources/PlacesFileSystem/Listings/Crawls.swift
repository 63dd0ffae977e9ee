import HTTP
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// Tells a crawl from a person who looks: a process that opens one directory after the other of those that were never
/// listed (`find`, an indexer, a file manager that counts what is in its folders). Its listings come after everybody
/// else's, for they queue at the source's API and eat of its hourly share.
final class Crawls: Sendable {
    /// More directories than this of one process in `period` are a crawl.
    private static let few = 3
    private static let period: Duration = .seconds(60)
    /// How many directories are asked for before a crawl comes to them: with its own, as many as are asked for at once.
    static let reach = 3

    private let time: ElapsedClock
    private let asked = Mutex<[Int32: [Duration]]>([:])
    /// Directories that were asked for ahead, and that no crawl has come to yet.
    private let ahead = Mutex<Set<DirectoryKey>>([])

    init(clock: any Clock<Duration>) {
        time = ElapsedClock(clock)
    }

    /// Counts one more listing that the process has to wait for, and says how pressing it is.
    func priority(ofListingFor process: Int32) -> HTTPRequest.Priority {
        let now = time.elapsed
        return asked.withLock { asked in
            asked = asked.compactMapValues { times in
                let recent = times.filter { now - $0 < Self.period }
                return recent.isEmpty ? nil : recent
            }
            asked[process, default: []].append(now)
            // The oldest say nothing that the others do not.
            asked[process] = asked[process]?.suffix(Self.few + 1)
            return asked[process, default: []].count > Self.few ? .soon : .waiting
        }
    }

    /// A directory is asked for ahead of a crawl; false when it was before.
    func goesAhead(to key: DirectoryKey) -> Bool {
        ahead.withLock { ahead in
            // Crawls that ended early left some behind. To forget one only ends the way ahead of a crawl.
            if ahead.count > 64 { ahead = [] }
            return ahead.insert(key).inserted
        }
    }

    /// Whether the directory was asked for ahead, so that whoever opens it now is the crawl, which goes on.
    func arrives(at key: DirectoryKey) -> Bool {
        ahead.withLock { $0.remove(key) != nil }
    }
}
