/// Who may take up space in the cache, so that its files together never exceed `limit`, at any instant.
///
/// A download reserves space in steps before it writes. Space comes from what is free, then from evicting: paused
/// downloads, closed photos that were read longest ago, open photos nobody reads. Older downloads go first: a younger
/// one is given only what the older ones will not need, as far as lengths are known, so that no two block each other
/// half-way. A wish that stays unmet makes the youngest download that holds space give way, or its own, when no younger
/// one does. What was evicted counts until its file is closed.
///
/// A value without input and output: events go in, actions for the cache come out. Times are those of one `ElapsedClock`.
struct SpacePolicy: Sendable {
    enum Action: Hashable, Sendable {
        /// The file's wish is met: it may write.
        case grant(FileNumber)
        /// Remove the file, then tell `freed`.
        case evict(FileNumber)
        /// Stop the download (its photo is passed through) and remove its file, then tell `freed`.
        case giveWay(FileNumber)
    }

    /// What a file takes up is a multiple of this, as on most disks.
    static let block: Int64 = 4 << 10
    /// What a download asks for at a time.
    static let step: Int64 = 64 << 10
    /// How long a wish waits before the youngest download gives way.
    static let patience: Duration = .seconds(5)
    /// What a download of unknown length is taken to need: a photo of 1024 pixels, amply.
    static let assumedLength: Int64 = 512 << 10
    /// An open photo that was not read for this long is one nobody reads: between two reads of a program that goes
    /// through a file lie milliseconds.
    static let idle: Duration = .seconds(1)
    /// A download that had nothing to write for this long has stalled.
    static let stall: Duration = .seconds(1)
    /// A view is told within seconds. One that lies more nanoseconds than this before the latest known comes from a clock
    /// that was set back, and is the newest all the same.
    static let clockSlack: Int64 = 3_600_000_000_000

    let limit: Int64
    /// Bytes taken up or reserved, those of leaving files included.
    private(set) var used: Int64 = 0
    private var downloads: [FileNumber: Download] = [:]
    private var kept: [FileNumber: Kept] = [:]
    private var leaving: [FileNumber: Leaving] = [:]
    private var leavingBytes: Int64 = 0
    /// When the photo viewed last was viewed, in nanoseconds since 1970.
    private var latestView = Int64.min
    private var uses: UInt64 = 0
    /// Nothing is granted before the files of earlier lives are counted.
    private var isCounted = false

    private struct Download {
        var bytes: Int64
        var expected: Int64?
        var wish: Wish?
        /// When it last had something to write; nil before it ever had.
        var moved: Duration?

        func hasStalled(now: Duration) -> Bool {
            guard wish == nil, let moved else { return false }
            return now - moved >= SpacePolicy.stall
        }
    }

    private struct Wish {
        var bytes: Int64
        var deadline: Duration
    }

    private struct Leaving {
        var bytes: Int64
        /// Of a photo that has to make room for others.
        var evictedUse: LastUse?
    }

    private struct Kept {
        var bytes: Int64
        var isWhole: Bool
        var isOpen: Bool
        /// By the wall clock, in an earlier life or this.
        var viewed: Int64
        var readers = 0
        var lastRead: Duration
        /// Grows from use to use; 0 before the first of this life.
        var lastUse: UInt64 = 0

        var use: LastUse { LastUse(number: lastUse, viewed: viewed) }
    }

    /// No file counts for more, so that sums of them stay numbers: somebody may plant one of 2^63 - 1 bytes.
    private static let longest: Int64 = 1 << 48

    init(limit: Int64) {
        self.limit = min(max(0, limit), Self.longest)
    }

    static func rounded(_ bytes: Int64) -> Int64 {
        (min(max(0, bytes), longest) + block - 1) / block * block
    }

    /// False for a photo that is passed through whatever is free.
    func fits(_ length: Int64) -> Bool {
        length <= limit && Self.rounded(length) <= limit
    }

    // MARK: Photos that are kept

    /// A whole photo of an earlier life.
    mutating func found(_ file: FileNumber, length: Int64, viewed: Int64, isOpen: Bool, now: Duration) {
        let bytes = Self.rounded(length)
        latestView = max(latestView, viewed)
        kept[file] = Kept(bytes: bytes, isWhole: true, isOpen: isOpen, viewed: viewed, lastRead: now)
        used += bytes
    }

    /// All files of earlier lives were found.
    mutating func counted(now: Duration) -> [Action] {
        isCounted = true
        return settle(now: now)
    }

    mutating func setOpen(_ isOpen: Bool, _ file: FileNumber, now: Duration) -> [Action] {
        kept[file]?.isOpen = isOpen
        return settle(now: now)
    }

