import Catalog
import Glibc
import HTTP
import PhotoCache
import PhotoFetch
import PhotoTree

extension Folders {
    /// The state of the mount at this moment.
    func status() async -> StatusReport {
        await engines.cache.counted(within: .seconds(1))
        let snapshot = places.snapshot
        let usage = engines.cache.usage
        let open = tree.handles.counts
        let small = engines.small?.usage
        let images = engines.images
        let shares = images.shares
        let pins = self.pins.state.counts
        let source = listings.source
        let errors = listings.errors.reports
        let refusals = listings.errors.refusals
        var downloads: [StatusReport.Download] = []
        for download in engines.downloads {
            downloads.append(StatusReport.Download(download, path: await path(of: download.photo)))
        }
        let shelf = keeping.shelf?.usage
        let tally = engines.thumbnails?.tally ?? Thumbnails.Tally()
        return StatusReport(
            version: settings.version, pid: getpid(), source: settings.sourceName ?? source.namespace,
            options: settings.options, notice: source.notice, mountpoint: settings.mountpoint,
            mountedSince: started.iso8601,
            startTime: started.rawValue, note: wayOut,
            recovered: listings.catalog.recovered,
            folder: source.report.isEmpty ? nil : source.report + albums.held.report,
            placesFrom: snapshot.isGazetteer ? "gazetteer" : "source",
            placesRefreshed: snapshot.refreshed?.iso8601, countries: snapshot.index.countries.count,
            places: snapshot.index.countries.reduce(0) { $0 + $1.count },
            pins: pins.pins, searches: searches.state.items.count, albums: albums.state.count,
            pinsAwaiting: pins.awaiting,
            topics: topics.state.count,
            recents: settings.hasPersonalFolders ? recents.views.count : 0,
            listedDirectories: directories.counts.listed,
            refreshing: await listings.refresher.underWay.map { path(of: $0) }.sorted(),
            listingsQueued: await listings.refresher.queued, crawlers: await crawlers(),
            knownInodes: tree.inodes.count, openFiles: open.files, openDirectories: open.directories,
            cacheBytes: usage.bytes, cacheLimit: usage.limit, cachePhotos: usage.photos,
            cacheRefetchedPhotos: usage.refetched.photos, cacheRefetchedBytes: usage.refetched.bytes,
            cacheSufficientLimit: usage.refetched.sufficientLimit,
            thumbnailsServed: tally.handles, thumbnailBytes: tally.bytes, thumbnailCacheBytes: small?.bytes ?? 0,
            thumbnailCacheLimit: small?.limit ?? 0,
            kept: keptReports, keptBytes: shelf?.bytes ?? 0, keepLimit: shelf?.limit ?? 0,
            smallInHour: images.smallInHour, smallWait: images.smallWait.map { $0.components.seconds + 1 },
            imagesInHour: shares.reduce(0) { $0 + $1.images }, imagesPerHour: images.limit,
            imagesWait: images.wait.map { $0.components.seconds + 1 },
            readers: shares.prefix(StatusReport.readersShown).map(StatusReport.Reader.init),
            downloads: downloads,
            hosts: engines.hosts().map { StatusReport.Host($0, at: listings.now()) },
            errorsTotal: errors.total,
            recentErrors: errors.latest.map {
                StatusReport.Failure(
                    at: $0.at.iso8601, operation: $0.operation, node: $0.path, errno: $0.errno, cause: $0.cause)
            }, refusedTotal: refusals.total,
            refused: refusals.latest.map {
                StatusReport.Refusal(at: $0.at.iso8601, path: $0.path, errno: $0.errno, reason: $0.cause)
            })
    }
}

extension Folders {
    private var keptReports: [StatusReport.Kept] {
        let folders = keeping.folders
        // Once for all of them: the shelf may have thousands of files.
        let lengths = folders.isEmpty ? [:] : keeping.shelf?.lengths() ?? [:]
        let bytes = lengths.reduce(into: [PhotoID: Int64]()) { $0[$1.key.photo, default: 0] += $1.value }
        return folders.map { key in
            let progress = keeping.progress(of: keptLists(of: key), bytes: bytes) ?? Keeping.Progress()
            return StatusReport.Kept(
                path: path(of: key), photos: progress.photos, of: progress.of, bytes: progress.bytes,
                changed: progress.changed?.iso8601, error: progress.error)
        }
    }

    private func crawlers() async -> [StatusReport.Crawler] {
        let found = listings.crawls.crawlers
        guard !found.isEmpty else { return [] }
        let places = self.places.snapshot.index.countries.flatMap { country in
            country.places.map { DirectoryKey.place($0.place.id) }
        }
        // If the catalog cannot be read, only those count that memory knows.
        try? await listings.loadExtents(of: places)
        let listed = places.count { directories.summary(of: $0) != nil }
        return found.map {
            StatusReport.Crawler(
                program: $0.program, pid: max(0, $0.process), opened: $0.opened, listed: listed, places: places.count)
        }
    }
}

extension StatusReport.Host {
    init(_ status: HostStatus, at now: Timestamp) {
        var notes: [String] = []
        if status.isDown {
            notes.append("down, probed")
        } else if status.outage != nil {
            notes.append("does not answer")
        }
        if let pause = status.backingOffFor {
            notes.append("left alone, \(Pause.nextTry(in: pause, at: now))")
        }
        if let wait = status.rateWait {
            notes.append("its share of requests is used, readers wait \(wait.components.seconds) s")
        }
        if let error = status.lastError {
            notes.append("last error: \(error)")
        }
        self.init(
            host: status.host, requests: status.requests, running: status.running, queued: status.queued,
            isDown: status.isDown, note: notes.isEmpty ? nil : notes.joined(separator: ", "))
    }
}

extension StatusReport.Download {
    init(_ status: DownloadStatus, path: String) {
        self.init(
            photo: status.photo.rawValue, path: path, title: status.title, received: status.received,
            expected: status.length,
            readers: status.handles, isPassedThrough: status.isPassedThrough)
    }
}

extension StatusReport.Reader {
    init(_ share: ImageUsageMeter.Share) {
        self.init(program: share.program, pid: share.process, images: share.images)
    }
}
