internal import FoundationEssentials
internal import LinuxProcess
internal import Logging
internal import PhotoTree
internal import Synchronization
internal import Waiting

/// Scans the folder on a thread of its own, then waits for changes and scans what changed.
final class FolderScanner: Sendable {
    let state = ScanState()
    /// Given when the folder was opened, or could not be.
    let opened = Reply<Bool>()
    /// Given when the folder was scanned, or after a moment: then what was found so far is shown.
    let first = Reply<Bool>()
    /// Given when the folder was scanned.
    let whole = Reply<Bool>()
    /// Given when everything was looked at, and written.
    let complete = Reply<Bool>()
    /// Given when the thread ends; the index is closed then. Closed before, GRDB would give a scan that waits for a
    /// lock a connection that is none.
    let ended = Reply<Bool>()

    private let place: PictureRoot
    private let index: PhotoIndex
    private let makeReader: @Sendable () -> PhotoReader
    private let logger: Logger
    private let watch = FolderWatch()
    private let isStopped = Mutex(false)
    /// For how many seconds a file that is not there may come back.
    private let grace: Int64
    /// When everything is looked at again, after the index could not be written.
    private let retry = Mutex<Retry?>(nil)
    /// When photos were looked for last that had stayed away for too long.
    private let overdueTried = Mutex<ContinuousClock.Instant?>(nil)
    /// What the zip file was when it was scanned last.
    private let scanned = Mutex<String?>(nil)

    /// Programs copy for a while, and files of one kind come together.
    private static let calm: Int32 = 250
    private static let longestStorm = Duration.milliseconds(1_000)
    /// How often a folder is looked for that is not there.
    private static let absence: Int32 = 1_500
    /// In seconds: when photos are looked for again that could not be forgotten.
    private static let patience: Int64 = 30
    /// How long the first retry waits, and the last ones.
    private static let retries = (first: Duration.seconds(1), last: Duration.seconds(300))
    /// How long a first `ls` waits for a scan that may be over soon.
    private static let firstWait = Duration.milliseconds(500)

    init(
        _ place: PictureRoot, _ index: PhotoIndex, grace: Int64, logger: Logger,
        reader: @escaping @Sendable () -> PhotoReader
    ) {
        self.grace = grace
        (self.place, self.index, self.logger, makeReader) = (place, index, logger, reader)
    }

    func begin() throws(Errno) {
        try NamedThread("folder-scan") { [self] in
            run()
            index.close()
            ended.give(true)
        }.detach()
    }

    func stop() {
        isStopped.withLock { $0 = true }
        watch.wake()
        opened.give(false)
        first.give(true)
        whole.give(true)
        complete.give(true)
    }

    /// Looks at everything again, where changes are not seen by themselves; or anyway, when a person asks: during a
    /// scan, which may have passed what is new, after it.
    func lookAgain(isAsked: Bool = false) {
        let facts = state.facts
        guard isAsked || facts.unwatched != nil && !facts.isScanning else { return }
        state.update { $0.isScanning = true }
        watch.wake()
    }

    // MARK: On the thread

    private var isOver: Bool { isStopped.withLock(\.self) }

