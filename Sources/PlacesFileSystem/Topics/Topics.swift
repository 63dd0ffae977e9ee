import Catalog
import FUSE
import PhotoTree
import Waiting

/// `tags/`: a topic is a tag. One query finds its photos, and its directories divide them by their other tags.
final class Topics: Sendable {
    /// How many of a topic's newest photos are shown.
    static let size = 500

    let state: TopicsState
    let listings: Listings
    private let numbers = TagNumbers()
    /// Makes changes of topics and their listings one at a time.
    private let order = AsyncMutex()

    init(_ listings: Listings, changed: Timestamp) async throws(CatalogError) {
        self.listings = listings
        state = TopicsState(
            try await listings.catalog.topics(), redirects: try await listings.catalog.topicRedirects(),
            first: listings.source.firstTopics, changed: changed)
    }

    /// The topic that this name means to the source, however it is spelt.
    func topic(meantBy name: String) -> Topic? {
        guard let key = key(of: name) else { return nil }
        return state.sorted.first { self.key(of: $0.name) == key }
    }

    /// Names with the same key are one topic to the source.
    private func key(of name: String) -> String? {
        TopicName.key(of: name).flatMap { _ in listings.source.topicKey(of: name) }
    }

    private var catalog: Catalog { listings.catalog }
    private var tree: ShownTree { listings.tree }

    // MARK: What users change

    func make(_ name: String) async throws(Errno) -> DirectoryKey {
        guard let key = key(of: name), !FileName.isReserved(name) else { throw .invalid }
        guard topic(meantBy: name) == nil else { throw .exists }
        let topic = try await listings.errors.mapping("write", .tags) { () async throws(CatalogError) in
            try await catalog.addTopic(named: name, key: key)
        }
        guard let topic else { throw .exists }
        state.put(topic, now: listings.now())
        tree.publish(TreeChange(came: [.topic(topic.number): topic.number]))
        return .topic(topic.number)
    }

    func rename(_ name: String, to newName: String) async throws(Errno) {
        guard let topic = state.topic(named: name) else { throw .noEntry }
        guard let key = key(of: newName), !FileName.isReserved(newName) else { throw .invalid }
        let directory = DirectoryKey.topic(topic.number)
        let isSameTag = key == self.key(of: name)
        if let other = self.topic(meantBy: newName), other.number != topic.number { throw .exists }
        let isRenamed = try await listings.removing(directory) { () async throws(CatalogError) in
            try await order.run { [self] () async throws(CatalogError) in
                guard try await catalog.renameTopic(topic.number, to: newName, key: key) else { return false }
                state.put(Topic(number: topic.number, name: newName), now: listings.now())
                guard !isSameTag else {
                    if let update = try await listings.renamed(directory) { try await apply(update, to: topic.number) }
                    return true
                }
                let names = ListingChange(
                    expired: [GeneratedFile.map, .mapPage, .hidden, .noImages].map(\.rawValue),
                    expiredDirectories: state.parts(of: topic.number)?.all.map(\.name) ?? [])
                tree.publish(
                    TreeChange(gone: forgetTags(of: topic.number), emptied: [directory], names: [directory: names]))
                return true
            }
        }
        guard isRenamed else { throw .exists }
    }

    func remove(_ name: String) async throws(Errno) {
        guard let topic = state.topic(named: name) else { throw .noEntry }
        try await listings.removing(.topic(topic.number)) { () async throws(CatalogError) in
            try await order.run { [self] () async throws(CatalogError) in
                try await catalog.removeTopic(topic.number)
                let tags = forgetTags(of: topic.number)
                state.remove(topic.number, now: listings.now())
                tree.publish(TreeChange(gone: tags + [.topic(topic.number)]))
            }
        }
    }

    // MARK: What the source finds

