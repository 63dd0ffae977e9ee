import Catalog
import FUSE
import PhotoTree

// tags/: a topic is a tag; one query brings its photos, which its directories take apart by their other tags.
extension PlacesFileSystem {
    /// How many of a topic's newest photos are taken apart.
    static let topicSize = 500

    func makeTopic(_ name: String) async throws(Errno) -> DirectoryKey {
        guard let key = TopicName.key(of: name), !FileName.isReserved(name) else { throw .invalid }
        let topic = try await store { () async throws(CatalogError) in
            try await catalog.addTopic(named: name, key: key)
        }
        guard let topic else { throw .exists }
        topics.put(topic, now: now())
        directories.setNumbers([.topic(topic.number): topic.number])
        return .topic(topic.number)
    }

    func renameTopic(_ name: String, to newName: String) async throws(Errno) {
        guard let topic = topics.topic(named: name) else { throw .noEntry }
        guard let key = TopicName.key(of: newName), !FileName.isReserved(newName) else { throw .invalid }
        let directory = DirectoryKey.topic(topic.number)
        let isSameTag = key == TopicName.key(of: name)
        let names = topics.folders(of: topic.number)?.all.map(\.name) ?? []
        let isRenamed = try await storeRemoval(of: directory) { [self] () async throws(CatalogError) in
            try await topicOrder.run { [self] () async throws(CatalogError) in
                guard try await catalog.renameTopic(topic.number, to: newName, key: key) else { return false }
                topics.put(Topic(number: topic.number, name: newName), now: now())
                guard !isSameTag else { return true }
                forgetTopic(topic.number)
                directories.setNumbers([directory: topic.number])
                return true
            }
        }
        guard isRenamed else { throw .exists }
        guard !isSameTag else {
            let shown = directories.loaded(directory).listing?.listing
            try await showAnew(directory, from: shown)
            if let new = directories.loaded(directory).listing?.listing {
                tellTags(of: topic.number, key, from: shown, to: new)
            }
            return
        }
        expireAll(names, in: directory, ofDirectories: true)
        expireAll([GeneratedFile.map, .mapPage, .noImages].map(\.rawValue), in: directory)
    }

    func removeTopic(_ name: String) async throws(Errno) {
        guard let topic = topics.topic(named: name) else { throw .noEntry }
        try await storeRemoval(of: .topic(topic.number)) { [self] () async throws(CatalogError) in
            try await topicOrder.run { [self] () async throws(CatalogError) in
                try await catalog.removeTopic(topic.number)
                forgetTopic(topic.number)
                topics.remove(topic.number, now: now())
            }
        }
    }

    private func forgetTopic(_ number: NodeNumber) {
        for folder in topics.folders(of: number)?.all ?? [] {
            forget(.tag(folder.tag, of: number))
            tagNumbers.forget(.tag(folder.tag, of: number))
        }
        topics.forgetFolders(of: number)
        forget(.topic(number))
    }

    func refreshTopic(_ number: NodeNumber) async throws(RefreshError) {
        guard let topic = topics.topic(number) else { return }
        let query = PhotoQuery(
            subject: .tag(topic.name), limit: Self.topicSize, order: .newest, license: settings.license)
        var page = try await found(query, for: .topic(number))
        page.photos = page.photos.filter { image(of: $0) != nil }
        let index = TagIndex(page.photos, topic: TopicName.key(of: topic.name) ?? "")
        let counts = Dictionary(page.photos.map { ($0.id, index.directoryCount(of: $0.id)) }) { first, _ in first }
        let shown = page
        let isRenamed = try await asCatalog { [self] () async throws(CatalogError) in
            try await topicOrder.run { [self] () async throws(CatalogError) in
                guard let now = topics.topic(number), now.name == topic.name else { return true }
                let update = try await catalog.replaceTopic(number, with: shown, directories: counts)
                if let update { try await apply(update, toTopic: number) }
                return false
            }
        }
        // Of the tag that it is called now; one that was removed is asked for no more.
        guard !isRenamed else { return try await refreshTopic(number) }
        try noteExtent(of: shown, .topic(number))
    }

