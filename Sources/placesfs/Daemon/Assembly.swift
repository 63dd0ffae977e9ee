internal import Catalog
internal import FUSE
internal import Foundation
internal import Glibc
internal import HTTP
internal import Logging
internal import OwnPhotos
internal import PhotoCache
internal import PhotoTree
internal import PlacesFileSystem

/// Builds all parts and connects them; nothing else does.
struct Assembly: Sendable {
    private let plan: MountPlan
    private let mountpoint: String
    private let logs: Logs
    private let source: any PhotoSource
    private let catalog: Catalog
    private let isReadOnly: Bool
    /// What the caller of `mount` is to be told of the state: that it was mended, or takes nothing.
    let notice: String?
    private let fileSystem: PlacesFileSystem

    /// `files` is the task that reads the program's files.
    ///
    /// - Throws: Which part could not be built, and the remedy.
    init(
        _ plan: MountPlan, mountpoint: String, files: Task<Result<ProgramFiles, CommandFailure>, Never>, logs: Logs
    ) async throws(CommandFailure) {
        self.plan = plan
        self.mountpoint = mountpoint
        self.logs = logs
        let threads = DiskThreads()
        let images = Self.usageMeter(plan)
        if plan.source == .folder {
            try OwnFolder.check(plan.configuration.sources.from ?? "", mountpoint: mountpoint)
        }
        let (source, transport) = try await Self.source(plan, threads, counting: images, logs: logs) {
            () async throws(CommandFailure) in try await files.value.get().gazetteer
        }
        self.source = source
        let rendition = try Self.rendition(plan, source)
        // In parallel with the catalog, which waits for the disk.
        async let stored = Self.cache(plan, threads, logs)
        let first: Catalog
        do throws(CatalogError) {
            first = try await Self.catalog(plan, source, logs)
        } catch {
            throw CommandFailure(error)
        }
        let cache = try await stored.get()
        let files = try await files.value.get()
        if !files.hasLeaflet {
            let packages = MapAssets.leafletPackages.joined(separator: " and ")
            logs.logger("maps").notice("maps are lists only: install \(packages)")
        }
        var settings = Self.settings(plan, mountpoint, rendition: rendition)
        if let reason = first.unwritable {
            logs.logger("catalog").error("mounted read-only: \(reason)")
            settings.isReadOnly = true
            settings.whyReadOnly =
                "mounted read-only, because the state cannot be written (\(reason)); what is learnt now is forgotten "
                + "at the end"
            settings.wayOut = settings.whyReadOnly
        }
        isReadOnly = settings.isReadOnly
        let build = { @Sendable [settings] (catalog: Catalog) async throws(CatalogError) -> PlacesFileSystem in
            let fileSystem = try await PlacesFileSystem(
                source: source, transport: transport, catalog: catalog, cache: cache,
                gazetteer: files.gazetteer, mapPage: files.mapPage, settings: settings,
                clock: ContinuousClock(), now: Self.now,
                hostStatus: { transport.status() }, images: images,
                smallCache: Self.smallCache(plan, cache.shelf, threads, logs), logger: logs.logger("places"))
            let uses = try await catalog.imageUse(since: ImageUsageMeter.firstMinute(at: Self.now()))
            let past = images.begin(
                with: uses, waiting: { transport.sharedWait }, smallWait: { transport.smallWait })
            transport.resume(past.photos, small: past.small)
            return fileSystem
        }
        do throws(CatalogError) {
            (catalog, fileSystem) = try await Self.built(on: first, build) { () async throws(CatalogError) in
                try await Self.catalog(plan, source, logs)
            }
        } catch {
            throw CommandFailure(error)
        }
        notice = settings.whyReadOnly ?? catalog.recovered.map { "mounted, and the state was mended: \($0)" }
    }

    /// What `build` makes of the catalog. A page that turns out to be damaged only now ends no start: opened again, the
    /// catalog is salvaged.
    private static func built(
        on first: Catalog, _ build: (Catalog) async throws(CatalogError) -> PlacesFileSystem,
        again: () async throws(CatalogError) -> Catalog
    ) async throws(CatalogError) -> (Catalog, PlacesFileSystem) {
        do throws(CatalogError) {
            return (first, try await build(first))
        } catch {
            first.close()
            guard case .damaged = error else { throw error }
        }
        let salvaged = try await again()
        do throws(CatalogError) {
            return (salvaged, try await build(salvaged))
        } catch {
            salvaged.close()
            throw error
        }
    }

    private static func catalog(
        _ plan: MountPlan, _ source: any PhotoSource, _ logs: Logs
    ) async throws(CatalogError) -> Catalog {
        let catalog = try await Catalog(
            at: plan.directories.catalog, firstTopics: source.firstTopics, now: now)
        if let recovered = catalog.recovered { logs.logger("catalog").warning("\(recovered)") }
        return catalog
    }

    /// `descriptor` is an open /dev/fuse, if the mount exists already.
    ///
    /// - Throws: Why there is no mount.
    func mount(through descriptor: Int32?) throws(CommandFailure) -> Session {
        let configuration = plan.configuration
        var options = MountOptions(
            mountpoint: mountpoint, fsname: configuration.access.fsname ?? "placesfs-\(plan.source.rawValue)",
            subtype: "placesfs", allowOther: configuration.access.allowsOthers,
            allowRoot: configuration.access.allowsRoot,
            readOnly: isReadOnly,
            defaultPermissions: configuration.access.allowsOthers || configuration.access.allowsRoot,
            extra: plan.kernelWords)
        options.descriptor = descriptor
        do throws(SessionError) {
            return try Session(fileSystem, options, logger: logs.logger("fuse"))
        } catch {
            throw CommandFailure(
                error,
                needing: configuration.access.allowsOthers
                    ? "allow-other" : configuration.access.allowsRoot ? "allow-root" : nil)
        }
    }

