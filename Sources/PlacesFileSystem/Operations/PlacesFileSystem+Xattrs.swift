public import FUSE
import PhotoTree

// Extended attributes, all from memory. Those that change are answered by name but not listed, so that a copy does not
// carry them along.
extension PlacesFileSystem {
    public func getxattr(_ name: String, of inode: InodeNumber) async throws(Errno) -> [UInt8] {
        // This alone cuts `ls -l` of 24 files from 48 requests to 2 (product.md; desktop.md §1).
        guard name.hasPrefix("user.") else { throw .notSupported }
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        let value: String? =
            switch (record.node, record.facts) {
            case (.directory(let key), _):
                await changingXattr(name, of: key) ?? listedXattr(name, of: key)
            case (.photo(let id), .photo(let facts)):
                if let changing = changingXattr(name, of: id, facts) {
                    changing
                } else {
                    try await xattrs(of: id).first { $0.name == name }?.value
                }
            default:
                nil
            }
        guard let value else { throw .noData }
        return Array(value.utf8)
    }

    public func listxattr(_ inode: InodeNumber) async throws(Errno) -> [String] {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        return switch record.node {
        case .directory(let key): xattrs(of: key).map(\.name)
        case .photo(let id): try await xattrs(of: id).map(\.name)
        case .sidecar, .generated: []
        }
    }

    private func xattrs(of id: PhotoID) async throws(Errno) -> [(name: String, value: String)] {
        guard let photo = try await photo(id) else { return [] }
        return PhotoXattrs.listed(for: photo, image: image(of: photo), namespace: source.namespace)
    }

    private func changingXattr(_ name: String, of id: PhotoID, _ facts: PhotoFacts) -> String? {
        let key = ImageKey(photo: id, rendition: facts.rendition)
        return switch name {
        case "user.places.state": fetcher.state(of: key).text
        case "user.places.size": facts.learnt == nil ? "estimated" : "exact"
        case "user.places.error": fetcher.lastError(of: key).map { sentence(of: $0) }
        default: nil
        }
    }

    private func sentence(of failure: FetchFailure) -> String {
        let seconds = failure.retryIn.components.seconds
        return failure.error.text + (seconds > 0 ? "; tried again in \(seconds) s" : "; tried again on the next read")
    }

    private func listedXattr(_ name: String, of key: DirectoryKey) -> String? {
        xattrs(of: key).first { $0.name == name }?.value
    }

    private func xattrs(of key: DirectoryKey) -> [(name: String, value: String)] {
        let summary = directories.summary(of: key)
        switch key {
        case .root, .tags, .recents, .pins, .state:
            return []
        case .places:
            let count = places.snapshot.index.countries.count
            return DirectoryXattrs.listed(title: "places", subtitle: nil, count: count, total: nil, coordinate: nil)
        case .country(let name):
            let count = places.snapshot.index.country(named: name)?.places.count
            return DirectoryXattrs.listed(title: name, subtitle: nil, count: count, total: nil, coordinate: nil)
        case .place(let id):
            guard let place = places.snapshot.index.entry(of: id)?.entry.place else { return [] }
            return DirectoryXattrs.listed(
                title: place.name, subtitle: place.subtitle, count: summary?.count, total: summary?.total,
                coordinate: place.coordinate)
        case .cached:
            return DirectoryXattrs.listed(
                title: "cached", subtitle: nil, count: summary?.count, total: nil, coordinate: nil)
        }
    }

    private func changingXattr(_ name: String, of key: DirectoryKey) async -> String? {
        let failure = directories.failure(of: key)
        let refreshed = key == .places ? places.snapshot.refreshed : directories.summary(of: key)?.refreshed
        switch name {
        case "user.places.refreshed":
            return refreshed?.iso8601
        case "user.places.error":
            return failure.map { "\($0.at.iso8601) \($0.error.sentence)" }
        case "user.places.state":
            guard Layout.shape(of: key).listsPhotos || key == .places else { return nil }
            if await refresher.isRefreshing(key) { return "downloading" }
            if let failure, case .source(.unreachable) = failure.error { return "offline" }
            let lifetime = key == .places ? settings.timing.topPlacesLifetime : settings.timing.listingLifetime
            guard let refreshed, failure == nil, now() - refreshed < lifetime else { return "stale" }
            return "fresh"
        default:
            return nil
        }
    }
}

extension Place {
    /// The rest of the name: "Île-de-France, France".
    var subtitle: String {
        region.isEmpty ? country : "\(region), \(country)"
    }
}

extension RefreshError {
    /// For people, in a few words.
    var sentence: String {
        switch self {
        case .source(.unreachable(let text)): "unreachable: \(text)"
        case .source(.timedOut(let text)): "timed out: \(text)"
        case .source(.credentialsRefused(let text)): "key refused: \(text)"
        case .source(.tooManyRequests(let text)): "too many requests: \(text)"
        case .source(.failed(let text)): "failed: \(text)"
        case .source(.cancelled), .interrupted: "interrupted"
        case .catalog(let error): "catalog: \(error)"
        case .timedOut: "timed out"
        }
    }
}
