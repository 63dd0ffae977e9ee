/// Decides which files may take up space in the cache, so that together they never exceed `limit`, at any instant.
///
/// A download reserves space in steps before it writes. Space comes from free space, then from evicting: paused
/// downloads, then closed photos, least recently used first, then open photos that nobody reads. Older downloads go
/// first: a younger one gets only what the older ones will not need, as far as lengths are known, so that no two block
/// each other half-way. When a wish stays unmet, the youngest download that holds space gives way; when no younger one
/// does, the wishing download gives way itself. An evicted file counts until it is closed.
///
/// A value without input and output: events go in, actions for the cache come out. All times are of one `ElapsedClock`.
struct SpacePolicy: Sendable {
    enum Action: Hashable, Sendable {
        /// The file's wish is met: it may write.
        case grant(FileNumber)
        /// Remove the file, then tell `freed`.
        case evict(FileNumber)
        /// Stop the download (its photo is passed through) and remove its file, then tell `freed`.
        case giveWay(FileNumber)
    }

    /// The space of a file is rounded up to a multiple of this, as on most disks.
    static let block: Int64 = 4 << 10
    /// What a download reserves at a time.
    static let step: Int64 = 64 << 10
    /// How long a wish waits before the youngest download gives way.
    static let patience: Duration = .seconds(5)
    /// The assumed length of a download of unknown length: ample for a photo of 1024 pixels.
    static let assumedLength: Int64 = 512 << 10
    /// An open photo that was not read for this long counts as unread: a program that reads through a file pauses only
    /// milliseconds between two reads.
    static let idle: Duration = .seconds(1)
    /// A download that had nothing to write for this long has stalled.
    static let stall: Duration = .seconds(1)
    /// A view is reported within seconds. One that lies more nanoseconds than this before the latest known view comes
    /// from a clock that was set back, and counts as the newest.
    static let clockSlack: Int64 = 3_600_000_000_000

