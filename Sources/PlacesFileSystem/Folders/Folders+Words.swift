import Catalog
import HTTP
import PhotoTree
import Synchronization

extension Folders: UserWords {
    var sourceName: String { listings.source.name }

    var reasonOfPause: String? { pausedHost?.lastError }

    var pause: Duration? { pausedHost?.backingOffFor }

    private var pausedHost: HostStatus? {
        let paused = engines.hosts().filter { $0.backingOffFor != nil }
        return paused.count == 1 ? paused[0] : nil
    }

    func path(of directory: DirectoryKey) -> String {
        guard !directory.isRoot else { return "/" }
        let folder = folder(directory)
        // A folder that has left the tree has no name any more.
        guard !folder.name.isEmpty else { return "a folder that is gone" }
        let above = folder.parent.map { path(of: $0) } ?? ""
        return above.isEmpty || above == "/" ? folder.name : above + "/" + folder.name
    }

    func path(of photo: PhotoID) async -> String {
        if let path = await shownPath(of: photo) { return path }
        // An error that comes of its going is told after it went.
        return formerPaths.withLock { $0[photo] } ?? "photo \(photo)"
    }

    /// Nil if nothing shows the photo any more.
    func shownPath(of photo: PhotoID) async -> String? {
        if let (key, listing) = directories.listing(showing: photo), let index = listing.index(of: photo) {
            let entry = listing.listing.entries[index]
            return path(of: key) + "/" + ((folder(key) as? any Listed)?.paths(in: listing)(entry) ?? entry.name)
        }
        // Its listing is not in memory. Without the catalog nothing is known of it.
        let kept = (try? await listings.catalog.photos([photo]))?[photo]
        return kept.map { PhotoNames.plain($0) }
    }
}