    /// What the caller of `mount` is to be told of the source.
    var firstTrouble: FirstTrouble { FirstTrouble(plan, fileSystem, source as? OwnPhotosSource) }

    /// Runs the work behind the mount until the mount has ended.
    func run() async {
        async let _ = ReturnedNetwork(plan, mountpoint: mountpoint).tell(fileSystem)
        await fileSystem.run()
    }

    func close() async {
        catalog.close()
        await source.close()
    }

    private static func cache(
        _ plan: MountPlan, _ threads: DiskThreads, _ logs: Logs
    ) async -> Result<PhotoCache, CommandFailure> {
        Result { () throws(PhotoCacheError) in
            try PhotoCache(
                directory: plan.directories.cache, limit: plan.configuration.files.cacheSize.rawValue,
                threads: threads, clock: ContinuousClock(), logger: logs.logger("cache"),
                shelf: shelf(plan, threads, logs), countsAtOnce: false)
        }.mapError { error in CommandFailure(error) }
    }

    /// Where photos lie that are kept offline. Without it, on a full disk say, there is a mount all the same.
    private static func shelf(_ plan: MountPlan, _ threads: DiskThreads, _ logs: Logs) -> PhotoCache? {
        do throws(PhotoCacheError) {
            return try PhotoCache(
                directory: plan.directories.kept, limit: plan.configuration.files.keepSize.rawValue,
                threads: threads, clock: ContinuousClock(), logger: logs.logger("kept"), isShelf: true,
                countsAtOnce: false)
        } catch {
            logs.logger("kept").warning("nothing can be kept offline", metadata: ["cause": "\(error)"])
            return nil
        }
    }

    private static func smallCache(
        _ plan: MountPlan, _ shelf: PhotoCache?, _ threads: DiskThreads, _ logs: Logs
    ) -> @Sendable () async throws(PhotoCacheError) -> PhotoCache {
        { () async throws(PhotoCacheError) in
            try await threads.run {
                Result { () throws(PhotoCacheError) in
                    try PhotoCache(
                        directory: plan.directories.thumbnails,
                        limit: plan.configuration.files.thumbnailCacheSize.rawValue,
                        threads: threads, clock: ContinuousClock(), logger: logs.logger("thumbnails"), shelf: shelf)
                }
            }.get()
        }
    }

    private static func settings(_ plan: MountPlan, _ mountpoint: String, rendition: String?) -> Settings {
        let (configuration, photos) = (plan.configuration, plan.shown)
        var settings = Settings(
            mountpoint: mountpoint, userID: geteuid(), groupID: getegid(), version: Version.full)
        settings.rendition = rendition
        settings.photoSizeLimit = configuration.files.photoSizeLimit
        settings.spoolDirectory = plan.directories.state + "/spool"
        settings.rescueDirectory = plan.directories.state + "/rescued"
        settings.thumbnailers = photos.thumbnailers
        settings.servesThumbnailers = photos.thumbnails == .small
        settings.photosPerPlace = photos.perPlace
        settings.photosPerPin = photos.perPin
        settings.order = photos.sort
        settings.license = photos.license
        settings.sidecars = photos.sidecars
        settings.embedding = photos.embedding
        settings.sizes = photos.sizes
        settings.exactSizePrograms = photos.exactSizePrograms
        settings.sourceName = plan.source.rawValue
        settings.options = plan.options
        settings.isReadOnly = configuration.access.isReadOnly
        settings.isShared = configuration.access.allowsOthers
        settings.isRootPrivate = configuration.access.allowsRoot
        settings.hasPersonalFolders = !(configuration.access.allowsOthers && ServiceUser.isOne(geteuid()))
        settings.needsNetwork = plan.source.needsNetwork
        if plan.source == .sample {
            settings.remark = "This is the sample: pictures that came with placesfs, drawn by a program."
        }
        if plan.isStopgap {
            settings.wayOut =
                "no network when this was mounted, so it is the sample; when the network is back: "
                + plan.lineForAgain(at: mountpoint)
        }
        settings.timing.listingWait = configuration.hosts.listingWait
        settings.downloadRetries = configuration.hosts.retries
        settings.connections =
            configuration.imagePolicy(plan.source, onThisMachine: hasOwnImages(plan)).connections.limit
        settings.hostWait = configuration.hosts.wait
        settings.listingsPerHour = SourceHosts(plan.source, configuration).flatMap { HostName(of: $0.api) }
            .flatMap { configuration.apiPolicy(plan.source, at: $0).rate?.perHour }
        settings.longestStill = max(
            settings.longestStill, configuration.hosts.firstByteTimeout, configuration.hosts.lowSpeedTime)
        settings.slowestRate = configuration.hosts.lowSpeed.rawValue
        // Each try that stalls ends after `lowSpeedTime`.
        settings.slowestPeriod = configuration.hosts.lowSpeedTime * 4
        settings.timing.listingLifetime = configuration.requests.listingLifetime
        settings.timing.topPlacesLifetime = configuration.requests.topPlacesLifetime
        settings.timing.confirmAfter = configuration.requests.confirmAfter
        return settings
    }

    @Sendable static func now() -> Timestamp {
        Timestamp(Int64(Date().timeIntervalSince1970.rounded(.down)))
    }
}
