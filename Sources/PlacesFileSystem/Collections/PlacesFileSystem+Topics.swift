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
        tree.publish(TreeChange(came: [.topic(topic.number): topic.number]))
        return .topic(topic.number)
    }

    func renameTopic(_ name: String, to newName: String) async throws(Errno) {
        guard let topic = topics.topic(named: name) else { throw .noEntry }
        guard let key = TopicName.key(of: newName), !FileName.isReserved(newName) else { throw .invalid }
        let directory = DirectoryKey.topic(topic.number)
        let isSameTag = key == TopicName.key(of: name)
        let isRenamed = try await storeRemoval(of: directory) { [self] () async throws(CatalogError) in
            try await topicOrder.run { [self] () async throws(CatalogError) in
                guard try await catalog.renameTopic(topic.number, to: newName, key: key) else { return false }
                topics.put(Topic(number: topic.number, name: newName), now: now())
                guard !isSameTag else {
                    // Maps and sidecars tell where they lie, so they are other files now.
                    if let listing = try await catalog.listing(of: directory) {
                        let shown = directories.loaded(directory).listing?.listing
                        try await apply(
                            ListingUpdate(old: shown, new: listing, isChanged: true), toTopic: topic.number)
                    }
                    return true
                }
                let names = ListingChange(
                    expired: [GeneratedFile.map, .mapPage, .noImages].map(\.rawValue),
                    expiredDirectories: topics.folders(of: topic.number)?.all.map(\.name) ?? [])
                tree.publish(
                    TreeChange(gone: forgetTags(of: topic.number), emptied: [directory], names: [directory: names]))
                return true
            }
        }
        guard isRenamed else { throw .exists }
    }

    func removeTopic(_ name: String) async throws(Errno) {
        guard let topic = topics.topic(named: name) else { throw .noEntry }
        try await storeRemoval(of: .topic(topic.number)) { [self] () async throws(CatalogError) in
            try await topicOrder.run { [self] () async throws(CatalogError) in
                try await catalog.removeTopic(topic.number)
                let tags = forgetTags(of: topic.number)
                topics.remove(topic.number, now: now())
                tree.publish(TreeChange(gone: tags + [.topic(topic.number)]))
            }
        }
    }

    /// The directories of tags that a topic had.
    private func forgetTags(of number: NodeNumber) -> [DirectoryKey] {
        let tags = (topics.folders(of: number)?.all ?? []).map { DirectoryKey.tag($0.tag, of: number) }
        for tag in tags { tagNumbers.forget(tag) }
        topics.forgetFolders(of: number)
        return tags
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
        var change = try await change(update, of: .topic(number))
        if update.isChanged, let topic = topics.topic(number) {
            let key = TopicName.key(of: topic.name) ?? ""
            let before = topics.folders(of: number)?.all ?? []
            // How much each folder holds is right before the kernel asks.
            _ = topics.index(of: update.new, topic: number, key: key)
            change.names.merge(tagNames(of: number, key, from: update.old, to: update.new)) { $0.joined(with: $1) }
            change.gone = forgetTags(before, leaving: number)
        }
        tree.publish(change)
    }

    /// The directories of tags that left, but for those that some process may still sit in.
    private func forgetTags(_ before: [TopicsState.TagFolder], leaving number: NodeNumber) -> [DirectoryKey] {
        let after = topics.folders(of: number)
        let left = before.filter { after?.folder(of: $0.tag) == nil }.map { DirectoryKey.tag($0.tag, of: number) }
        let gone = left.filter { key in
            directories.number(of: key).map { inodes.record($0) == nil } ?? false
        }
        for key in gone { tagNumbers.forget(key) }
        return gone
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
    private func tagNames(
        of number: NodeNumber, _ key: String, from old: Listing?, to new: Listing
    ) -> [DirectoryKey: ListingChange] {
        var names: [String: (folder: String, files: Set<String>)] = [:]
        for listing in [old, new].compactMap({ $0 }) {
            for entry in TagIndex(listing.entries.map(\.photo), topic: key).entries {
                names[entry.tag, default: (entry.name, [])].files.formUnion(
                    entry.photos.map { listing.entries[$0].name })
            }
        }
        let written = [GeneratedFile.map, .mapPage, .credits, .hidden, .noImages].map(\.rawValue)
        let folders = ListingChange(expiredDirectories: names.values.map(\.folder).sorted())
        var changes = [DirectoryKey.topic(number): folders]
        for (tag, shown) in names {
            let files = shown.files.sorted()
            changes[.tag(tag, of: number)] = ListingChange(expired: written + files + files.map(SidecarName.of))
        }
        return changes
    }
}
