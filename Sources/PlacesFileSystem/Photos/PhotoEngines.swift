import Catalog
import FUSE
import HTTP
import Logging
import PhotoCache
import PhotoFetch
import PhotoTree

/// The sources of photos' bytes: one fetcher with its cache, another for small renditions, and the credits put into
/// photos. It also knows which programs had images fetched, and when the source last confirmed each photo.
final class PhotoEngines: Sendable {
    let cache: PhotoCache
    let fetcher: PhotoFetcher
    /// Nil for a source that has none.
    let small: SmallRenditions?
    /// The inodes of small renditions, or of the small pictures in photos' own files; nil where there are none.
    let smallNodes: SmallNodes?
    /// Nil where thumbnailers get the photos themselves.
    let thumbnails: Thumbnails?
    let embedded: EmbeddedCredits
    let confirmations: Confirmations
    let images: ImageUsageMeter
    let strangers: Strangers
    let packets = PacketNumbers()
    let digests = ServedDigests()
    let openFiles = OpenFiles()
    /// The small pictures in own photos that are open.
    let openSmallFiles = OpenFiles()
    /// What the transport tells of the hosts it talks to.
    let hosts: @Sendable () -> [HostStatus]
    private let tree: ShownTree
    private let views: ViewRecorder

    /// `place` answers the city and country of a point, if `places/` shows a place there.
    init(
        _ listings: Listings, _ views: ViewRecorder, _ journal: Journal, transport: any HTTPTransport,
        cache: PhotoCache,
        smallCache: SmallRenditions.MakeCache?, images: ImageUsageMeter,
        hosts: @escaping @Sendable () -> [HostStatus], clock: any Clock<Duration>, logger: Logger,
        place: @escaping @Sendable (Coordinate) -> Place?
    ) async throws(CatalogError) {
        let (source, catalog, settings) = (listings.source, listings.catalog, listings.settings)
        let (tree, now) = (listings.tree, listings.now)
        self.cache = cache
        self.images = images
        self.hosts = hosts
        self.tree = tree
        self.views = views
        let confirmations = listings.confirmations
        self.confirmations = confirmations
        embedded = EmbeddedCredits(
            settings.embedding, catalog: catalog, original: source.originalRendition, sourceName: source.name,
            place: place, noting: { journal.append(.embedded($0)) })
        try await catalog.forgetEmbedded(unless: EmbeddedCredits.rule(of: settings.embedding))
        let (rules, highest) = try await catalog.sizeRules()
        tree.sizes.begin(with: rules, highest: highest) { journal.append(.ruledSizes($0)) }
        for known in try await catalog.latestLengths(SizeModel.mostSamples) {
            tree.sizes.learn(known.length, of: (known.width, known.height))
        }
        var limits = FetchLimits.standard
        limits.retries = settings.downloadRetries
        limits.longestStill = settings.longestStill
        limits.slowestRate = settings.slowestRate
        limits.slowestPeriod = settings.slowestPeriod
        limits.maximumLength = settings.photoSizeLimit.rawValue
        let noteFetched: @Sendable (ImageKey) -> Void = { confirmations.note(now(), of: $0) }
        fetcher = PhotoFetcher(
            source: source, transport: transport, cache: cache, clock: clock,
            events: journal.fetchEvents(publishing: tree, views, embedded, noting: noteFetched), logger: logger,
            limits: limits)
        strangers = Strangers(settings, hourly: images.limit, clock: clock)
        small = smallCache.flatMap { makeCache in
            source.thumbnailRendition.map { rendition in
                SmallRenditions(
                    rendition, catalog: catalog, clock: clock, logger: logger, shareWait: { images.smallWait },
                    cache: makeCache
                ) { cache in
                    PhotoFetcher(
                        source: source, transport: transport, cache: cache, clock: clock,
                        events: journal.smallEvents(noting: noteFetched), logger: logger,
                        limits: SmallRenditions.limits(retries: settings.downloadRetries))
                }
            }
        }
        smallNodes = source.isComplete ? SmallNodes() : small?.nodes
        thumbnails = settings.servesThumbnailers ? small.map { Thumbnails(settings.thumbnailers, $0) } : nil
        images.whenCounted { journal.append(.countedImages) }
    }

    func shutdown() async {
        await confirmations.shutdown()
        await fetcher.shutdown()
        await small?.shutdown()
    }

    /// The downloads under way.
    var downloads: [DownloadStatus] { fetcher.downloads + (small?.downloads ?? []) }

    /// Drops everything that is kept of the photo, and what was put into it.
    func evict(_ photo: PhotoID, as withdrawal: Withdrawal) async {
        confirmations.forget(photo)
        // A process that opens the photo before it has left its folders gets the host's last error, and the host is not
        // asked again.
        fetcher.withdraw(photo, forgiving: withdrawal != .gone)
        await small?.withdraw(photo)
        invalidatePages(of: photo)
    }

    /// Drops the kernel's cached pages of the photo, so that its next readers come here again.
    func invalidatePages(of photo: PhotoID) {
        if let number = tree.invalidatePages(of: photo) { views.invalidated(number) }
    }

    /// Writes what was counted of images since the last call, so that remounts keep it.
    func writeImages(into catalog: Catalog, at now: Timestamp) async throws(CatalogError) {
        let news = images.takeNews()
        guard !news.isEmpty else { return }
        do throws(CatalogError) {
            try await catalog.add(news, forgettingBefore: ImageUsageMeter.firstMinute(at: now))
        } catch {
            images.returnNews(news)
            throw error
        }
    }
}
