public import Catalog
import FUSE
import LinuxProcess
import PhotoFetch
public import PhotoTree
import Synchronization

/// Which programs had images fetched in the last hour. The source's terms limit how many images that may be, and a user
/// who wonders why readers wait is told which programs fetched them.
///
/// An image is counted when its request begins, for the program whose read started the download; other programs that
/// read along are not counted.
public final class ImageUsageMeter: Sendable {
    /// The images of one program in the last hour, in all its processes.
    struct Share: Hashable, Sendable {
        /// The process that asked last; 0 if it could not be seen.
        var process: Int32
        var program: String
        var images: Int
    }

    private struct Table {
        var uses: [ImageUse] = []
        /// What is not in the catalog yet.
        var news: [ImageUse] = []
        var tell: @Sendable () -> Void = {}
        var wait: @Sendable () -> Duration? = { nil }
        var smallWait: @Sendable () -> Duration? = { nil }
    }

    /// How many images were asked for, and when, the earliest first; times are relative to now, and never later.
    public typealias Past = [(at: Duration, count: Int)]

    /// Each minute counts until it has been over for an hour.
    static let minutesKept: Int64 = 61
    /// How many programs are told apart in one minute; the rest count as one program that could not be seen.
    private static let programsAMinute = 32
    /// In bytes of a program's name; the kernel's own names are shorter.
    private static let longestName = 64
    /// Small renditions are counted apart, under a name that no program has.
    private static let small = "/small renditions"

    /// How many images may be asked for in any hour; nil if there is no limit.
    let limit: Int?
    private let now: @Sendable () -> Timestamp
    private let table = Mutex(Table())

    /// - Parameters:
    ///   - limit: How many images may be asked for in any hour; nil if there is no limit.
    ///   - now: The wall clock, because the count is kept over remounts.
    public init(limit: Int?, now: @escaping @Sendable () -> Timestamp) {
        self.limit = limit
        self.now = now
    }

    /// Continues the count of an earlier mount.
    ///
    /// - Parameters:
    ///   - uses: What the earlier mount counted.
    ///   - wait: How long the next photo would have to wait; nil when it need not.
    ///   - smallWait: The same of a small rendition.
    /// - Returns: How many photos and how many small renditions were asked for in each minute.
    public func begin(
        with uses: [ImageUse], waiting wait: @escaping @Sendable () -> Duration? = { nil },
        smallWait: @escaping @Sendable () -> Duration? = { nil }
    ) -> (photos: Past, small: Past) {
        let now = now()
        let known = table.withLock { table in
            (table.wait, table.smallWait) = (wait, smallWait)
            // An earlier version of placesfs counted by process.
            table.uses = uses.reduce(into: []) { Self.add($1, to: &$0) }
            Self.forget(before: Self.firstMinute(at: now), in: &table.uses)
            return table.uses
        }
        let sorted = known.sorted { $0.minute < $1.minute }
        func past(_ isSmall: Bool) -> Past {
            sorted.filter { ($0.program == Self.small) == isSmall }
                .map { (.seconds(min(0, $0.minute * 60 - now.rawValue)), $0.images) }
        }
        return (past(false), past(true))
    }

    /// The first minute whose images still count.
    public static func firstMinute(at now: Timestamp) -> Int64 {
        now.rawValue / 60 - minutesKept + 1
    }

    /// Counts an image that the program of the current task asks for.
    public func count(isSmall: Bool = false) {
        let process =
            isSmall ? CallingProcess(id: 0, program: Self.small) : ImageReader.current?.process()
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

    /// `tell` is called after each image that is counted.
    func whenCounted(_ tell: @escaping @Sendable () -> Void) {
        table.withLock { $0.tell = tell }
    }

    /// How long the next image would have to wait; nil when it need not.
    var wait: Duration? {
        let wait = table.withLock { $0.wait }
        return wait()
    }

    /// The same of a small rendition.
    var smallWait: Duration? {
        let wait = table.withLock { $0.smallWait }
        return wait()
    }

    /// How many small renditions were asked for in the last hour.
    var smallInHour: Int { latest.reduce(0) { $0 + ($1.program == Self.small ? $1.images : 0) } }

    /// The counts that are to be written; the next call does not return them again.
    func takeNews() -> [ImageUse] {
        table.withLock { table in
            defer { table.news = [] }
            return table.news
        }
    }

    /// Takes back counts that could not be written, so that they are written later.
    func returnNews(_ news: [ImageUse]) {
        table.withLock { table in
            table.news = (news + table.news).reduce(into: []) { Self.add($1, to: &$0) }
        }
    }

    private var latest: [ImageUse] {
        let first = Self.firstMinute(at: now())
        return table.withLock { table in
            Self.forget(before: first, in: &table.uses)
            return table.uses
        }
    }

    /// The shares of photos in the last hour, the largest first.
    var shares: [Share] {
        var shares: [Share] = []
        for use in latest where use.program != Self.small {
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
        if ofMinute.count >= programsAMinute, use.program != small,
            !ofMinute.contains(where: { uses[$0].program == use.program })
        {
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

    /// A minute in the future comes from a clock that was set back; it is kept unless it is more than an hour ahead.
    private static func forget(before minute: Int64, in uses: inout [ImageUse]) {
        uses.removeAll { $0.minute < minute || $0.minute > minute + 2 * minutesKept }
    }
}

/// The program for whose read the current task works.
enum ImageReader {
    /// Looked up only when an image is counted: the process is read from /proc.
    @TaskLocal static var current: Lookup?

    /// A type of its own around the closure: Swift 6.3's optimised build pushes a task-local value of a function's type
    /// without its metadata, and crashes.
    struct Lookup: Sendable {
        var process: @Sendable () -> CallingProcess
    }
}
