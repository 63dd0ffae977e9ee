import Catalog
import HTTP
import Logging
import PhotoCache
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

/// The small renditions of photos, for thumbnailers and for `.small/`. They are fetched after what people wait for, and
/// kept and counted apart from the photos.
///
/// Their folder and their fetcher are made when the first of them is wanted.
final class SmallRenditions: Sendable {
    private struct Engine {
        var cache: PhotoCache
        var fetcher: PhotoFetcher
    }

    private enum Readiness {
        case none
        case ready(Engine)
        /// There was no folder to be had at that time.
        case unusable(Duration)
    }

    /// Makes the folder of small renditions, on a thread that may block.
    typealias MakeCache = @Sendable () async throws(PhotoCacheError) -> PhotoCache

    /// The source's name of the size.
    let rendition: String
    let nodes = SmallNodes()
    private let makeCache: MakeCache
    private let makeFetcher: @Sendable (PhotoCache) -> PhotoFetcher
    private let catalog: Catalog
    private let time: ElapsedClock
    private let logger: Logger
    private let readiness = Mutex(Readiness.none)
    private let making = AsyncMutex()
    /// How long the hour's share of small renditions delays the next; nil if not at all.
    private let shareWait: @Sendable () -> Duration?

    /// When making the folder is tried again: the disk may have room by then.
    private static let pause = Duration.seconds(2)
    /// How long a reader waits while other requests go first; however long while their hour's share is used.
    private static let patience = Duration.seconds(60)

    init(
        _ rendition: String, catalog: Catalog, clock: any Clock<Duration>, logger: Logger,
        shareWait: @escaping @Sendable () -> Duration?, cache: @escaping MakeCache,
        fetcher: @escaping @Sendable (PhotoCache) -> PhotoFetcher
    ) {
        self.rendition = rendition
        self.catalog = catalog
        self.logger = logger
        self.shareWait = shareWait
        time = ElapsedClock(clock)
        makeCache = cache
        makeFetcher = fetcher
    }

    /// The files are small and few at a time, and a user waits for them only to see icons.
    static func limits(retries: Int) -> FetchLimits {
        var limits = FetchLimits.standard
        limits.priority = .small
        limits.retries = retries
        limits.maximumLength = 8 << 20
        limits.pausedDownloads = 8
        limits.cursors = 4
        limits.allCursors = 16
        limits.window = 256 << 10
        return limits
    }

    private static let unusable = FetchError.failed("there is no room, or no leave, for small renditions in the cache")

    // MARK: Queries

    /// The use of the cache; nil before it was made.
    var usage: CacheUsage? { engine?.cache.usage }

    var downloads: [DownloadStatus] { engine?.fetcher.downloads ?? [] }

    /// Whether the small rendition is in the cache.
    func holds(_ key: ImageKey) -> Bool {
        engine?.cache.contains(key) ?? false
    }

    /// The fetcher, made if there is none yet; nil if the folder cannot be made.
    func readyFetcher() async -> PhotoFetcher? { await ready()?.fetcher }

    // MARK: Reading

