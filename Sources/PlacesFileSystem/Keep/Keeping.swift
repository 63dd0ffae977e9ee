import Catalog
import FUSE
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// Which folders are kept offline, and how far that is. `Keeper` brings what is missing.
final class Keeping: Sendable {
    private struct Table {
        /// Those that the user keeps, in their order.
        var folders: [DirectoryKey]
        /// Those that are kept by definition, without a row in the catalog.
        var held: [DirectoryKey] = []
        /// The lists of all these, as they were last read.
        var lists: [DirectoryKey: KeptList] = [:]
        /// The keys that these are stored under.
        var stored: Set<DirectoryKey> = []
        /// The photos in the lists of `held`.
        var heldPhotos: Set<PhotoID> = []
        /// Which image each kept photo is read from; nil of one that has none.
        var images: [PhotoID: String] = [:]
        /// The photos of which nothing is missing, as far as the shelf still has them.
        var complete: Set<PhotoID> = []
        /// What the others will take, in bytes.
        var coming = ComingPhotos()
        /// What those will take that were let into an album since the lists were read, and whether they are in it by
        /// now.
        var promised: [PhotoID: (bytes: Int64, isThere: Bool)] = [:]
        /// Those of them that were in it when the lists began to be read.
        var isBeingRead: Set<PhotoID>?
        /// Those that are being fetched, and what ends that.
        var running: [PhotoID: @Sendable () -> Void] = [:]
        /// The photos that could not be had.
        var failures = Attempts<PhotoID>()
        /// Why nothing is fetched at the moment.
        var trouble: String?
        /// A user has asked for what failed.
        var isAsked = false
        /// Something changed since the lists were read.
        var isOutdated = true
        /// Which lists changed since; nil: any may have.
        var touched: Set<DirectoryKey>?
        /// Who waits for that.
        var watcher: Reply<Void>?

        mutating func forgetFailures() {
            failures.forget { _ in true }
            (trouble, isAsked) = (nil, true)
        }

        /// What photos will take that are none of these and not here yet, in bytes.
        func awaited(besides photos: Set<PhotoID>) -> Int64 {
            // Those that have come into a list since are in both. What is under way may not have taken its room yet.
            let promised = promised.filter { !photos.contains($0.key) && coming[$0.key] == nil }
            return coming.bytes(besides: photos) + promised.values.reduce(0) { $0 + $1.bytes }
        }
    }

