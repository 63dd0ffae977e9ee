import HTTP
import LinuxProcess
import PhotoTree
import Synchronization
import Waiting

/// Detects processes that open one never listed directory after the other (`find`, an indexer, a file manager that
/// counts or searches). Their listings come after those of all other processes, because they queue at the source's API
/// and use up its hourly share.
///
/// One that opens a few within a minute comes after others. One that opens many, and reads no photo there, is a crawler
/// until a minute after its last one.
final class CrawlDetector: Sendable {
    /// A crawler, for the status.
    struct Crawler: Hashable, Sendable {
        var process: Int32
        /// Empty if the program cannot be seen.
        var program: String
        /// How many directories it has opened that were never listed before.
        var opened: Int
    }

    private struct Walk {
        var program: String
        var opened = 0
        /// When the latest directories were opened, as many as matter.
        var times: [Duration] = []
        /// When it opened folders since it last read a photo.
        var unread: [Duration] = []
        var isCrawler = false
    }

    /// Who opens more directories than this in `period` comes after others.
    private static let few = 3
    /// Who opens more than this in `period` is a crawler.
    private static let many = 20
    private static let period: Duration = .seconds(60)
    /// How many directories are asked for ahead of a crawl: with the crawl's own, as many as are asked for at once.
    static let reach = 3

    private let time: ElapsedClock
    private let walks = Mutex<[Int32: Walk]>([:])
    /// Directories that were asked for ahead and that no crawl has opened yet.
    private let ahead = Mutex<Set<DirectoryKey>>([])

    init(clock: any Clock<Duration>) {
        time = ElapsedClock(clock)
    }

    /// Counts one more directory that nobody had listed before the process came there, and answers the priority of its
    /// listing.
    func priority(ofListingFor process: CallingProcess) -> HTTPRequest.Priority {
        let now = time.elapsed
        return walks.withLock { walks in
            Self.forget(&walks, at: now)
            var walk = walks[process.id] ?? Walk(program: process.program)
            walk.opened += 1
            walk.times = Self.latest(walk.times + [now], Self.few, at: now)
            walk.unread = Self.latest(walk.unread + [now], Self.many, at: now)
            if walk.unread.count > Self.many { walk.isCrawler = true }
            walks[process.id] = walk
            if walk.isCrawler { return KnownPrograms.showsFolders(walk.program) ? .browsing : .crawling }
            return walk.times.count > Self.few ? .soon : .waiting
        }
    }

    private static func latest(_ times: [Duration], _ count: Int, at now: Duration) -> [Duration] {
        times.filter { now - $0 < period }.suffix(count + 1)
    }

    private static func forget(_ walks: inout [Int32: Walk], at now: Duration) {
        walks = walks.filter { now - ($0.value.times.last ?? .zero) < period }
    }

    /// Whether no process goes through folders now, so that nobody needs to say that one has read a photo.
    var isIdle: Bool { walks.withLock { walks in !walks.contains { $0.value.unread.count > Self.few } } }

    /// The process has read a photo: it looks into folders for what is in them.
    func readPhoto(by process: Int32) {
        walks.withLock { walks in
            walks[process]?.unread = []
            walks[process]?.isCrawler = false
        }
    }

    func isCrawler(_ process: Int32) -> Bool { crawlers.contains { $0.process == process } }

    /// The crawlers of this moment, the one that has opened most first.
    var crawlers: [Crawler] {
        let now = time.elapsed
        let found = walks.withLock { walks in
            Self.forget(&walks, at: now)
            return walks.filter(\.value.isCrawler).map { process, walk in
                Crawler(process: process, program: walk.program, opened: walk.opened)
            }
        }
        return found.sorted { ($0.opened, $1.process) > ($1.opened, $0.process) }
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
