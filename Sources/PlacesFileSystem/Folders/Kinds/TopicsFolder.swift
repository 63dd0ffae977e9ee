import Catalog
import FUSE
import PhotoTree

/// `tags/`: topics.
struct TopicsFolder: StandingFolder, FolderMaking, TextWriting {
    let topics: Topics

    var listings: Listings { topics.listings }
    var standing: StandingDirectory { .tags }
    var heading: (title: String, subtitle: String) { ("Tags", "") }

    /// While there are only the first topics, which are ours, a README.txt says how to add one.
    var shape: Shape {
        let isReadmeShown = !settings.isReadOnly && !topics.state.hasAdded
        return Shape(files: isReadmeShown ? [.readme] : [])
    }

    var children: [(name: String, key: DirectoryKey)] {
        topics.state.sorted.map { ($0.name, .topic($0.number)) }
    }

    func child(named name: String) -> DirectoryKey? {
        topics.state.topic(named: name).map { .topic($0.number) }
    }

    /// Another spelling of a topic is a link to it, so that what cannot be made is also there.
    func meaning(of name: String) -> NameMeaning {
        topics.topic(meantBy: name).map { .listed(.topic($0.number)) } ?? .unknown
    }

    var extent: Extent {
        Extent(count: topics.state.count, modified: topics.state.changed)
    }
    var version: Page.Version? { Page.Version(topics.state.version) }
    var attributes: [(name: String, value: String)] { counted("tags", topics.state.count) }

    func make(_ name: String) async throws(Errno) -> DirectoryKey { try await topics.make(name) }

    func remove(_ name: String) async throws(Errno) -> Bool {
        try await topics.remove(name)
        return true
    }

    func rule(against name: String) -> String {
        listings.source.topicFault(of: name).map { "cannot be a tag here: \($0)" }
            ?? "is no tag; a tag has letters or digits, like sunset"
    }

    func rename(_ name: String, to newName: String) async throws(Errno) {
        try await topics.rename(name, to: newName)
        guard !newName.hasBytes(of: name), let renamed = topics.state.topic(named: newName) else { return }
        // Two spellings may be one tag to us, and two categories on Commons. The known listing is shown until the
        // source has answered.
        let topic = TopicFolder(number: renamed.number, topics: topics)
        if (try? await topic.knownListing()) != nil { await topic.refreshSoon() }
    }

    func text(of file: GeneratedFile, _ listing: Listing?) -> String? {
        guard file == .readme else { return nil }
        return """
            Each folder here is a tag. It holds the newest photos that have this tag, in folders by their other tags.

            In a file manager: make a new folder here, and name it after a tag, like
                sunset
            In a shell, in this folder:
                mkdir sunset

            Delete the folder to take the tag away (in a shell: rmdir).
            A name is refused? `placesfs info` with the path of this folder says why.
            This file goes when you add the first tag.

            """
    }
}

/// `tags/sunset`: the photos of a tag, as directories of their other tags.
struct TopicFolder: Listed, Refreshed, Keepable {
    let number: NodeNumber
    let topics: Topics

    var listings: Listings { topics.listings }
    var key: DirectoryKey { .topic(number) }
    var parent: DirectoryKey? { .tags }
    private var topic: Topic? { topics.state.topic(number) }
    var name: String { topic?.name ?? "" }
    var isThere: Bool { topic != nil }
    var heading: (title: String, subtitle: String) { (name, "") }
    var shape: Shape { Shape(contents: .parts, files: key.listing?.files ?? []) }

    /// If the topic was listed in an earlier mount, the number of its folders is known once `awaitContents` was called.
    var extent: Extent {
        guard let summary else { return Extent(count: 0, modified: topics.state.changed) }
        let folders = topics.state.parts(of: number)
        return Extent(count: folders?.all.count ?? 0, modified: summary.changed, isExact: folders != nil)
    }

    func awaitContents(_ patience: Patience) async throws(Errno) {
        guard summary != nil, topics.state.parts(of: number) == nil, let loaded = try await knownListing() else {
            return
        }
        _ = parts(of: loaded)
    }

    var attributes: [(name: String, value: String)] {
        guard let topic else { return [] }
        let summary = self.summary
        let redirect = topics.state.redirect(of: number).map { PlainText.oneLine($0) }
        return DirectoryXattrs.listed(
            title: topic.name, subtitle: nil, count: summary?.count, total: summary?.total, coordinate: nil)
            + (redirect.map { [(name: "user.places.redirect", value: $0)] } ?? [])
    }

    func child(named name: String) -> DirectoryKey? {
        topics.state.parts(of: number)?.part(named: name).map { .tag($0.tag, of: number) }
    }

    func parts(of loaded: LoadedListing) -> [(name: String, key: DirectoryKey)] {
        topics.index(of: loaded, topic: number).entries.map { ($0.name, .tag($0.tag, of: number)) }
    }

    /// The path of a photo leads through the topic's first directory that shows the photo, if one does.
    func paths(in loaded: LoadedListing) -> (ListingEntry) -> String? {
        var paths: [PhotoID: String] = [:]
        for folder in topics.index(of: loaded, topic: number).entries {
            for photo in folder.photos where paths[loaded.listing.entries[photo].photo.id] == nil {
                paths[loaded.listing.entries[photo].photo.id] = folder.name
            }
        }
        return { entry in paths[entry.photo.id].map { $0 + "/" + entry.name } }
    }

    func refresh() async throws(RefreshError) { try await topics.refresh(number) }
    func show(_ update: ListingUpdate) async throws(CatalogError) { try await topics.apply(update, to: number) }
}

/// `tags/sunset/beach`: the photos of a topic that have one more tag.
struct TagFolder: Listed, Keepable {
    /// Normalised.
    let tag: String
    let topic: NodeNumber
    let topics: Topics

    var listings: Listings { topics.listings }
    var key: DirectoryKey { .tag(tag, of: topic) }
    var parent: DirectoryKey? { .topic(topic) }
    private var folder: TopicsState.Part? { topics.state.parts(of: topic)?.part(of: tag) }
    private var topicName: String? { topics.state.topic(topic)?.name }
    var name: String { folder?.name ?? (topicName == nil ? "" : tag) }
    var isThere: Bool { topicName != nil }
    var heading: (title: String, subtitle: String) { (folder?.name ?? tag, topicName ?? "") }

    /// A part of its topic's listing.
    var photos: (count: Int, modified: Timestamp)? {
        (folder?.count ?? 0, directories.summary(of: .topic(topic))?.changed ?? began)
    }

    var attributes: [(name: String, value: String)] {
        guard let folder else { return [] }
        return DirectoryXattrs.listed(
            title: folder.name, subtitle: topicName, count: folder.count, total: nil, coordinate: nil)
    }

    var origin: (any Refreshed)? { TopicFolder(number: topic, topics: topics) }

    func knownListing() async throws(Errno) -> LoadedListing? {
        try await listings.errors.mapping("list", key) { () async throws(CatalogError) in
            try await topics.listing(of: tag, in: topic)
        }
    }

    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry? {
        try await topics.formerEntry(named: name, bearing: tag, of: topic)
    }

    func keptPart() async throws(CatalogError) -> KeptList? { try await topics.keptPhotos(of: tag, in: topic) }
}
