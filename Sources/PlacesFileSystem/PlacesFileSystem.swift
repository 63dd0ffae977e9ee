public import Catalog
public import FUSE
public import HTTP
public import Logging
public import PhotoCache
public import PhotoTree
import Synchronization

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
    let transport: any HTTPTransport

    let inodes = InodeTable()
    let handles = HandleTable()
    let directories = DirectoryTable()
    let shelf = PhotoShelf()
    let places: PlacesState
    let generated: GeneratedFiles
    let refresher: DirectoryRefresher
    let journal: Journal
    let recentErrors = RecentErrors()
    let started: Timestamp
    private let kernel = Mutex<KernelNotifier?>(nil)

    /// Makes the file system ready to be mounted; asks the catalog, never the network. `clock` is for every wait and
    /// must not jump; `now` is the wall clock, for what is remembered over remounts.
    public init(
        source: any PhotoSource, transport: any HTTPTransport, catalog: Catalog, cache: PhotoCache,
        gazetteer: Gazetteer, settings: Settings, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) async throws(CatalogError) {
        self.source = source
        self.transport = transport
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
        places = PlacesState(
            gazetteer: gazetteer, top: try await catalog.topPlaces(), added: try await catalog.addedPlaces(),
            addedCountries: try await catalog.addedCountries(), now: started)
        fetcher = PhotoFetcher(
            source: source, transport: transport, cache: cache, clock: clock, events: journal.fetchEvents,
            logger: logger)
        directories.setNumbers([.root: .root])
        directories.setNumbers(
            try await catalog.numbers(of: [.places, .tags, .recents, .pins, .state, .cached]))
    }

    public func start(_ notifier: KernelNotifier) {
        kernel.withLock { $0 = notifier }
        journal.append(.mounted)
    }

    public func destroy() {
        kernel.withLock { $0 = nil }
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

    /// The kernel's ear; nil while nothing is mounted.
    var notifier: KernelNotifier? {
        kernel.withLock { $0 }
    }

    private func record(_ event: Journal.Event) async {
        do throws(CatalogError) {
            switch event {
            case .mounted:
                await refreshPlacesIfStale()
                try await catalog.prune()
            case .learned(let key, let file):
                settle(key, file)
                try await catalog.learn(file, of: key)
            case .lengthChanged(let photo, let file):
                changeLength(of: photo, to: file)
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

    /// The true length is known: what stat(2) tells is right from now on.
    func settle(_ key: ImageKey, _ file: LearntFile) {
        let learn = { (facts: inout PhotoFacts) in
            if facts.rendition == key.rendition, facts.learnt != file {
                facts.learn(file)
            }
        }
        directories.updatePhoto(key.photo, learn)
        if let changed = inodes.updatePhoto(key.photo, learn) {
            notifier?.invalidateAttributes(of: InodeNumber(changed))
        }
    }

    /// The host sent another photo under the same address: pages and attributes that the kernel holds are wrong.
    private func changeLength(of photo: PhotoID, to file: LearntFile) {
        directories.updatePhoto(photo) { $0.learn(file) }
        inodes.updatePhoto(photo) { $0.learn(file) }
        if let number = inodes.number(of: photo) {
            notifier?.invalidatePages(of: InodeNumber(number))
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
