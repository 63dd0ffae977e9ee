public import Catalog
import FUSE
import LinuxProcess
import PhotoFetch
public import PhotoTree
import Synchronization

/// Who had images fetched in the last hour. The source's terms bound how many there may be, and whoever wonders why
/// readers wait is told whose they were.
///
/// Counted where a request begins, for the program whose reading began the download; others that read along cost
/// nothing.
public final class ImageLedger: Sendable {
    /// One program's part of the hour, in all its processes.
    struct Share: Hashable, Sendable {
        /// The one that asked last; 0 where it could not be seen.
        var process: Int32
        var program: String
        var images: Int
    }

    private struct Table {
        var uses: [ImageUse] = []
        /// What is not written down yet.
        var news: [ImageUse] = []
        var tell: @Sendable () -> Void = {}
        var wait: @Sendable () -> Duration? = { nil }
    }

    /// A minute that has begun counts until it has gone by for an hour.
    static let minutesKept: Int64 = 61
    /// Programs told apart in one minute; of more, the rest count as one that could not be seen.
    private static let programsAMinute = 32
    /// Bytes of a program's name: the kernel's own are shorter.
    private static let longestName = 64

    /// Images in any hour at most; nil where there is no bound.
    let limit: Int?
    private let now: @Sendable () -> Timestamp
    private let table = Mutex(Table())

    /// - Parameters:
    ///   - limit: Images in any hour at most; nil where there is no bound.
    ///   - now: The wall clock, because the count is kept over remounts.
    public init(limit: Int?, now: @escaping @Sendable () -> Timestamp) {
        self.limit = limit
        self.now = now
    }

    /// Goes on with what an earlier mount counted.
    ///
    /// - Parameters:
    ///   - uses: What it counted.
    ///   - wait: How long the next image would have to wait for its turn; nil when it need not.
    /// - Returns: How many images were asked for in each minute, the earliest first; the times lie before now, which is
    ///   zero.
    public func begin(
        with uses: [ImageUse], waiting wait: @escaping @Sendable () -> Duration? = { nil }
    ) -> [(at: Duration, count: Int)] {
        let now = now()
        let known = table.withLock { table in
            table.wait = wait
            // An earlier placesfs counted by process.
            table.uses = uses.reduce(into: []) { Self.add($1, to: &$0) }
            Self.forget(before: Self.firstMinute(at: now), in: &table.uses)
            return table.uses
        }
        return known.sorted { $0.minute < $1.minute }
            .map { (.seconds(min(0, $0.minute * 60 - now.rawValue)), $0.images) }
    }

    /// The minute from which on images are counted.
    public static func firstMinute(at now: Timestamp) -> Int64 {
        now.rawValue / 60 - minutesKept + 1
    }

    /// An image is asked for, by the program of the current task.
    public func count() {
        let process = ImageReader.current?.process()
        let use = ImageUse(
            minute: now().rawValue / 60, process: max(0, process?.id ?? 0),
            program: Self.name(process?.program ?? ""), images: 1)
        let tell = table.withLock { table in
            Self.add(use, to: &table.uses)
            Self.add(use, to: &table.news)
            Self.forget(before: use.minute - Self.minutesKept + 1, in: &table.uses)
            return table.tell
        }
        tell()
    }

    /// `tell` is called after each that is counted.
    func whenCounted(_ tell: @escaping @Sendable () -> Void) {
        table.withLock { $0.tell = tell }
    }

    /// How long the next image would have to wait for its turn; nil when it need not.
    var wait: Duration? {
        let wait = table.withLock { $0.wait }
        return wait()
    }

    /// What is to be written down, once.
    func takeNews() -> [ImageUse] {
        table.withLock { table in
            defer { table.news = [] }
            return table.news
        }
    }

    /// They could not be written down: they are still to be.
    func returnNews(_ news: [ImageUse]) {
        table.withLock { table in
            table.news = (news + table.news).reduce(into: []) { Self.add($1, to: &$0) }
        }
    }

    /// Of the last hour, those with most images first.
    var shares: [Share] {
        let first = Self.firstMinute(at: now())
        let uses = table.withLock { table in
            Self.forget(before: first, in: &table.uses)
            return table.uses
        }
        var shares: [Share] = []
        for use in uses {
            let index = shares.firstIndex { $0.program == use.program }
            if let index {
                shares[index].images += use.images
                shares[index].process = use.process
            } else {
                shares.append(Share(process: use.process, program: use.program, images: use.images))
            }
        }
        return shares.sorted { ($0.images, $1.process) > ($1.images, $0.process) }
    }

    private static func add(_ use: ImageUse, to uses: inout [ImageUse]) {
        var use = use
        let ofMinute = uses.indices.filter { uses[$0].minute == use.minute }
        if ofMinute.count >= programsAMinute, !ofMinute.contains(where: { uses[$0].program == use.program }) {
            (use.program, use.process) = ("", 0)
        }
        if let index = ofMinute.last(where: { uses[$0].program == use.program }) {
            uses[index].images += use.images
            uses[index].process = use.process
        } else {
            uses.append(use)
        }
    }

    private static func name(_ program: String) -> String {
        String(decoding: program.utf8.prefix(longestName), as: UTF8.self)
    }

    /// A minute of the future is one of a clock that was set back, and ends no sooner than others.
    private static func forget(before minute: Int64, in uses: inout [ImageUse]) {
        uses.removeAll { $0.minute < minute || $0.minute > minute + 2 * minutesKept }
    }
}

/// Whose reading the current task is for.
enum ImageReader {
    /// Asked only when an image is counted: a process is looked up in /proc.
    @TaskLocal static var current: Lookup?

    /// A type of its own around the closure: Swift 6.3's optimised build pushes a task-local value of a function's type
    /// without its metadata, and crashes.
    struct Lookup: Sendable {
        var process: @Sendable () -> CallingProcess
    }
}
