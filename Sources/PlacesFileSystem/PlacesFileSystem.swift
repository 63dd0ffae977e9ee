public import Catalog
public import FUSE
public import HTTP
public import Logging
public import PhotoCache
import PhotoFetch
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
    /// Nil where thumbnailers get the photos themselves.
    let thumbnails: Thumbnails?
    let gazetteer: Gazetteer
    let settings: Settings
    let mapPage: MapPage
    let logger: Logger
    let now: @Sendable () -> Timestamp
    let hostStatus: @Sendable () -> [HostStatus]
    let images: ImageLedger

    let tree: ShownTree
    let links = LinkNumbers()
    let refusedNames = RefusedNames()
    let shelf = PhotoShelf()
    let places: PlacesState
    let sentBack = SentBack()
    let refresher: DirectoryRefresher
    let journal: Journal
    let unwritten = Unwritten()
    let recentErrors = RecentErrors()
    let started: Timestamp
    let embedded: EmbeddedCredits
    let packets = PacketNumbers()

    let pins: PinsState
    let pinOrder = AsyncMutex()
    let landmarks: LandmarkSearch
    let topics: TopicsState
    let folders: Folders
    let topicOrder = AsyncMutex()
    let tagNumbers = TagNumbers()
    let views: ViewRecorder
    let crawls: Crawls
    let recentsOrder = AsyncMutex()
    let confirmations: Confirmations
    let clock: any Clock<Duration>

    /// Makes the file system ready to be mounted; asks the catalog, never the network. `clock` is for every wait and
    /// must not jump; `now` is the wall clock, for what is remembered over remounts; `hostStatus` is what the transport
    /// tells of the hosts it talks to, for the status files, and `images` what it counts. `thumbnailCache` makes the cache of small renditions when the
    /// first thumbnailer comes; without it thumbnailers get the photos themselves.
    public init(
        source: any PhotoSource, transport: any HTTPTransport, catalog: Catalog, cache: PhotoCache,
        gazetteer: Gazetteer, mapPage: MapPage, settings: Settings, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp,
        hostStatus: @escaping @Sendable () -> [HostStatus] = { [] }, images: ImageLedger? = nil,
        thumbnailCache: (@Sendable () throws(PhotoCacheError) -> PhotoCache)? = nil, logger: Logger
    ) async throws(CatalogError) {
        self.source = source
        self.hostStatus = hostStatus
        self.images = images ?? ImageLedger(limit: nil, now: now)
        self.catalog = catalog
        self.cache = cache
        self.gazetteer = gazetteer
        self.mapPage = mapPage
        self.settings = settings
        self.logger = logger
        self.now = now
        self.clock = clock
        started = now()
        tree = ShownTree(generated: GeneratedFiles(catalog: catalog), departed: DepartedSidecars(clock: clock))
        refresher = DirectoryRefresher(clock: clock)
        landmarks = LandmarkSearch(clock: clock, now: now, lifetime: settings.timing.listingLifetime) { name, key in
            await Self.landmark(named: name, key, of: source, keptIn: catalog)
        }
        journal = Journal()
        views = ViewRecorder(
            clock: clock, now: now, viewer: settings.hasCollections ? settings.userID : nil,
            thumbnailers: settings.thumbnailers, mountpoint: settings.mountpoint)
        crawls = Crawls(clock: clock)
        confirmations = Confirmations(clock: clock, pause: settings.timing.refreshPause)
        for known in try await catalog.latestLengths(SizeModel.mostSamples) {
            tree.sizes.learn(known.length, of: (known.width, known.height), number: nil)
        }
        places = PlacesState(
            gazetteer: gazetteer, top: try await catalog.topPlaces(), added: try await catalog.addedPlaces(),
            addedCountries: try await catalog.addedCountries(), changed: try await catalog.changedPlaces(),
            now: started)
        embedded = EmbeddedCredits(
            settings.embedding, catalog: catalog, original: source.originalRendition, sourceName: source.name
        ) { [places] in places.snapshot.index.place(near: $0) }
        try await catalog.forgetEmbedded(unless: settings.embedding.rawValue)
        var limits = FetchLimits.standard
        limits.retries = settings.downloadRetries
        limits.longestStill = settings.longestStill
        limits.maximumLength = settings.photoSizeLimit.rawValue
        let noteFetched: @Sendable (ImageKey) -> Void = { [confirmations] key in confirmations.note(now(), of: key) }
        fetcher = PhotoFetcher(
            source: source, transport: transport, cache: cache, clock: clock,
            events: journal.fetchEvents(settling: tree, views, embedded, noting: noteFetched), logger: logger,
            limits: limits)
        thumbnails = thumbnailCache.flatMap { [journal] makeCache in
            source.thumbnailRendition.map { rendition in
                Thumbnails(
                    settings.thumbnailers, rendition: rendition, catalog: catalog, clock: clock, logger: logger,
                    cache: makeCache
                ) { cache in
                    PhotoFetcher(
                        source: source, transport: transport, cache: cache, clock: clock,
                        events: journal.thumbnailEvents(noting: noteFetched), logger: logger,
                        limits: Thumbnails.limits(retries: settings.downloadRetries))
                }
            }
        }
        let changed = try await catalog.changedTimes()
        pins = PinsState(try await catalog.pins(), changed: changed[.pins] ?? started)
        topics = TopicsState(try await catalog.topics(), changed: changed[.tags] ?? started)
        folders = Folders(
            places: places, topics: topics, pins: pins, directories: tree.directories, settings: settings,
            gazetteer: gazetteer, firstTopics: source.firstTopics.count, started: started)
        // Empty before the first view, so that its files and times are settled.
        let recents =
            if let known = try await catalog.listing(of: .recents) { known } else {
                try await catalog.replaceRecents(with: []).new
            }
        views.begin(with: recents.entries.map(\.photo.id))
        tree.directories.setNumbers([.root: .root])
        tree.directories.setNumbers(
            try await catalog.numbers(of: [.places, .tags, .recents, .pins, .state, .cached]))
        tree.directories.setNumbers(
            Dictionary(uniqueKeysWithValues: pins.pins.map { (.pin($0.number), $0.number) }))
        tree.directories.setNumbers(
            Dictionary(uniqueKeysWithValues: topics.sorted.map { (.topic($0.number), $0.number) }))
        self.images.whenCounted { [journal] in journal.append(.countedImages) }
        views.find { [weak self] path in self?.knownPhoto(at: path) }
        await refresher.whenEnded { [weak self] key in self?.ended(key) ?? false }
    }

    public func start(_ notifier: KernelNotifier) {
        tree.notifier = notifier
        journal.append(.mounted)
    }

    public func destroy() {
        tree.notifier = nil
        journal.finish()
        views.finish()
    }

    /// Writes down what was learnt and refreshes what is stale, until `destroy`.
    public func run() async {
        await withTaskGroup { group in
            group.addTask { [self] in await settleViews(clock) }
            group.addTask { [self] in await countDays() }
            await journal.workOff { [self] event in
                await record(event)
            } atEnd: { [self] in
                await settleLastViews()
                await writeKept()
            }
            group.cancelAll()
        }
        await confirmations.shutdown()
        await refresher.shutdown()
        await landmarks.shutdown()
        await fetcher.shutdown()
        await thumbnails?.shutdown()
    }

    private func countDays() async {
        while (try? await clock.sleep(for: .seconds(86_400))) != nil {
            journal.append(.dayPassed)
        }
    }

    func folder(_ key: DirectoryKey) -> any Folder {
        folders.folder(key)
    }

    var inodes: InodeTable { tree.inodes }
    var handles: HandleTable { tree.handles }
    var directories: DirectoryTable { tree.directories }
    /// Nil while nothing is mounted.
    var notifier: KernelNotifier? { tree.notifier }

    func write(_ event: Journal.Event) async throws(CatalogError) {
        switch event {
        case .mounted:
            await refreshPlacesIfStale()
            await collectAwaited()
            try await catalog.prune()
        case .dayPassed:
            try await catalog.prune()
        case .learned(let key, let file):
            try await catalog.learn(file, of: key)
        case .fetched(let key):
            try await catalog.noteFetched(key)
        case .countedImages:
            let news = images.takeNews()
            guard !news.isEmpty else { return }
            do throws(CatalogError) {
                try await catalog.add(news, forgettingBefore: ImageLedger.firstMinute(at: now()))
            } catch {
                images.returnNews(news)
                throw error
            }
        case .gone(let photo):
            try await depart(photo, as: .gone)
        case .updated(let photo):
            shelf.put(photo)
            try await catalog.update(photo)
        case .viewed(let photo, let moment):
            try await catalog.noteViews([photo: moment])
        case .roomPerhaps:
            return
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
