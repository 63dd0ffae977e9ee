import Catalog
import HTTP
import LinuxProcess
import Logging
import PhotoCache
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

/// Brings what is missing of kept folders, after everything that a person waits for and within the hour's share; has it
/// confirmed, asks for its lists once a day, and drops what is no longer to be kept.
final class Keeper: Sendable {
    struct State {
        /// Nothing is tried before that time.
        var pausedUntil: Duration = .zero
        /// When what is kept was last looked through for what is to be confirmed.
        var confirmed: Duration?
        var isConfirming = false
        /// The lists that nobody had looked at, and when they were asked for.
        var renewed: [DirectoryKey: Duration] = [:]
        var isRenewing = false
        var isEnding = false
        /// Something is missing, and is tried again when the pause is over.
        var isWaiting = false
        /// When what failed by itself is tried again.
        var due: Duration?
        /// The lists that their source did not answer.
        var lists = Attempts<DirectoryKey>()
        /// The small renditions that their hosts do not have.
        var smalls = Attempts<ImageKey>()
        /// What the shelf has of kept photos in renditions that nobody reads now.
        var others: [PhotoID: [ImageKey]] = [:]
        /// What the photos take that are being fetched, in bytes.
        var taken: [PhotoID: Int64] = [:]
        /// The country of each place that was listed since the mount.
        var countries: [DirectoryKey: DirectoryKey] = [:]
        /// The places that had left their countries when the lists were last read.
        var departed: Set<DirectoryKey> = []

        func mustConfirm(at now: Duration) -> Bool {
            !isConfirming && confirmed.map { now - $0 >= Keeper.confirmPeriod } ?? true
        }
    }

    let folders: Folders
    let photos: ServedPhotos
    let time: ElapsedClock
    private let logger: Logger
    let state = Mutex(State())

    private static let pause = Duration.seconds(30)
    private static let look = Duration.seconds(1)
    private static let start = Duration.milliseconds(300)
    static let confirmPeriod = Duration.seconds(3600)
    /// The longest pause before a photo is tried again whose host fails, and one that its host has as no photo.
    static let (hour, day) = (Duration.seconds(3600), Duration.seconds(86_400))

    init(_ photos: ServedPhotos, clock: any Clock<Duration>, logger: Logger) {
        self.photos = photos
        self.logger = logger
        folders = photos.folders
        time = ElapsedClock(clock)
    }

    var keeping: Keeping { folders.keeping }
    var listings: Listings { folders.listings }