    /// The file was viewed, by the wall clock. Returns the moment to remember, in whose order files are evicted.
    mutating func viewed(_ file: FileNumber, at moment: Int64) -> Int64 {
        let moment = inOrder(moment)
        kept[file]?.viewed = moment
        // A view is told when it is settled, and what was read meanwhile was read later.
        if kept[file]?.lastUse == 0 { noteUse(of: file) }
        return moment
    }

    /// The file was opened or read: it is evicted after those used before.
    mutating func noteUse(of file: FileNumber) {
        uses += 1
        kept[file]?.lastUse = uses
    }

    mutating func readBegan(_ file: FileNumber) {
        kept[file]?.readers += 1
    }

    mutating func readEnded(_ file: FileNumber, now: Duration) {
        guard let readers = kept[file]?.readers, readers > 0 else { return }
        kept[file]?.readers = readers - 1
        kept[file]?.lastRead = now
        noteUse(of: file)
    }

    /// The photo's bytes and last use, while it leaves to make room for others; nil of any other.
    func evicted(_ file: FileNumber) -> (bytes: Int64, use: LastUse)? {
        leaving[file].flatMap { leaving in leaving.evictedUse.map { (leaving.bytes, $0) } }
    }

    /// The bytes of what is here and was used after `use`, downloads with all that they will need.
    func bytes(usedAfter use: LastUse) -> Int64 {
        kept.values.lazy.filter { $0.use > use }.reduce(0) { $0 + $1.bytes }
            + downloads.values.reduce(0) { $0 + max($1.bytes, Self.rounded($1.expected ?? 0)) }
    }

    /// The file was found damaged, or is to be forgotten.
    mutating func remove(_ file: FileNumber) -> [Action] {
        leave(file) ? [.evict(file)] : []
    }

    /// The file is closed and gone.
    mutating func freed(_ file: FileNumber, now: Duration) -> [Action] {
        guard let bytes = leaving.removeValue(forKey: file)?.bytes else { return [] }
        leavingBytes -= bytes
        used -= bytes
        return settle(now: now)
    }

    // MARK: Downloads

    /// A download begins; `expected` is its length, where it is known.
    mutating func began(_ file: FileNumber, expected: Int64?) {
        downloads[file] = Download(bytes: 0, expected: expected)
    }

    /// Whether it has begun, and neither ended nor given way.
    func isDownload(_ file: FileNumber) -> Bool { downloads[file] != nil }

    /// The download wants to have written `length` bytes. Answered by `grant` or `giveWay`, at once or later.
    mutating func wish(_ file: FileNumber, length: Int64, now: Duration) -> [Action] {
        guard let download = downloads[file] else { return [] }
        downloads[file]?.moved = now
        guard length > download.bytes else { return [.grant(file)] }
        guard fits(length) else { return giveWay(file) }
        var bytes = (length + Self.step - 1) / Self.step * Self.step
        if let expected = download.expected, expected >= length { bytes = min(bytes, Self.rounded(expected)) }
        bytes = min(bytes, max(Self.rounded(length), limit / Self.block * Self.block))
        downloads[file]?.wish = Wish(bytes: bytes, deadline: now + Self.patience)
        return settle(now: now)
    }

    /// The download no longer waits for its wish.
    mutating func withdraw(_ file: FileNumber, now: Duration) -> [Action] {
        downloads[file]?.wish = nil
        return settle(now: now)
    }

    /// The download is whole and has become a photo.
    mutating func finished(_ file: FileNumber, length: Int64, viewed: Int64, isOpen: Bool, now: Duration) -> [Action] {
        keep(file, length: length, isWhole: true, viewed: inOrder(viewed), isOpen: isOpen, now: now)
    }

    /// Nobody wants the rest now; the bytes so far stay while there is room.
    mutating func paused(_ file: FileNumber, length: Int64, now: Duration) -> [Action] {
        keep(file, length: length, isWhole: false, viewed: 0, isOpen: false, now: now)
    }

    /// A paused download goes on. False when it was evicted.
    mutating func resumed(_ file: FileNumber, expected: Int64?) -> Bool {
        guard let partial = kept[file], !partial.isWhole else { return false }
        kept[file] = nil
        downloads[file] = Download(bytes: partial.bytes, expected: expected)
        return true
    }

    /// Time has passed: for each wish past its deadline one download gives way.
    mutating func tick(now: Duration) -> [Action] {
        var actions: [Action] = []
        for file in downloads.keys.sorted() {
            guard let wish = downloads[file]?.wish, wish.deadline <= now else { continue }
            let youngest = downloads.filter { $0.key > file && $0.value.bytes > 0 }.keys.max()
            if youngest != nil { downloads[file]?.wish?.deadline = now + Self.patience }
            actions += giveWay(youngest ?? file)
        }
        return actions + settle(now: now)
    }

    // MARK: Decisions