    /// Opens the small rendition `image`, and waits for its length. The caller closes it.
    func open(_ photo: Photo, _ image: Rendition) async throws(FetchError) -> OpenPhoto {
        guard let engine = await ready() else { throw Self.unusable }
        return try await withinPatience { [self] () async -> Result<OpenPhoto, FetchError> in
            do throws(FetchError) {
                return .success(try await open(photo, image, engine))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The bytes of `range`, cut at the end of the small rendition.
    func read(_ open: OpenPhoto, _ range: Range<Int64>) async throws(FetchError) -> [UInt8] {
        guard let engine else { throw .interrupted }
        return try await withinPatience { () async -> Result<[UInt8], FetchError> in
            do throws(FetchError) {
                return .success(try await engine.fetcher.read(open, range))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The bytes of `range` for a thumbnailer, whose first read opens the small rendition.
    func read(_ thumbnail: OpenThumbnail, _ range: Range<Int64>) async throws(FetchError) -> [UInt8] {
        guard let engine = await ready() else { throw Self.unusable }
        return try await withinPatience { [self] () async -> Result<[UInt8], FetchError> in
            do throws(FetchError) {
                let open = try await open(thumbnail, engine)
                return .success(try await engine.fetcher.read(open, range))
            } catch {
                return .failure(error)
            }
        }
    }

    func close(_ open: OpenPhoto) {
        engine?.fetcher.close(open)
    }

    /// Closes the rendition after a short grace, for a reader that opens it again in a moment.
    func closeSoon(_ open: OpenPhoto) {
        engine?.fetcher.closeSoon(open)
    }

    /// Removes the photo's small rendition, also one that an earlier mount left.
    func withdraw(_ photo: PhotoID) async {
        nodes.forgetLength(of: photo)
        await ready()?.fetcher.withdraw(photo)
    }

    func shutdown() async {
        await engine?.fetcher.shutdown()
    }

    // MARK: Inside

    private func open(_ thumbnail: OpenThumbnail, _ engine: Engine) async throws(FetchError) -> OpenPhoto {
        if let open = thumbnail.open(.small) { return open }
        let open = try await open(thumbnail.photo, thumbnail.small, engine)
        let (used, spare) = thumbnail.put(open, as: .small)
        if let spare { engine.fetcher.close(spare) }
        guard let used else { throw .interrupted }
        return used
    }

    private func open(_ photo: Photo, _ image: Rendition, _ engine: Engine) async throws(FetchError) -> OpenPhoto {
        let key = ImageKey(photo: photo.id, rendition: image.name)
        // If the catalog cannot be read, the rendition is only fetched once more.
        let known = (try? await catalog.learntFiles([key]))?[key]
        return try await engine.fetcher.open(photo, image, known: known)
    }

    private var engine: Engine? {
        readiness.withLock { readiness in
            guard case .ready(let engine) = readiness else { return nil }
            return engine
        }
    }

    /// Makes the cache and the fetcher if there are none yet; once, however many callers ask.
    private func ready() async -> Engine? {
        if let engine { return engine }
        return await making.run { () async -> Engine? in
            var isTold = false
            switch readiness.withLock({ $0 }) {
            case .ready(let engine): return engine
            case .unusable(let moment) where time.elapsed - moment < Self.pause: return nil
            case .unusable: isTold = true
            case .none: break
            }
            do throws(PhotoCacheError) {
                let cache = try await makeCache()
                let engine = Engine(cache: cache, fetcher: makeFetcher(cache))
                readiness.withLock { $0 = .ready(engine) }
                return engine
            } catch {
                if !isTold {
                    logger.warning(
                        "no folder for small renditions: thumbnailers get whole photos",
                        metadata: ["cause": "\(error)"])
                }
                let now = time.elapsed
                readiness.withLock { $0 = .unusable(now) }
                return nil
            }
        }
    }

    /// Limits the wait of `operation`: a host in back-off, or busy with what people wait for, must not keep small
    /// renditions waiting for ever. Who waits for the hour's share waits on: GNOME remembers an error for good.
    private func withinPatience<Value: Sendable>(
        _ operation: @escaping @Sendable () async -> Result<Value, FetchError>
    ) async throws(FetchError) -> Value {
        let (result, isLate) = await within(
            Self.patience, by: time, orLonger: { [shareWait] in shareWait().map { $0 + Self.patience } }, operation)
        if isLate, case .failure(.interrupted) = result {
            throw .timedOut("no turn within \(Self.patience.components.seconds) s")
        }
        return try result.get()
    }
}

extension OpenThumbnail {
    var smallKey: ImageKey { ImageKey(photo: photo.id, rendition: small.name) }
    var ownKey: ImageKey { ImageKey(photo: photo.id, rendition: own.name) }
}
