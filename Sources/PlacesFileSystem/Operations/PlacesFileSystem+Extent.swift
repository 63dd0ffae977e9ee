import FUSE
import PhotoTree

extension PlacesFileSystem {
    /// How many entries a directory shows, as far as is known, and when they last changed.
    func extent(of key: DirectoryKey) -> (count: Int, modified: Timestamp) {
        let shape = shape(of: key)
        let fixed = shape.directories.count + shape.generated.count
        switch key {
        case .root, .state, .placeholder:
            return (fixed, started)
        case .places:
            let snapshot = places.snapshot
            return (fixed + snapshot.index.countries.count, snapshot.changed)
        case .country(let name):
            let snapshot = places.snapshot
            let count = snapshot.index.country(named: name)?.places.count ?? 0
            return (fixed + count, snapshot.changed(country: name))
        case .tags:
            return (fixed + topics.count, topics.changed)
        case .pins:
            return (fixed + pins.count, pins.changed)
        case .topic(let number):
            guard let summary = directories.summary(of: key) else { return (0, topics.changed) }
            let count = topics.folders(of: number)?.all.count ?? 0
            return (fixed + (summary.count > 0 ? count : 1), summary.changed)
        case .tag(let tag, let number):
            let count = topics.folders(of: number)?.folder(of: tag)?.count ?? 0
            return photos(count, of: key, changed: directories.summary(of: .topic(number))?.changed ?? started)
        case .place, .cached, .recents, .pin:
            guard let summary = directories.summary(of: key) else { return (0, joined(key)) }
            return photos(summary.count, of: key, changed: summary.changed)
        }
    }

    /// The time of a directory that was never listed: when its parent last got or lost one.
    private func joined(_ key: DirectoryKey) -> Timestamp {
        switch key {
        case .place(let id):
            let snapshot = places.snapshot
            return snapshot.index.entry(of: id).map { snapshot.changed(country: $0.country) } ?? started
        case .pin: return pins.changed
        default: return started
        }
    }

    private func photos(
        _ count: Int, of key: DirectoryKey, changed: Timestamp
    ) -> (count: Int, modified: Timestamp) {
        let shape = Layout.shape(of: key)
        let isLoading = isLoading(key)
        let files = (shape.generated + [.noImages]).count {
            shows($0, in: key, isEmpty: count == 0, isLoading: isLoading)
        }
        let perPhoto = shape.hasSidecars && settings.sidecars == .listed ? 2 : 1
        return (files + count * perPhoto, changed)
    }

    /// Whether a directory of photos shows this file of ours now: `No Images` stands in an empty one, but for `recents/`,
    /// where it would blame the source; a collection that is on its way can be asked for no more.
    func shows(_ file: GeneratedFile, in key: DirectoryKey, isEmpty: Bool, isLoading: Bool) -> Bool {
        switch (file, key) {
        case (.noImages, .recents), (.noImages, .cached): false
        case (.noImages, _): isEmpty
        case (.newCollection, .pin): !isLoading
        default: true
        }
    }
}