    private mutating func inOrder(_ moment: Int64) -> Int64 {
        let (earliest, isFarPast) = latestView.subtractingReportingOverflow(Self.clockSlack)
        let isBackwards = !isFarPast && moment < earliest
        let moment = isBackwards ? latestView + (latestView < .max ? 1 : 0) : moment
        latestView = max(latestView, moment)
        return moment
    }

    private mutating func keep(
        _ file: FileNumber, length: Int64, isWhole: Bool, viewed: Int64, isOpen: Bool, now: Duration
    ) -> [Action] {
        guard let download = downloads.removeValue(forKey: file) else { return [] }
        let bytes = min(Self.rounded(length), download.bytes)
        used -= download.bytes - bytes
        kept[file] = Kept(bytes: bytes, isWhole: isWhole, isOpen: isOpen, viewed: viewed, lastRead: now)
        noteUse(of: file)
        return settle(now: now)
    }

    private mutating func leave(_ file: FileNumber, evictedUse: LastUse? = nil) -> Bool {
        guard let bytes = downloads.removeValue(forKey: file)?.bytes ?? kept.removeValue(forKey: file)?.bytes else {
            return false
        }
        leaving[file] = Leaving(bytes: bytes, evictedUse: evictedUse)
        leavingBytes += bytes
        return true
    }

    private mutating func giveWay(_ file: FileNumber) -> [Action] {
        leave(file) ? [.giveWay(file)] : []
    }

    /// Meets the wishes that can be met, oldest download first, and evicts for the first that cannot.
    private mutating func settle(now: Duration) -> [Action] {
        guard isCounted else { return [] }
        var actions = evict(used - leavingBytes - limit, now: now)
        var promised = downloads.values.reduce(0) { $0 + $1.bytes }
        for file in downloads.keys.sorted() {
            guard let download = downloads[file] else { continue }
            if let wish = download.wish {
                let need = wish.bytes - download.bytes
                guard promised + need <= limit else { return actions + evictStalled(promised + need - limit, now: now) }
                guard used + need <= limit else {
                    return actions + evict(used + need - leavingBytes - limit, now: now)
                }
                used += need
                promised += need
                downloads[file]?.bytes = wish.bytes
                downloads[file]?.wish = nil
                // It stood still for want of room, not of bytes.
                downloads[file]?.moved = now
                actions.append(.grant(file))
            }
            guard !download.hasStalled(now: now) else { continue }
            let granted = downloads[file]?.bytes ?? 0
            promised += max(0, need(of: download, granted: granted) - granted)
        }
        return actions
    }

    /// What the download will take up in the end, as far as one can tell.
    private func need(of download: Download, granted: Int64) -> Int64 {
        if let expected = download.expected { return Self.rounded(expected) }
        return max(min(Self.assumedLength, limit / 4), granted + Self.step)
    }

    private mutating func evict(_ shortfall: Int64, now: Duration) -> [Action] {
        guard shortfall > 0 else { return [] }
        var shortfall = shortfall
        var actions: [Action] = []
        let candidates = kept.compactMap { file, kept in order(of: file, kept, now: now) }.sorted()
        for candidate in candidates where shortfall > 0 {
            let photo = kept[candidate.file]
            shortfall -= photo?.bytes ?? 0
            let isWhole = photo?.isWhole == true
            if leave(candidate.file, evictedUse: isWhole ? photo?.use : nil) { actions.append(.evict(candidate.file)) }
        }
        return actions
    }

    /// Makes downloads that have stalled give way, the longest still first, if that is enough.
    private mutating func evictStalled(_ shortfall: Int64, now: Duration) -> [Action] {
        let stalled = downloads.filter { $0.value.bytes > 0 && $0.value.hasStalled(now: now) }
        guard stalled.values.reduce(0, { $0 + $1.bytes }) >= shortfall else { return [] }
        var shortfall = shortfall
        var actions: [Action] = []
        let candidates = stalled.sorted { ($0.value.moved ?? .zero, $0.key) < ($1.value.moved ?? .zero, $1.key) }
        for (file, download) in candidates where shortfall > 0 {
            shortfall -= download.bytes
            actions += giveWay(file)
        }
        return actions
    }

    private struct Candidate: Comparable {
        var rank: Int
        var lastUse: UInt64
        var viewed: Int64
        var file: FileNumber

        static func < (left: Candidate, right: Candidate) -> Bool {
            (left.rank, left.lastUse, left.viewed, left.file) < (right.rank, right.lastUse, right.viewed, right.file)
        }
    }

    private func order(of file: FileNumber, _ kept: Kept, now: Duration) -> Candidate? {
        guard kept.readers == 0 else { return nil }
        if kept.isOpen {
            guard now - kept.lastRead >= Self.idle else { return nil }
            return Candidate(rank: 2, lastUse: kept.lastUse, viewed: kept.viewed, file: file)
        }
        return Candidate(rank: kept.isWhole ? 1 : 0, lastUse: kept.lastUse, viewed: kept.viewed, file: file)
    }
}