    /// Shows what the catalog keeps of a topic now, in the directories of its tags, too.
    func apply(_ update: ListingUpdate, toTopic number: NodeNumber) async throws(CatalogError) {
        try await apply(update, to: .topic(number))
        guard update.isChanged, let topic = topics.topic(number) else { return }
        let key = TopicName.key(of: topic.name) ?? ""
        let before = topics.folders(of: number)?.all ?? []
        // How much each folder holds is right before the kernel asks.
        _ = topics.index(of: update.new, topic: number, key: key)
        tellTags(of: number, key, from: update.old, to: update.new)
        forgetTags(before, leaving: number)
    }

    /// Forgets what is known of the tags that left, but for those that some process may still sit in.
    private func forgetTags(_ before: [TopicsState.TagFolder], leaving number: NodeNumber) {
        let after = topics.folders(of: number)
        for folder in before where after?.folder(of: folder.tag) == nil {
            let key = DirectoryKey.tag(folder.tag, of: number)
            guard let directory = directories.number(of: key), inodes.record(directory) == nil else { continue }
            directories.remove(key)
            snapshots.remove(key)
            tagNumbers.forget(key)
        }
    }

    /// The topic's directories, from memory or the catalog, else from the source; nil when nobody waited for that.
    func folders(
        of number: NodeNumber, waiting bound: DirectoryRefresher.Bound?
    ) async throws(Errno) -> TopicsState.Folders? {
        guard let loaded = try await listing(of: .topic(number), waiting: bound) else { return nil }
        _ = index(of: loaded, topic: number)
        return topics.folders(of: number)
    }

    func index(of loaded: LoadedListing, topic number: NodeNumber) -> TagIndex {
        let key = topics.topic(number).flatMap { TopicName.key(of: $0.name) } ?? ""
        return topics.index(of: loaded.listing, topic: number, key: key)
    }

    /// A tag's part of its topic's listing; nil when that is not known.
    func tagListing(_ tag: String, of number: NodeNumber) async throws(Errno) -> LoadedListing? {
        let key = DirectoryKey.tag(tag, of: number)
        guard let topic = try await knownListing(of: .topic(number)) else { return nil }
        if let loaded = directories.loaded(key).listing, loaded.listing.version == topic.listing.version {
            return loaded
        }
        let photos = index(of: topic, topic: number).entry(of: tag)?.photos ?? []
        do throws(CatalogError) {
            let version = topic.listing.version
            let numbers = try await tagNumbers.numbers(for: key, version: version, photos: photos.count, catalog)
            let part = topic.part(photos, as: key, numbers)
            return directories.keep(part, of: key)
        } catch {
            throw mapped(.catalog(error), "list", key)
        }
    }

    /// The kernel may hold names in any of the topic's directories, as they were and as they are.
    private func tellTags(of number: NodeNumber, _ key: String, from old: Listing?, to new: Listing) {
        guard let notifier else { return }
        var names: [String: (folder: String, files: Set<String>)] = [:]
        for listing in [old, new].compactMap({ $0 }) {
            for entry in TagIndex(listing.entries.map(\.photo), topic: key).entries {
                names[entry.tag, default: (entry.name, [])].files.formUnion(
                    entry.photos.map { listing.entries[$0].name })
            }
        }
        expireAll(names.values.map(\.folder).sorted(), in: .topic(number), ofDirectories: true)
        let written = [GeneratedFile.map, .mapPage, .credits, .hidden, .noImages].map(\.rawValue)
        for (tag, shown) in names {
            guard let directory = directories.number(of: .tag(tag, of: number)), inodes.record(directory) != nil
            else { continue }
            notifier.invalidatePages(of: InodeNumber(directory))
            for name in written + shown.files.sorted() + shown.files.sorted().map(SidecarName.of) {
                notifier.expireEntry(name, in: InodeNumber(directory))
            }
        }
    }
}