    private func run() {
        let reader = makeReader()
        // An earlier mount may have been killed between what it found and what it showed.
        let isShown = (try? index.isShown()) ?? false
        var watches = WatchedFolders(watch)
        // Before the scan: what is mounted during it, or right behind it, is another one then.
        var mounts = mountsBelow()
        scanAll(reader, &watches)
        first.give(true)
        whole.give(true)
        if !isShown { state.tell(SourceChange(places: nil)) }
        while !isOver {
            let isThere = state.facts.offline == nil
            var news = watch.wait(milliseconds: isThere ? untilNext : Self.absence)
            guard isThere else {
                // It may have come back, in whatever way.
                if root() != nil { scanAll(reader, &watches) }
                continue
            }
            if news.isEmpty {
                overdueTried.withLock { $0 = .now }
                // Some that were not there have stayed away for too long.
                if place.isZip || isRetryDue {
                    scanAll(reader, &watches)
                } else {
                    scan(overdueFolders, [], reader, &watches)
                }
                continue
            }
            let began = ContinuousClock.now
            while !news.isRung, ContinuousClock.now - began < Self.longestStorm {
                let more = watch.wait(milliseconds: Self.calm)
                guard !more.isEmpty else { break }
                news.add(more)
            }
            guard !isOver else { return }
            let isRootGone = news.ended.union(news.moved).contains { watches.path(of: $0) == [] }
            let folders = news.changed.union(news.ended).compactMap { watches.path(of: $0) }
            let moved = news.moved.compactMap { watches.path(of: $0) }
            watches.forget(from: moved)
            for number in news.ended { watches.forget(number) }
            // A disk comes and goes without an event of the folder that it is mounted on.
            var others: [[UInt8]] = []
            if news.areMountsOthers || !moved.isEmpty {
                let now = mountsBelow()
                others = now.symmetricDifference(mounts).map(\.path)
                // In a folder that was renamed: else the disk would be missed where it was.
                // Its number alone says nothing: a disk that comes gets that of one that went.
                for mount in mounts
                where moved.contains(where: { mount.path.isAt($0) })
                    && now.contains(where: { $0.id == mount.id && $0.path != mount.path })
                {
                    try? index.note(mount: mount.path, isThere: false)
                }
                mounts = now
            }
            if news.isRung || news.isOverflown || isRootGone || isRetryDue || others.contains([]) {
                scanAll(reader, &watches)
            } else if !folders.isEmpty || !others.isEmpty {
                scan((folders + others).sorted { $0.count < $1.count }, moved + others, reader, &watches)
            }
        }
    }

    /// For how many milliseconds the first photo that is not there may still come back; -1 when there is none.
    private var untilGone: Int32 {
        guard let first = try? index.firstAway(), first > 0 else { return -1 }
        let left = first + grace - Int64(Date().timeIntervalSince1970)
        guard left <= 0 else { return Int32(clamping: min(left, grace) * 1_000) }
        // One that cannot be forgotten now, as in an unreadable folder, keeps nobody busy.
        let pause = overdueTried.withLock(\.self).map { $0 + .seconds(Self.patience) - .now } ?? .zero
        return Int32(max(1, pause / .milliseconds(1)))
    }

    /// Where photos lay that have stayed away for too long. They may be back without an event, as on another machine.
    private var overdueFolders: [[UInt8]] {
        let now = Int64(Date().timeIntervalSince1970)
        return Set(((try? index.overdue(before: now - grace, now: now)) ?? []).map(\.path.pathFolder)).sorted {
            $0.count < $1.count
        }
    }

    /// For how many milliseconds nothing is to be done; -1 for ever.
    private var untilNext: Int32 {
        let gone = untilGone
        guard let retry = retry.withLock(\.self) else { return gone }
        let left = Int32(max(0, (retry.at - .now) / .milliseconds(1)).rounded(.up))
        return gone < 0 ? left : min(gone, left)
    }

    private struct Retry {
        var at: ContinuousClock.Instant
        var pause: Duration
    }

    private var isRetryDue: Bool { retry.withLock { $0.map { $0.at <= .now } ?? false } }

    private struct MountBelow: Hashable {
        var path: [UInt8]
        var id: Int
    }

    /// What the folder lies on, and what is mounted below.
    private func mountsBelow() -> Set<MountBelow> {
        let root = Array(place.path.utf8)
        let table = MountTable.now()
        let mounts = table.mounts.filter { Array($0.mountpoint.utf8).isAt(root) }
        let below = mounts.map { MountBelow(path: Array($0.mountpoint.utf8.dropFirst(root.count + 1)), id: $0.id) }
            .filter { !$0.path.isHidden }
        return Set(below + [table.mount(of: place.path)].compactMap(\.self).map { MountBelow(path: [], id: $0.id) })
    }

    /// The folder, if it is there. An empty folder in its place is what a stick leaves that was pulled out.
    private func root() -> (any PictureFolder)? {
        do throws(DiskError) {
            let folder = try place.open()
            let inode = folder.status?.inode ?? 0
            if !place.isZip, try folder.names().areHidden, let known = try? index.rootInode(), known != inode,
                (try? index.counts().photos) ?? 0 > 0
            {
                state.update { $0.offline = "\(place.path) is empty, as if nothing were mounted there" }
                return nil
            }
            return folder
        } catch {
            let text = "\(place.path): \(error.text)"
            state.update { $0.offline = text }
            return nil
        }
    }

