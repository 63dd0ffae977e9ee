public import Catalog
public import FUSE
public import Gazetteer
public import HTTP
public import Logging
public import PhotoCache
import PhotoFetch
public import PhotoTree
import Waiting

/// The photos of one source as a file system: places, tags, pins, searches, albums and recents as directories.
///
/// Requests of the kernel are answered from the tables here. What the tables lack comes from the catalog (on disk), the
/// fetcher (photos) or the refresher (listings). OPENDIR, OPEN and READ wait for the network. LOOKUP and MKDIR wait for
/// it only if no listing and no list of places knows the name, and only for a moment.
public final class PlacesFileSystem: FileSystem {
    let settings: Settings
    let tree: ShownTree
    let listings: Listings
    let folders: Folders
    let photos: ServedPhotos
    let lengths: Lengths
    private let keeper: Keeper
    let callers: Callers
    let errors: ErrorLog
    private let housekeeping: Housekeeping
    /// Tells `run` that the kernel has mounted the file system; the stream ends at `destroy`.
    private let (mounted, mount) = AsyncStream<Void>.makeStream()

    /// Makes the file system ready to be mounted; asks the catalog, never the network. `clock` times every wait and
    /// must not jump; `now` is the wall clock, for times that are kept over remounts. The status files show
    /// `hostStatus`, what the transport knows of its hosts, and `images`, what it counts. `smallCache` makes the
    /// cache of small renditions when the first of them is wanted, on a thread that may block; without it there is no
    /// `.small/`, and thumbnailers get the photos themselves.
    public init(
        source: any PhotoSource, transport: any HTTPTransport, catalog: Catalog, cache: PhotoCache,
        gazetteer: Gazetteer, mapPage: MapPage, settings: Settings, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp,
        hostStatus: @escaping @Sendable () -> [HostStatus] = { [] }, images: ImageUsageMeter? = nil,
        smallCache: (@Sendable () async throws(PhotoCacheError) -> PhotoCache)? = nil, logger: Logger
    ) async throws(CatalogError) {
        self.settings = settings
        let started = now()
        var options = settings.listingOptions
        options.rule = source.rule
        try await catalog.show(options)
        let journal = Journal()
        errors = ErrorLog(now: now, logger: logger)
        let changed = try await catalog.changedTimes()
        let began = changed[.root] ?? started
        // If the write fails now, the next mount writes it.
        if changed[.root] == nil { try? await catalog.noteChanges([.root: began]) }
        tree = ShownTree(
            generated: GeneratedFiles(catalog: catalog), removedSidecars: RemovedSidecars(clock: clock),
            removals: LoneRemovals(clock: clock), began: began)
        let keeping = Keeping(try await catalog.keptFolders(), shelf: cache.shelf)
        listings = Listings(
            source, catalog, settings, tree, journal.unwritten, errors, keptName: keeping.shelvedName, clock: clock,
            now: now)
        let places = try await Places(gazetteer, listings)
        callers = Callers(clock: clock, mountpoint: settings.mountpoint)
        let views = ViewRecorder(
            callers, clock: clock, now: now, viewer: settings.hasPersonalFolders ? settings.userID : nil,
            thumbnailers: settings.thumbnailers)
        let engines = try await PhotoEngines(
            listings, views, journal, transport: transport, cache: cache, smallCache: smallCache,
            images: images ?? ImageUsageMeter(limit: nil, now: now), hosts: hostStatus, clock: clock, logger: logger
        ) { places.snapshot.index.place(near: $0) }
        let landmarks = Landmarks(gazetteer, listings, clock: clock)
        let folders = Folders(
            tree, listings, places, try await Topics(listings, changed: changed[.tags] ?? began),
            try await Pins(landmarks, listings, changed: changed[.pins] ?? began),
            try await Searches(
                SearchReader(gazetteer, landmarks, listings), listings, changed: changed[.searches] ?? began),
            try await Albums(
                listings, Spools(at: settings.spoolDirectory, threads: cache.threads, clock: clock),
                HeldPhotos(at: settings.rescueDirectory, threads: cache.threads, clock: clock, logger: logger),
                changed: changed[.albums] ?? began),
            try await Recents(views, listings), engines, keeping, mapPage, started: started)
        self.folders = folders
        tree.tell { [weak folders, errors] change in
            keeping.changed(change)
            errors.forgetRefusals(in: change.gone)
            // One's own photos lie on this machine.
            guard let folders, !folders.listings.source.isComplete else { return }
            for key in Array(change.came.keys) + change.turned.values where folders.folder(key).shape.isAlwaysKept {
                keeping.hold(key)
            }
        }
        errors.use(folders)
        photos = ServedPhotos(folders, callers, journal, clock: clock, logger: logger)
        lengths = Lengths(photos, clock: clock, logger: logger)
        keeper = Keeper(photos, clock: clock, logger: logger)
        housekeeping = Housekeeping(folders: folders, journal: journal, clock: clock, logger: logger)
        var numbers: [DirectoryKey: NodeNumber] = [.root: .root]
        for key in DirectoryKey.fixed { numbers[key] = key.fixedNumber }
        // A disk that is full by now stops new nodes only.
        try? await catalog.reserveNumbers()
        numbers.merge(folders.numbered) { $1 }
        tree.publish(TreeChange(came: numbers))
    }