    func refresh(_ number: NodeNumber) async throws(RefreshError) {
        guard let topic = state.topic(number) else { return }
        let query = PhotoQuery(
            subject: .tag(topic.name), limit: listings.source.isComplete ? .max : Self.size, order: .newest,
            license: listings.settings.license)
        let page = try await listings.found(query, for: .topic(number))
        let index = TagIndex(page.photos, topic: TopicName.key(of: topic.name) ?? "")
        let counts = Dictionary(page.photos.map { ($0.id, index.directoryCount(of: $0.id)) }) { first, _ in first }
        let isRenamed = try await listings.asCatalog { () async throws(CatalogError) in
            try await order.run { [self] () async throws(CatalogError) in
                guard let now = state.topic(number), now.name == topic.name else { return true }
                state.setRedirect(of: number, to: page.redirect)
                let update = try await catalog.replaceTopic(number, with: page, directories: counts)
                if let update { try await apply(update, to: number) }
                return false
            }
        }
        // The topic was renamed, so its new tag is asked for; a topic that was removed is not.
        guard !isRenamed else { return try await refresh(number) }
        try listings.noteExtent(of: page, .topic(number))
    }

    /// Shows the listing that the catalog keeps of a topic now, also in the directories of its tags.
    func apply(_ update: ListingUpdate, to number: NodeNumber) async throws(CatalogError) {
        var change = try await listings.change(update, of: .topic(number))
        if update.isChanged, let topic = state.topic(number) {
            let key = TopicName.key(of: topic.name) ?? ""
            let before = state.parts(of: number)?.all ?? []
            // Brings the count of each folder up to date before the kernel asks.
            _ = state.index(of: update.new, topic: number, key: key)
            change.names.merge(names(of: number, key, from: update.old, to: update.new)) { $0.joined(with: $1) }
            change.gone = forgetTags(before, leaving: number)
        }
        tree.publish(change)
    }

    /// The changed names in all directories of the topic: the kernel may hold names of the old and of the new ones.
    private func names(
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

    // MARK: Tags

    func index(of loaded: LoadedListing, topic number: NodeNumber) -> TagIndex {
        let key = state.topic(number).flatMap { TopicName.key(of: $0.name) } ?? ""
        return state.index(of: loaded.listing, topic: number, key: key)
    }

    /// A tag's part of its topic's listing; nil when the topic's listing is not known.
    func listing(of tag: String, in number: NodeNumber) async throws(CatalogError) -> LoadedListing? {
        let key = DirectoryKey.tag(tag, of: number)
        guard let topic = try await listings.stored(.topic(number)) else { return nil }
        let version = topic.listing.version
        if let loaded = tree.directories.loaded(key).listing, loaded.listing.version == version { return loaded }
        let photos = index(of: topic, topic: number).entry(of: tag)?.photos ?? []
        let numbers = try await numbers.numbers(for: key, version: version, photos: photos.count, catalog)
        return tree.directories.put(topic.part(photos, as: key, numbers), of: key)
    }

    /// The photo that a tag's directory showed under this name: the topic shows or showed it, and the photo has the tag
    /// or had it lately.
    func formerEntry(
        named name: String, bearing tag: String, of topic: NodeNumber
    ) async throws(CatalogError) -> ListingEntry? {
        let entry: ListingEntry?
        if let loaded = tree.directories.loaded(.topic(topic)).listing, let index = loaded.index(named: name) {
            entry = loaded.listing.entries[index]
        } else {
            entry = try await catalog.formerEntry(named: name, in: .topic(topic))
        }
        guard let entry, entry.name.hasBytes(of: name) else { return nil }
        // The photos that bear no other tag.
        guard let key = TopicName.key(of: tag) else { return tag.isEmpty ? entry : nil }
        if entry.photo.tags.contains(where: { TopicName.key(of: $0) == key }) { return entry }
        return try await catalog.hasLost(entry.photo.id, tag: key) ? entry : nil
    }

    /// Forgets the directories of all tags of a topic; answers their keys.
    private func forgetTags(of number: NodeNumber) -> [DirectoryKey] {
        let tags = (state.parts(of: number)?.all ?? []).map { DirectoryKey.tag($0.tag, of: number) }
        for tag in tags { numbers.forget(tag) }
        state.forgetParts(of: number)
        return tags
    }

    /// Forgets the directories of tags that left, except those that the kernel still holds, where a process may have
    /// its working directory; answers their keys.
    private func forgetTags(_ before: [TopicsState.Part], leaving number: NodeNumber) -> [DirectoryKey] {
        let after = state.parts(of: number)
        let left = before.filter { after?.part(of: $0.tag) == nil }.map { DirectoryKey.tag($0.tag, of: number) }
        let gone = left.filter { key in
            tree.directories.number(of: key).map { tree.inodes.record($0) == nil } ?? false
        }
        for key in gone { numbers.forget(key) }
        return gone
    }
}
