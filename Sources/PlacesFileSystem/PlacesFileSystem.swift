public import Catalog
public import FUSE
public import HTTP
public import Logging
public import PhotoCache
public import PhotoTree

/// The photos of one source as a file system: places, tags, pins and recents as directories.
///
/// What the kernel asks is answered from the tables here; what those lack comes from the catalog (on disk), the fetcher
/// (photos) or the refresher (listings), and only OPENDIR, OPEN and READ ever wait for the network.
public final class PlacesFileSystem: FileSystem {
    let source: any PhotoSource
    let catalog: Catalog
    let cache: PhotoCache
    let fetcher: PhotoFetcher
    let gazetteer: Gazetteer
    let settings: Settings
    let logger: Logger
    let now: @Sendable () -> Timestamp
    let hostStatus: @Sendable () -> [HostStatus]

    let inodes = InodeTable()
    let handles = HandleTable()
    let directories = DirectoryTable()
    let snapshots = SnapshotTable()
    let shelf = PhotoShelf()
    let places: PlacesState
    let generated: GeneratedFiles
    let refresher: DirectoryRefresher
    let journal: Journal
    let recentErrors = RecentErrors()
    let started: Timestamp
    let kernel = KernelLink()
    let sizes: SizeSettlement

    /// Makes the file system ready to be mounted; asks the catalog, never the network. `clock` is for every wait and
    /// must not jump; `now` is the wall clock, for what is remembered over remounts; `hostStatus` is what the transport
    /// tells of the hosts it talks to, for the status files.
    public init(
        source: any PhotoSource, transport: any HTTPTransport, catalog: Catalog, cache: PhotoCache,
        gazetteer: Gazetteer, settings: Settings, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp,
        hostStatus: @escaping @Sendable () -> [HostStatus] = { [] }, logger: Logger
    ) async throws(CatalogError) {
        self.source = source
        self.hostStatus = hostStatus
        self.catalog = catalog
        self.cache = cache
        self.gazetteer = gazetteer
        self.settings = settings
        self.logger = logger
        self.now = now
        started = now()
        generated = GeneratedFiles(catalog: catalog)
        refresher = DirectoryRefresher(clock: clock)
        journal = Journal()
        sizes = SizeSettlement(inodes: inodes, directories: directories, kernel: kernel)
        places = PlacesState(
            gazetteer: gazetteer, top: try await catalog.topPlaces(), added: try await catalog.addedPlaces(),
            addedCountries: try await catalog.addedCountries(), now: started)
        fetcher = PhotoFetcher(
            source: source, transport: transport, cache: cache, clock: clock,
            events: journal.fetchEvents(settling: sizes), logger: logger)
        directories.setNumbers([.root: .root])
        directories.setNumbers(
            try await catalog.numbers(of: [.places, .tags, .recents, .pins, .state, .cached]))
    }

    public func start(_ notifier: KernelNotifier) {
        kernel.notifier = notifier
        journal.append(.mounted)
    }

    public func destroy() {
        kernel.notifier = nil
        journal.finish()
    }

    /// Writes down what was learnt and refreshes what is stale, until `destroy`.
    public func run() async {
        for await event in journal.events {
            await record(event)
        }
        await refresher.shutdown()
        await fetcher.shutdown()
    }

    /// Nil while nothing is mounted.
    var notifier: KernelNotifier? { kernel.notifier }

    private func record(_ event: Journal.Event) async {
        do throws(CatalogError) {
            switch event {
            case .mounted:
                await refreshPlacesIfStale()
                try await catalog.prune()
            case .learned(let key, let file):
                try await catalog.learn(file, of: key)
            case .gone(let photo):
                shelf.remove(photo)
                try await catalog.markGone(photo)
            case .updated(let photo):
                shelf.put(photo)
                try await catalog.update(photo)
            }
        } catch {
            logger.error("cannot write down what was learnt", metadata: ["cause": "\(error)"])
        }
    }
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