    /// A request that waits for bytes waits for a download or for the disk, and both resume it on these threads.
    public var executor: (any TaskExecutor)? { photos.cache.threads }

    public func start(_ notifier: KernelNotifier) {
        tree.notifier = notifier
        housekeeping.journal.append(.mounted)
        mount.yield()
    }

    public func destroy() {
        tree.notifier = nil
        mount.finish()
    }

    /// Writes down what was learnt and refreshes what is stale, until `destroy`.
    public func run() async {
        // They end with this function.
        async let _ = folders.followChanges()
        async let _ = folders.followPopularPlaces()
        await withTaskGroup { group in
            group.addTask { [housekeeping] in await housekeeping.run() }
            group.addTask { [keeper] in await keeper.run() }
            // Not through the journal, which gathers events first: a user who has just mounted looks at the places
            // next.
            for await _ in mounted where await (folder(.places) as? any Refreshed)?.refreshIfStale() != true {
                folders.places.firstAnswer.give(nil)
            }
            keeper.stop()
            await listings.refresher.shutdown()
            // Before the journal finishes, so that it still writes what the last downloads learn.
            await lengths.shutdown()
            await folders.engines.shutdown()
            housekeeping.journal.finish()
            folders.albums.quiet.finish()
            folders.recents.views.finish()
        }
        await folders.pins.shutdown()
    }

    /// Whether no process has a file or directory open.
    public var isIdle: Bool { handles.counts == (0, 0) }

    /// From now on README.txt and the status tell `text` in place of `Settings.wayOut`.
    public func tell(wayOut text: String) {
        folders.wayOut = text
    }

    /// The directory with this inode number.
    ///
    /// - Throws: ENOENT.
    func directory(_ inode: InodeNumber) throws(Errno) -> DirectoryKey {
        guard case .directory(let key)? = inodes.record(NodeNumber(inode))?.node else { throw .noEntry }
        return key
    }

    func folder(_ key: DirectoryKey) -> any Folder { folders.folder(key) }
    var content: GeneratedContent { GeneratedContent(folders: folders) }

    var inodes: InodeTable { tree.inodes }
    var handles: HandleTable { tree.handles }
    var directories: DirectoryTable { tree.directories }
    /// Nil while nothing is mounted.
    var notifier: KernelNotifier? { tree.notifier }
}

extension InodeNumber {
    init(_ number: NodeNumber) {
        self.init(number.rawValue)
    }
}

extension NodeNumber {
    init(_ inode: InodeNumber) {
        self.init(inode.rawValue)
    }
}