    /// Runs until `stop`.
    func run() async {
        guard keeping.shelf != nil else { return }
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in await wake() }
            for await _ in keeping.rings {
                guard !isEnding else { break }
                guard await asKeeper(.background, readWhatChanged) else { continue }
                // Beside the rest: a source may take seconds for each photo.
                if takeConfirmation() {
                    group.addTask { [self] in
                        await asKeeper(.crawling) {
                            await confirm()
                            await renewLists()
                        }
                    }
                }
                await asKeeper(.background, fetchWhatIsMissing)
            }
            group.cancelAll()
        }
    }

    private func asKeeper<Value>(_ priority: HTTPRequest.Priority, _ body: () async -> Value) async -> Value {
        let reader = ImageReader.Lookup { CallingProcess(id: 0, program: "placesfs keep") }
        return await HTTPRequest.Priority.$current.withValue(priority) {
            await ImageReader.$current.withValue(reader) { await body() }
        }
    }

    func stop() {
        state.withLock { $0.isEnding = true }
        keeping.finish()
    }

    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Rings now and then: what could not be fetched is tried again, and what is old confirmed.
    private func wake() async {
        // Whoever looks at the mount first waits for nothing of this.
        try? await time.sleep(for: Self.start)
        keeping.wake()
        while (try? await time.sleep(for: Self.look)) != nil {
            let now = time.elapsed
            let isDue = state.withLock { state in
                (state.pausedUntil <= now && (state.isWaiting || state.due.map { $0 <= now } ?? false))
                    || (state.confirmed != nil && state.mustConfirm(at: now))
            }
            if isDue { keeping.wake() }
        }
    }

    /// - Returns: Whether it is known what is to be kept.
    private func readWhatChanged() async -> Bool {
        await keeping.shelf?.counted(within: Self.pause)
        guard !keeping.folders.isEmpty || keeping.shelf?.usage.photos != 0 else { return false }
        // What left a list long ago is to be kept no more, though no list changed.
        if state.withLock({ $0.mustConfirm(at: time.elapsed) }) { keeping.outdate() }
        if keeping.takeAsked() {
            state.withLock { ($0.lists, $0.smalls) = (Attempts(), Attempts()) }
            keeping.outdate()
        }
        while keeping.takeOutdated(), !isEnding {
            // Another budget, or other photos: what was in vain before may succeed.
            state.withLock { $0.pausedUntil = .zero }
            do throws(CatalogError) {
                try await readLists()
            } catch {
                keeping.outdate()
                wait(Self.pause, "the state cannot be read")
                return false
            }
        }
        return true
    }

    private func fetchWhatIsMissing() async {
        let now = time.elapsed
        let isPaused = state.withLock { state in
            guard state.pausedUntil <= now else { return true }
            (state.isWaiting, state.due) = (false, nil)
            return false
        }
        guard !isPaused else { return }
        await askForLists()
        await fetch()
    }

    private func wait(_ pause: Duration, _ trouble: String?) {
        keeping.trouble = trouble
        let until = time.elapsed + pause
        state.withLock { state in
            state.pausedUntil = until
            state.isWaiting = true
        }
    }

    // MARK: Fetching

    /// A folder that was never listed has no photos to keep yet.
    private func askForLists() async {
        let unlisted = unlisted
        state.withLock { state in state.lists.forget { !unlisted.contains($0) } }
        for key in unlisted where !isEnding {
            guard let folder = folders.folder(key.listingKey) as? any Refreshed, folder.isThere,
                state.withLock({ $0.lists.isDue(key, at: time.elapsed) })
            else { continue }
            let error = await HTTPRequest.Priority.$current.withValue(.crawling) {
                await folder.refresh(within: .fromNow(listings.settings.timing.crawlWait))
            }
            guard let error else {
                state.withLock { $0.lists.forget(key) }
                continue
            }
            let sentence = listings.errors.sentence(of: error)
            if !error.isOfSource {
                state.withLock { $0.lists.failed(key, sentence, at: time.elapsed, upTo: Self.hour) }
            }
            if error.isOfSource || error.isSilence {
                wait(Self.pause, sentence)
                break
            }
        }
        if keeping.takeOutdated() { await readListsOrLater() }
    }

    private var unlisted: [DirectoryKey] {
        let known = keeping.lists
        return lists.filter { known[$0]?.changed == nil }
    }

    /// The photos that are listed and not here, in the order of their lists.
    private var missing: [PhotoID] {
        var seen: Set<PhotoID> = []
        let (all, images) = (keeping.lists, keeping.images)
        return lists.flatMap { all[$0]?.listed ?? [] }.filter {
            seen.insert($0).inserted && images[$0] != nil && !keeping.isComplete($0)
        }
    }

    private func fetch() async {
        guard let shelf = keeping.shelf, shelf.isCounted else {
            // Who counts rings nobody.
            return wait(Self.look, nil)
        }
        var rest = keeping.due(of: missing, at: time.elapsed)[...]
        guard !rest.isEmpty else {
            if state.withLock({ !$0.isWaiting }) { keeping.trouble = nil }
            return awaitNext()
        }
        let first = keeping.heldPhotos.intersection(rest)
        let atOnce = max(1, listings.settings.connections / 4)
        var isOutdated = false
        var isStopped = false
        await withTaskGroup(of: Outcome.self) { group in
            var running = 0
            func begin() {
                guard !isEnding, !keeping.isOutdated, let photo = rest.popFirst() else { return }
                running += 1
                group.addTask { [self] in await keep(photo, beside: first) }
            }
            group.addTask { [self] in await listAgain() }
            for _ in 0..<atOnce { begin() }
            while running > 0, let outcome = await group.next() {
                if case .listed = outcome {
                    // What is missing may be others now.
                    rest = []
                    isOutdated = true
                    group.addTask { [self] in await listAgain() }
                    continue
                }
                running -= 1
                switch outcome {
                // One that was under way when there was no room for another says nothing of the others.
                case .kept, .failed: if !isStopped { keeping.trouble = nil }
                case .unwanted, .listed: break
                case .full(let photo):
                    (rest, isStopped) = (smaller(rest, than: photo), true)
                    wait(shelf.isRefusedByDisk ? Self.pause : Self.confirmPeriod, fullWords(shelf))
                case .later(let sentence):
                    (rest, isStopped) = ([], true)
                    wait(Self.pause, sentence)
                }
                begin()
            }
            group.cancelAll()
        }
        if isOutdated {
            // What came while it was stopped is dropped.
            state.withLock { $0.pausedUntil = .zero }
            keeping.wake()
        }
        if keeping.isOutdated { keeping.wake() }
        awaitNext()
    }

    /// Notes when the first is tried again of what failed.
    private func awaitNext() {
        let (unlisted, photo) = (unlisted, keeping.nextTry(of: missing))
        state.withLock { state in
            state.due = [photo, state.lists.next(of: unlisted)].compactMap(\.self).min()
        }
    }

    /// Waits until what is to be kept has changed, and ends what is under way for nothing.
    private func listAgain() async -> Outcome {
        await keeping.awaitOutdated()
        guard !Task.isCancelled, keeping.takeOutdated() else { return .listed }
        state.withLock { $0.pausedUntil = .zero }
        do throws(CatalogError) {
            try await readLists()
            keeping.stopUnwanted()
        } catch {
            keeping.outdate()
            wait(Self.pause, "the state cannot be read")
            try? await time.sleep(for: Self.pause)
        }
        return .listed
    }

    /// The photos that may fit where one did not.
    private func smaller(_ photos: ArraySlice<PhotoID>, than photo: PhotoID) -> ArraySlice<PhotoID> {
        let coming = keeping.coming
        guard keeping.shelf?.isRefusedByDisk == false else { return [] }
        guard let bytes = coming[photo] else { return photos }
        return photos.filter { (coming[$0] ?? 0) < bytes }[...]
    }

    private func fullWords(_ shelf: PhotoCache) -> String {
        if shelf.isRefusedByDisk { return "the disk is full, or cannot be written" }
        return "\(ByteCount(shelf.usage.limit)) are used; more needs --keep-size"
    }
}