    let shelf: PhotoCache?
    /// Folders are kept one at a time, each beside those before.
    let order = AsyncMutex()
    private let table: Mutex<Table>
    private let (bells, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `shelf` is where kept photos lie; nil where none are kept.
    init(_ folders: [DirectoryKey], shelf: PhotoCache?) {
        self.shelf = shelf
        table = Mutex(Table(folders: folders))
    }

    // MARK: Folders

    /// All folders that are kept, in their order.
    var folders: [DirectoryKey] { table.withLock { $0.folders + $0.held } }

    /// Those that are kept by definition: their photos were told that there is room for them.
    var held: [DirectoryKey] { table.withLock { $0.held } }

    /// Whether the folder itself is kept.
    func isKept(_ key: DirectoryKey) -> Bool {
        table.withLock { $0.folders.contains(key) || $0.held.contains(key) }
    }

    /// Keeps a folder. Until its lists are read, `coming` says what its photos will take that are not here yet, in
    /// bytes.
    func add(_ key: DirectoryKey, coming: [PhotoID: Int64] = [:]) {
        change { table in
            if !table.folders.contains(key) { table.folders.append(key) }
            table.coming.add(coming)
            table.forgetFailures()
        }
    }

    /// A user who asks has everything tried again.
    func tryAgain() { change { $0.forgetFailures() } }

    /// Whether everything is to be tried again; the next call answers false until somebody asks.
    func takeAsked() -> Bool {
        table.withLock { table in
            defer { table.isAsked = false }
            return table.isAsked
        }
    }

    /// Keeps a folder no more; its lists need no room from now on.
    func remove(_ key: DirectoryKey, with lists: [DirectoryKey]) {
        change { table in
            table.folders.removeAll { $0 == key }
            for photo in lists.flatMap({ table.lists[$0]?.listed ?? [] }) { table.coming[photo] = nil }
            // Other kept lists may have some of them.
            table.touched = nil
        }
    }

    /// Keeps a list of photos by definition, without a row of its own, until the folder is gone: for folders that are
    /// always kept.
    func hold(_ key: DirectoryKey) {
        change { if !$0.held.contains(key) { $0.held.append(key) } }
    }

    private func change(_ change: (inout Table) -> Void) {
        let watcher = table.withLock { table in
            change(&table)
            table.isOutdated = true
            return table.watcher.take()
        }
        watcher?.give(())
        bell.yield()
    }

    /// Called for each change of the tree.
    func changed(_ change: TreeChange) {
        let (rings, watcher) = table.withLock { table -> (Bool, Reply<Void>?) in
            guard !table.folders.isEmpty || !table.held.isEmpty else { return (false, nil) }
            let before = table.folders.count + table.held.count
            let isOver = change.ends
            table.folders.removeAll(where: isOver)
            table.held.removeAll(where: isOver)
            let touched = change.listings.map(\.listing.directory) + change.gone + change.emptied
            // A country's places come and go with its names.
            let isOurs =
                table.isBeingRead != nil || before != table.folders.count + table.held.count
                || touched.contains { table.lists[$0] != nil || table.stored.contains($0) }
                || change.names.keys.contains { table.folders.contains($0) }
            guard isOurs else { return (false, nil) }
            table.isOutdated = true
            table.touched?.formUnion(touched)
            return (true, table.watcher.take())
        }
        watcher?.give(())
        if rings { bell.yield() }
    }

    // MARK: For the keeper

    /// Comes when there may be something to do.
    var rings: AsyncStream<Void> { bells }
    func wake() { bell.yield() }
    func finish() { bell.finish() }

    /// Whether the lists must be read again; the next call answers false until something changes.
    func takeOutdated() -> Bool {
        table.withLock { table in
            defer { table.isOutdated = false }
            return table.isOutdated
        }
    }

    var isOutdated: Bool { table.withLock { $0.isOutdated } }

    /// Returns when the lists must be read again, or the calling task is cancelled. One waits at a time.
    func awaitOutdated() async {
        let reply = Reply<Void>()
        let isOutdated = table.withLock { table in
            table.watcher = reply
            return table.isOutdated
        }
        if !isOutdated { await reply.value(ifCancelled: ()) }
    }

    func outdate() {
        table.withLock { table in
            table.isOutdated = true
            // A reading that failed is over.
            table.isBeingRead = nil
            table.touched = nil
        }
    }

    /// Called before the lists are read, which `take` ends.
    ///
    /// - Returns: The lists that changed since the last call; nil: any may have.
    func takeTouched() -> Set<DirectoryKey>? {
        table.withLock { table in
            table.isBeingRead = Set(table.promised.filter(\.value.isThere).keys)
            defer { table.touched = [] }
            return table.touched
        }
    }

    /// The photos of which nothing was missing when that was last looked at.
    var complete: Set<PhotoID> { table.withLock { $0.complete } }

    /// What the photos will take that are not here yet, in bytes.
    var coming: [PhotoID: Int64] { table.withLock { $0.coming.bytes } }

    /// Takes the lists of all kept folders, which image each of their photos is read from, of which photos nothing is
    /// missing, and how many bytes the others will take.
    func take(
        _ lists: [DirectoryKey: KeptList], _ images: [PhotoID: String], complete: Set<PhotoID>,
        coming: [PhotoID: Int64]
    ) {
        table.withLock { table in
            table.lists = lists
            table.stored = Set(lists.keys.map(\.listingKey))
            table.heldPhotos = Set(table.held.flatMap { lists[$0]?.listed ?? [] })
            table.images = images
            table.complete = complete
            table.coming = ComingPhotos(coming)
            let read = table.isBeingRead.take() ?? []
            table.promised = table.promised.filter { images[$0.key] == nil && !read.contains($0.key) }
            table.failures.forget { images[$0] == nil }
        }
        shelf?.want(Set(images.keys))
    }

    var lists: [DirectoryKey: KeptList] { table.withLock { $0.lists } }
    /// The image that each kept photo is read from.
    var images: [PhotoID: String] { table.withLock { $0.images } }

    /// The photo is on the shelf, read from this image.
    func arrived(_ photo: PhotoID, as image: String) {
        table.withLock { if $0.images[photo] != nil { $0.images[photo] = image } }
    }

    /// All that belongs to the photo is on the shelf too.
    func completed(_ photo: PhotoID) {
        table.withLock { table in
            guard table.images[photo] != nil else { return }
            table.complete.insert(photo)
            table.coming[photo] = nil
            table.promised[photo] = nil
            table.failures.forget(photo)
        }
    }

    func isComplete(_ photo: PhotoID) -> Bool {
        table.withLock { $0.complete.contains(photo) } && holds(photo)
    }

    /// - Returns: False for a photo that is to be kept no more.
    func begins(_ photo: PhotoID, stop: @escaping @Sendable () -> Void) -> Bool {
        table.withLock { table in
            guard table.images[photo] != nil else { return false }
            table.running[photo] = stop
            return true
        }
    }

    func ended(_ photo: PhotoID) { table.withLock { $0.running[photo] = nil } }
    /// Whether it is fetched because it is kept.
    func isBeingKept(_ photo: PhotoID) -> Bool { table.withLock { $0.running[photo] != nil } }

    /// Ends what is under way of photos that are to be kept no more.
    func stopUnwanted() {
        let stops = table.withLock { table in table.running.filter { table.images[$0.key] == nil }.values }
        for stop in stops { stop() }
    }

    // MARK: Room

    /// How much room there is for a photo that is to be in an album.
    enum Room: Equatable {
        /// It is promised to the photo from now on, until that has come or `redeem`.
        case promised
        case promisedBefore
        /// So many bytes are promised to others that too few are left.
        case full(Int64)
    }

    /// Promises room for a photo that is to be in an album.
    ///
    /// - Parameters:
    ///   - photo: A photo that the shelf does not have.
    ///   - bytes: What it will take.
    ///   - free: What the shelf's budget leaves beside what it has, in bytes.
    /// - Returns: Whether there is room.
    func promise(_ photo: PhotoID, _ bytes: Int64, within free: Int64) -> Room {
        table.withLock { table in
            let others = table.awaited(besides: [photo])
            // What is in an album got its room when it came there; other kept lists may grow beyond the budget.
            let hasRoom = table.heldPhotos.contains(photo) || table.promised[photo] != nil
            guard hasRoom || bytes <= free - others else { return .full(others) }
            guard table.promised[photo] == nil else { return .promisedBefore }
            table.promised[photo] = (bytes, false)
            return .promised
        }
    }

    /// The photos of albums, which were promised their room.
    var heldPhotos: Set<PhotoID> { table.withLock { $0.heldPhotos } }

    /// What photos will take that are none of these and not here yet, in bytes.
    func awaited(besides photos: Set<PhotoID>) -> Int64 { table.withLock { $0.awaited(besides: photos) } }

    /// The photo is in the album now, or did not come into it.
    func redeem(_ photo: PhotoID, isThere: Bool) {
        table.withLock { table in
            if isThere { table.promised[photo]?.isThere = true } else { table.promised[photo] = nil }
        }
    }

    /// What a photo usually takes whose length nobody knows, in bytes; what stat(2) tells of it is more than nearly all
    /// have.
    static func usualSize(width: Int, height: Int) -> Int64 {
        let pixels = Int64(width) * Int64(height)
        return pixels > 0 ? pixels * 2 / 5 + (24 << 10) : 350 << 10
    }

    /// What a small rendition takes, as long as it is not known.
    static let usualSmall: Int64 = 24 << 10

    var trouble: String? {
        get { table.withLock { $0.trouble } }
        set { table.withLock { $0.trouble = newValue } }
    }

    // MARK: Failures

    /// A photo cannot be had now. See `Attempts`.
    func failed(_ photo: PhotoID, _ sentence: String, version: Int, at now: Duration, upTo longest: Duration) {
        table.withLock { table in
            table.failures.failed(photo, sentence, version: version, at: now, upTo: longest)
            // One that cannot be had takes no room from those that can.
            table.coming[photo] = nil
        }
    }

    /// What its source tells of the photo may be something else now.
    func renewed(_ photo: PhotoID, version: Int) {
        table.withLock { $0.failures.forget(photo, unless: version) }
    }

    /// Those of the photos that may be tried now.
    func due(of photos: [PhotoID], at now: Duration) -> [PhotoID] {
        table.withLock { table in photos.filter { table.failures.isDue($0, at: now) } }
    }

    /// When the first of those that failed may be tried again.
    func nextTry(of photos: [PhotoID]) -> Duration? { table.withLock { $0.failures.next(of: photos) } }

    // MARK: Progress

    /// Whether a file of the shelf is what its photo is read from, and not its small rendition.
    func isOwn(_ key: ImageKey) -> Bool { table.withLock { $0.images[key.photo] == key.rendition } }

    /// Whether the photo is on the shelf.
    func holds(_ photo: PhotoID) -> Bool { shelvedName(photo) != nil }

    /// The image that a kept photo is read from, if it is on the shelf.
    func shelvedName(_ photo: PhotoID) -> String? {
        let name = table.withLock { $0.images[photo] }
        return isShelved(photo, as: name) ? name : nil
    }

    /// Whether the photo is on the shelf as this image.
    func isShelved(_ photo: PhotoID, as image: String?) -> Bool {
        image.flatMap { shelf?.contains(ImageKey(photo: photo, rendition: $0)) } ?? false
    }

    /// What progress is told from, at one moment.
    var state:
        (
            lists: [DirectoryKey: KeptList], images: [PhotoID: String], failures: Attempts<PhotoID>, trouble: String?
        )
    {
        table.withLock { ($0.lists, $0.images, $0.failures, $0.trouble) }
    }
}

extension TreeChange {
    /// Whether a folder is no more. A tag comes and goes with the photos of its topic: it ends with that, or when that
    /// becomes another.
    fileprivate var ends: (DirectoryKey) -> Bool {
        let (gone, other) = (Set(gone), Set(gone + emptied))
        return { $0.listingKey == $0 ? gone.contains($0) : other.contains($0.listingKey) }
    }
}
