import PhotoCache
import PhotoTree

extension PlacesFileSystem {
    /// What is going on at this moment.
    func status() async -> StatusReport {
        let snapshot = places.snapshot
        let usage = cache.usage
        let open = handles.counts
        return StatusReport(
            version: settings.version, source: source.namespace, notice: source.notice,
            mountpoint: settings.mountpoint, mountedSince: started.iso8601,
            placesFrom: snapshot.isGazetteer ? "gazetteer" : "source",
            placesRefreshed: snapshot.refreshed?.iso8601, countries: snapshot.index.countries.count,
            places: snapshot.index.countries.reduce(0) { $0 + $1.places.count },
            listedDirectories: directories.counts.listed, refreshing: await refresher.underWay.map(\.text).sorted(),
            knownInodes: inodes.count, openFiles: open.files, openDirectories: open.directories,
            cacheBytes: usage.bytes, cacheLimit: usage.limit, cachePhotos: usage.photos,
            downloads: [], hosts: [],
            errorsTotal: recentErrors.total,
            recentErrors: recentErrors.latest.map {
                StatusReport.Failure(
                    at: $0.at.iso8601, operation: $0.operation, node: $0.node, errno: $0.errno, cause: $0.cause)
            })
    }
}
