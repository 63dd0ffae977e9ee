import Catalog
import FUSE
import HTTP
import LinuxProcess
import Logging
import PhotoCache
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

/// The small renditions that thumbnailers get in place of photos. They are fetched after what people wait for, and kept
/// and counted apart from the photos.
///
/// Their folder and their fetcher are made when the first thumbnailer comes.
final class Thumbnails: Sendable {
    /// What was done for thumbnailers since the mount.
    struct Tally: Hashable, Sendable {
        /// Handles that were served the small rendition.
        var handles = 0
        /// Bytes of the small renditions that were served.
        var bytes: Int64 = 0
    }

    private struct Engine {
        var cache: PhotoCache
        var fetcher: PhotoFetcher
    }

    private enum Readiness {
        case none
        case ready(Engine)
        case unusable
    }

    private struct State {
        var readiness = Readiness.none
        var tally = Tally()
        /// Photos whose small rendition the host does not have.
        var lacking = RecentlyUsed<PhotoID, Bool>(capacity: 1024)
    }

    /// Makes the folder of small renditions, on a thread that may block.
    typealias MakeCache = @Sendable () async throws(PhotoCacheError) -> PhotoCache

    let policy: ThumbnailerPolicy
    /// The source's name of the size.
    let rendition: String
    private let makeCache: MakeCache
    private let makeFetcher: @Sendable (PhotoCache) -> PhotoFetcher
    private let catalog: Catalog
    private let time: ElapsedClock
    private let logger: Logger
    private let state = Mutex(State())
    private let making = AsyncMutex()

    /// How long a read of a thumbnailer waits while other requests go first.
    private static let patience = Duration.seconds(60)

    init(
        _ policy: ThumbnailerPolicy, rendition: String, catalog: Catalog, clock: any Clock<Duration>, logger: Logger,
        cache: @escaping MakeCache,
        fetcher: @escaping @Sendable (PhotoCache) -> PhotoFetcher
    ) {
        self.policy = policy
        self.rendition = rendition
        self.catalog = catalog
        self.logger = logger
        time = ElapsedClock(clock)
        makeCache = cache
        makeFetcher = fetcher
    }

    /// The files are small and few at a time, and a user waits for them only to see icons.
    static func limits(retries: Int) -> FetchLimits {
        var limits = FetchLimits.standard
        limits.priority = .soon
        limits.retries = retries
        limits.maximumLength = 8 << 20
        limits.pausedDownloads = 8
        limits.cursors = 4
        limits.allCursors = 16
        limits.window = 256 << 10
        return limits
    }

    // MARK: Queries

    /// `known` is the remembered identity of the caller. It is enough for a no, which is what nearly all get. It is not
    /// enough for a yes, because a moment ago the thread may have had another identity.
    func serves(_ caller: Caller, known: CallingProcess) -> Bool {
        guard policy.mayName(known), let process = CallingProcess(threadID: caller.threadID) else { return false }
        return policy.names(process)
    }

    var tally: Tally {
        state.withLock { $0.tally }
    }

    /// The use of the cache; nil before the first thumbnailer came.
    var usage: CacheUsage? { engine?.cache.usage }

    var downloads: [DownloadStatus] { engine?.fetcher.downloads ?? [] }

    /// Whether the small rendition is in the cache.
    func holds(_ thumbnail: OpenThumbnail) -> Bool {
        engine?.cache.contains(thumbnail.smallKey) ?? false
    }

    /// The fetcher, made if there is none yet; nil if the folder cannot be made.
    func readyFetcher() async -> PhotoFetcher? { await ready()?.fetcher }

    func lacks(_ photo: PhotoID) -> Bool {
        state.withLock { $0.lacking[photo] == true }
    }

    // MARK: Reading

    /// The bytes of `range`, cut at the end of the small rendition.
    func read(_ thumbnail: OpenThumbnail, _ range: Range<Int64>) async throws(FetchError) -> [UInt8] {
        guard let engine = await ready() else { throw .failed("no folder for small renditions") }
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

    func served(_ count: Int, isFirst: Bool) {
        state.withLock { state in
            if isFirst { state.tally.handles += 1 }
            state.tally.bytes += Int64(count)
        }
    }

    /// Notes that the host has no such rendition of the photo: this mount does not ask for it again.
    func note(lackOf photo: PhotoID) {
        state.withLock { $0.lacking[photo] = true }
    }

    /// Removes the photo's small rendition, also one that an earlier mount left.
    func withdraw(_ photo: PhotoID) async {
        await ready()?.fetcher.withdraw(photo)
    }

    func shutdown() async {
        await engine?.fetcher.shutdown()
    }

    // MARK: Inside

    private func open(_ thumbnail: OpenThumbnail, _ engine: Engine) async throws(FetchError) -> OpenPhoto {
        if let open = thumbnail.open(.small) { return open }
        let key = thumbnail.smallKey
        // If the catalog cannot be read, the rendition is only fetched once more.
        let known = (try? await catalog.learntFiles([key]))?[key]
        let open = try await engine.fetcher.open(thumbnail.photo, thumbnail.small, known: known)
        let (used, spare) = thumbnail.put(open, as: .small)
        if let spare { engine.fetcher.close(spare) }
        guard let used else { throw .interrupted }
        return used
    }

    private var engine: Engine? {
        state.withLock { state in
            guard case .ready(let engine) = state.readiness else { return nil }
            return engine
        }
    }

    /// Makes the cache and the fetcher if there are none yet; once, however many callers ask.
    private func ready() async -> Engine? {
        if let engine { return engine }
        return await making.run { () async -> Engine? in
            switch state.withLock({ $0.readiness }) {
            case .ready(let engine): return engine
            case .unusable: return nil
            case .none: break
            }
            do throws(PhotoCacheError) {
                let cache = try await makeCache()
                let engine = Engine(cache: cache, fetcher: makeFetcher(cache))
                state.withLock { $0.readiness = .ready(engine) }
                return engine
            } catch {
                logger.warning(
                    "no folder for small renditions: thumbnailers get whole photos", metadata: ["cause": "\(error)"])
                state.withLock { $0.readiness = .unusable }
                return nil
            }
        }
    }

    /// Limits the wait of `operation`: a host in back-off, or busy with what people wait for, must not keep small
    /// renditions waiting for ever.
    private func withinPatience<Value: Sendable>(
        _ operation: @escaping @Sendable () async -> Result<Value, FetchError>
    ) async throws(FetchError) -> Value {
        let (result, isLate) = await within(Self.patience, by: time, operation)
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