    private func scanAll(_ reader: PhotoReader, _ watches: inout WatchedFolders) {
        let wasOffline = state.facts.offline != nil
        let counts = try? index.counts()
        state.update { facts in
            facts = facts.begunAnew
            facts.counts = counts ?? FolderCounts()
        }
        let folder = root()
        opened.give(folder != nil)
        guard let root = folder else {
            state.update { $0.isScanning = false }
            if !wasOffline { state.tell(SourceChange(places: nil)) }
            return
        }
        // Events may have been lost: what is known of paths is only what is found now.
        watches.begin()
        if place.isZip, let folder = place.watched { watches.add([], folder) }
        let refused = root.refused
        state.update { $0.refused = refused }
        let isWhole = work(root, reader, &watches) { scan throws in try scan.scanAll(from: []) } && !isOver
        if isWhole {
            if let inode = root.status?.inode { try? index.setRootInode(inode) }
            retry.withLock { $0 = nil }
            state.update { $0.trouble = nil }
            complete.give(true)
        }
        let stamp = place.isZip ? root.status?.stamp : nil
        scanned.withLock { $0 = stamp }
        noteWatching(watches)
        state.update { $0.isScanning = false }
        if wasOffline { state.tell(SourceChange(places: nil)) }
    }

    /// Looks at folders where something changed, and at all below those that are `others` than before.
    private func scan(
        _ folders: [[UInt8]], _ others: [[UInt8]], _ reader: PhotoReader, _ watches: inout WatchedFolders
    ) {
        guard let root = root() else {
            state.tell(SourceChange(places: nil))
            return
        }
        // Something else in the zip file's folder, perhaps.
        guard !place.isZip else {
            if root.status?.stamp != scanned.withLock(\.self) { scanAll(reader, &watches) }
            return
        }
        let (known, tops) = (watches.paths, Set(others))
        work(root, reader, &watches) { scan throws in
            try scan.scan(folders, whole: others) { path in !known.contains(path) || path.isAt(oneOf: tops) }
        }
        noteWatching(watches)
    }

    /// Says why changes are not seen by themselves, if they are not.
    private func noteWatching(_ watches: WatchedFolders) {
        let reason = watches.refusal ?? MountTable.now().remoteness(of: place.path)
        state.update { $0.unwatched = reason }
    }

    /// - Returns: Whether all that was found could be written; else everything is looked at again after a pause.
    @discardableResult
    private func work(
        _ root: any PictureFolder, _ reader: PhotoReader, _ watches: inout WatchedFolders,
        _ body: (inout FolderScan) throws -> Void
    ) -> Bool {
        let began = ContinuousClock.now
        let added = Mutex(watches)
        var scan = FolderScan(
            root, index, reader, state, grace: grace, isOurs: Self.isOurs,
            enter: { path, folder in
                if let folder = folder as? DiskFolder { added.withLock { $0.add(path, folder) } }
            },
            passing: { [first] in
                if ContinuousClock.now - began > Self.firstWait { first.give(true) }
            },
            isStopped: { [self] in isOver })
        defer {
            if (try? index.takeChangeByOthers()) == true { state.tell(SourceChange(places: nil)) }
            watches = added.withLock(\.self)
            watches.endFormer()
        }
        do {
            try body(&scan)
            return true
        } catch {
            let text = "\(error)"
            if state.facts.trouble != text {
                logger.error("the index of photos cannot be written", metadata: ["cause": "\(text)"])
            }
            state.update { $0.trouble = text }
            retry.withLock { retry in
                let pause = retry.map { min($0.pause * 2, Self.retries.last) } ?? Self.retries.first
                retry = Retry(at: .now + pause, pause: pause)
            }
            return false
        }
    }

    /// Whether a mount of this program lies on a device.
    private static func isOurs(_ device: UInt64) -> Bool {
        let name = MountTable.device(device)
        return MountTable.now().mounts.contains { $0.type == "fuse.placesfs" && $0.device == name }
    }
}