    let limit: Int64
    /// Whether whole photos are evicted to make room. If not, a download for which there is no room gives way.
    private let evictsPhotos: Bool
    /// Bytes taken up or reserved, including those of leaving files.
    private(set) var used: Int64 = 0
    private var downloads: [FileNumber: Download] = [:]
    private var kept: [FileNumber: Kept] = [:]
    private var order = EvictionOrder()
    private var leaving: [FileNumber: Leaving] = [:]
    private var leavingBytes: Int64 = 0
    /// When the most recently viewed photo was viewed, in nanoseconds since 1970.
    private var latestView = Int64.min
    private var uses: UInt64 = 0
    /// Nothing is granted before the files that earlier processes left are counted.
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
        /// The last use of a photo that is evicted to make room for others.
        var evictedUse: LastUse?
    }

    private struct Kept {
        var bytes: Int64
        var isWhole: Bool
        var isOpen: Bool
        /// By the wall clock, by this process or an earlier one.
        var viewed: Int64
        var readers = 0
        var lastRead: Duration
        /// Grows with every use; 0 before this process first uses the photo.
        var lastUse: UInt64 = 0

        var use: LastUse { LastUse(number: lastUse, viewed: viewed) }
    }

    /// No file counts for more, so that sums cannot overflow: somebody may plant a file of 2^63 - 1 bytes.
    private static let longest: Int64 = 1 << 48

    init(limit: Int64, evictsPhotos: Bool = true) {
        self.limit = min(max(0, limit), Self.longest)
        self.evictsPhotos = evictsPhotos
    }

    /// Bytes that nothing takes up, and that no download will need, as far as one can tell; below zero where more was
    /// found than the limit.
    var room: Int64 {
        limit - used - downloads.values.reduce(0) { $0 + max(0, need(of: $1, granted: $1.bytes) - $1.bytes) }
    }

    static func rounded(_ bytes: Int64) -> Int64 {
        (min(max(0, bytes), longest) + block - 1) / block * block
    }

    /// False for a photo that must be passed through even when all space is free.
    func fits(_ length: Int64) -> Bool {
        length <= limit && Self.rounded(length) <= limit
    }

    // MARK: Photos that are kept

    /// A whole photo that an earlier process left was found.
    mutating func found(_ file: FileNumber, length: Int64, viewed: Int64, isOpen: Bool, now: Duration) {
        let bytes = Self.rounded(length)
        latestView = max(latestView, viewed)
        kept[file] = Kept(bytes: bytes, isWhole: true, isOpen: isOpen, viewed: viewed, lastRead: now)
        putInOrder(file)
        used += bytes
    }

    /// All files that earlier processes left were found.
    mutating func counted(now: Duration) -> [Action] {
        isCounted = true
        return makeRoom(now: now)
    }

    mutating func setOpen(_ isOpen: Bool, _ file: FileNumber, now: Duration) -> [Action] {
        kept[file]?.isOpen = isOpen
        if !isOpen { putInOrder(file) }
        return makeRoom(now: now)
    }

    /// The file was viewed, by the wall clock. Returns the moment to store, which determines the order of eviction.
    mutating func viewed(_ file: FileNumber, at moment: Int64) -> Int64 {
        let moment = inOrder(moment)
        kept[file]?.viewed = moment
        // A view is reported late, once it is certain: files read meanwhile were used later.
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

    /// The photo's bytes and last use, while it leaves to make room for others; nil for any other file.
    func evicted(_ file: FileNumber) -> (bytes: Int64, use: LastUse)? {
        leaving[file].flatMap { leaving in leaving.evictedUse.map { (leaving.bytes, $0) } }
    }

    /// The bytes of photos here that were used after `use`, and of downloads with all the space that they will need.
    func bytes(usedAfter use: LastUse) -> Int64 {
        kept.values.lazy.filter { $0.use > use }.reduce(0) { $0 + $1.bytes }
            + downloads.values.reduce(0) { $0 + max($1.bytes, Self.rounded($1.expected ?? 0)) }
    }

    /// The file was found damaged, or must be forgotten.
    mutating func remove(_ file: FileNumber) -> [Action] {
        leave(file) ? [.evict(file)] : []
    }

    /// The file is closed and gone.
    mutating func freed(_ file: FileNumber, now: Duration) -> [Action] {
        guard let bytes = leaving.removeValue(forKey: file)?.bytes else { return [] }
        leavingBytes -= bytes
        used -= bytes
        return makeRoom(now: now)
    }

    // MARK: Downloads

    /// A download begins; `expected` is its length, where it is known.
    mutating func began(_ file: FileNumber, expected: Int64?) {
        downloads[file] = Download(bytes: 0, expected: expected)
    }

    /// Whether the download has begun, and neither ended nor given way.
    func isDownload(_ file: FileNumber) -> Bool { downloads[file] != nil }

    /// The download asks to write up to `length` bytes in all. It is answered by `grant` or `giveWay`, at once or
    /// later.
    mutating func wish(_ file: FileNumber, length: Int64, now: Duration) -> [Action] {
        guard let download = downloads[file] else { return [] }
        downloads[file]?.moved = now
        guard length > download.bytes else { return [.grant(file)] }
        guard fits(length) else { return giveWay(file) }
        var bytes = (length + Self.step - 1) / Self.step * Self.step
        if let expected = download.expected, expected >= length { bytes = min(bytes, Self.rounded(expected)) }
        bytes = min(bytes, max(Self.rounded(length), limit / Self.block * Self.block))
        downloads[file]?.wish = Wish(bytes: bytes, deadline: now + Self.patience)
        return makeRoom(now: now)
    }

    /// The download withdraws its wish.
    mutating func withdraw(_ file: FileNumber, now: Duration) -> [Action] {
        downloads[file]?.wish = nil
        return makeRoom(now: now)
    }

    /// The download is whole and becomes a photo.
    mutating func finished(_ file: FileNumber, length: Int64, viewed: Int64, isOpen: Bool, now: Duration) -> [Action] {
        store(file, length: length, isWhole: true, viewed: inOrder(viewed), isOpen: isOpen, now: now)
    }

    /// Nobody wants the rest now; the bytes present stay while there is room.
    mutating func paused(_ file: FileNumber, length: Int64, now: Duration) -> [Action] {
        store(file, length: length, isWhole: false, viewed: 0, isOpen: false, now: now)
    }

    /// A paused download goes on. False when it was evicted.
    mutating func resumed(_ file: FileNumber, expected: Int64?) -> Bool {
        guard let partial = kept[file], !partial.isWhole else { return false }
        kept[file] = nil
        downloads[file] = Download(bytes: partial.bytes, expected: expected)
        return true
    }

    /// Checks the deadlines: for each wish past its deadline one download gives way.
    mutating func tick(now: Duration) -> [Action] {
        var actions: [Action] = []
        for file in downloads.keys.sorted() {
            guard let wish = downloads[file]?.wish, wish.deadline <= now else { continue }
            let youngest = downloads.filter { $0.key > file && $0.value.bytes > 0 }.keys.max()
            if youngest != nil { downloads[file]?.wish?.deadline = now + Self.patience }
            actions += giveWay(youngest ?? file)
        }
        return actions + makeRoom(now: now)
    }

    // MARK: Decisions

    private mutating func inOrder(_ moment: Int64) -> Int64 {
        let (earliest, isFarPast) = latestView.subtractingReportingOverflow(Self.clockSlack)
        let isBackwards = !isFarPast && moment < earliest
        let moment = isBackwards ? latestView + (latestView < .max ? 1 : 0) : moment
        latestView = max(latestView, moment)
        return moment
    }

    private mutating func store(
        _ file: FileNumber, length: Int64, isWhole: Bool, viewed: Int64, isOpen: Bool, now: Duration
    ) -> [Action] {
        guard let download = downloads.removeValue(forKey: file) else { return [] }
        let bytes = min(Self.rounded(length), download.bytes)
        used -= download.bytes - bytes
        kept[file] = Kept(bytes: bytes, isWhole: isWhole, isOpen: isOpen, viewed: viewed, lastRead: now)
        noteUse(of: file)
        putInOrder(file)
        return makeRoom(now: now)
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

    /// Grants wishes, oldest download first, and evicts for the first wish that does not fit.
    private mutating func makeRoom(now: Duration) -> [Action] {
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
                // It waited for room, not for bytes.
                downloads[file]?.moved = now
                actions.append(.grant(file))
            }
            guard !download.hasStalled(now: now) else { continue }
            let granted = downloads[file]?.bytes ?? 0
            promised += max(0, need(of: download, granted: granted) - granted)
        }
        return actions
    }

    /// The space that the download will need in the end, as far as one can tell.
    private func need(of download: Download, granted: Int64) -> Int64 {
        if let expected = download.expected { return Self.rounded(expected) }
        return max(min(Self.assumedLength, limit / 4), granted + Self.step)
    }

    private mutating func evict(_ shortfall: Int64, now: Duration) -> [Action] {
        guard shortfall > 0 else { return [] }
        var shortfall = shortfall
        var actions: [Action] = []
        // Files that are in use just now.
        var spared: [EvictionOrder.Place] = []
        while shortfall > 0, let place = order.takeFirst() {
            guard let kept = kept[place.file], let present = self.place(of: place.file) else { continue }
            guard present <= place else {
                order.insert(present)
                continue
            }
            guard isIdle(kept, now: now) else {
                spared.append(present)
                continue
            }
            shortfall -= kept.bytes
            if leave(place.file, evictedUse: kept.isWhole ? kept.use : nil) { actions.append(.evict(place.file)) }
        }
        spared.forEach { order.insert($0) }
        return actions
    }

    /// Makes stalled downloads give way, longest stalled first, if that frees enough.
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

    /// Puts a file into the order of eviction, in which it may stand already, later.
    private mutating func putInOrder(_ file: FileNumber) {
        guard let place = place(of: file) else { return }
        order.insert(place)
        // Of files that left, or go earlier than they did, the order has places that mean nothing.
        if order.count > 2 * kept.count + 64 { order = EvictionOrder(kept.keys.compactMap { self.place(of: $0) }) }
    }

    /// nil for a file that is not evicted.
    private func place(of file: FileNumber) -> EvictionOrder.Place? {
        guard let kept = kept[file], evictsPhotos || !kept.isWhole else { return nil }
        return EvictionOrder.Place(rank: kept.isOpen ? 2 : kept.isWhole ? 1 : 0, use: kept.use, file: file)
    }

    private func isIdle(_ kept: Kept, now: Duration) -> Bool {
        kept.readers == 0 && (!kept.isOpen || now - kept.lastRead >= Self.idle)
    }
}
