import Catalog
import FUSE
import PhotoTree

/// `tags/`: topics.
struct TopicsFolder: Folder {
    let folders: Folders

    var key: DirectoryKey { .tags }
    var parent: DirectoryKey? { .root }
    var name: String { "tags" }
    var heading: (title: String, subtitle: String) { ("Tags", "") }

    /// While there are only the first topics, which are ours, a README.txt says how to add one.
    var shape: Shape {
        let isReadmeShown = !folders.settings.isReadOnly && !folders.topics.state.hasAdded
        return Shape(files: isReadmeShown ? [.readme] : [], takesDirectories: true)
    }

    var subfolders: [(name: String, key: DirectoryKey)] {
        folders.topics.state.sorted.map { ($0.name, .topic($0.number)) }
    }

    func subfolder(named name: String) -> DirectoryKey? {
        folders.topics.state.topic(named: name).map { .topic($0.number) }
    }

    /// Another spelling of a topic is a link to it, so that what cannot be made is also there.
    func meaning(of name: String) -> NameMeaning {
        folders.topics.topic(meantBy: name).map { .listed(.topic($0.number)) } ?? .unknown
    }

    var extent: (count: Int, modified: Timestamp) {
        (fixedCount + folders.topics.state.count, folders.topics.state.changed)
    }
    var version: Int64 { folders.topics.state.version }
    var attributes: [(name: String, value: String)] { counted("tags", folders.topics.state.count) }

    func make(_ name: String) async throws(Errno) -> DirectoryKey { try await folders.topics.make(name) }

    func removeFolder(_ name: String) async throws(Errno) -> Bool {
        try await folders.topics.remove(name)
        return true
    }

    func renameFolder(_ name: String, to newName: String) async throws(Errno) {
        try await folders.topics.rename(name, to: newName)
        guard !newName.hasBytes(of: name), let key = subfolder(named: newName) else { return }
        // Two spellings may be one tag to us, and two categories on Commons. The known listing is shown until the
        // source has answered.
        let topic = folders.folder(key)
        if (try? await topic.knownListing()) != nil { await topic.refreshSoon() }
    }

    func ownText(of file: GeneratedFile, _ listing: Listing?) -> String? {
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
struct TopicFolder: Folder {
    let number: NodeNumber
    let folders: Folders

    var key: DirectoryKey { .topic(number) }
    var parent: DirectoryKey? { .tags }
    private var topic: Topic? { folders.topics.state.topic(number) }
    var name: String { topic?.name ?? "" }
    var heading: (title: String, subtitle: String) { (name, "") }
    var shape: Shape { Shape(contents: .parts, files: key.listing?.files ?? []) }
    var version: Int64 { shownVersion ?? 0 }

    var extent: (count: Int, modified: Timestamp) {
        guard let summary = folders.directories.summary(of: key) else { return (0, folders.topics.state.changed) }
        let count = folders.topics.state.folders(of: number)?.all.count ?? 0
        return (fixedCount + (summary.count > 0 ? count : 1), summary.changed)
    }

    var attributes: [(name: String, value: String)] {
        guard let topic else { return [] }
        let summary = folders.directories.summary(of: key)
        let redirect = folders.topics.state.redirect(of: number).map { PlainText.oneLine($0) }
        return DirectoryXattrs.listed(
            title: topic.name, subtitle: nil, count: summary?.count, total: summary?.total, coordinate: nil)
            + (redirect.map { [(name: "user.places.redirect", value: $0)] } ?? [])
    }

    func subfolder(named name: String) -> DirectoryKey? {
        folders.topics.state.folders(of: number)?.folder(named: name).map { .tag($0.tag, of: number) }
    }

    func parts(of loaded: LoadedListing) -> [(name: String, key: DirectoryKey)] {
        folders.topics.index(of: loaded, topic: number).entries.map { ($0.name, .tag($0.tag, of: number)) }
    }

    func part(named name: String, of loaded: LoadedListing) -> DirectoryKey? {
        // This call makes the topic's folders known by name.
        _ = folders.topics.index(of: loaded, topic: number)
        return subfolder(named: name)
    }

    /// If a topic was listed in an earlier mount, the number of its folders is known only when a user looks into it.
    var isSizeKnown: Bool {
        folders.directories.summary(of: key) == nil || folders.topics.state.folders(of: number) != nil
    }

    /// The path of a photo leads through the topic's first directory that shows the photo, if one does.
    func paths(in loaded: LoadedListing) -> (ListingEntry) -> String? {
        var paths: [PhotoID: String] = [:]
        for folder in folders.topics.index(of: loaded, topic: number).entries {
            for photo in folder.photos where paths[loaded.listing.entries[photo].photo.id] == nil {
                paths[loaded.listing.entries[photo].photo.id] = folder.name
            }
        }
        return { entry in paths[entry.photo.id].map { $0 + "/" + entry.name } }
    }

    func create(_ name: String) async throws(Errno) { try await refresh(askedBy: name) }
    func refresh() async throws(RefreshError) { try await folders.topics.refresh(number) }
    func show(_ update: ListingUpdate) async throws(CatalogError) { try await folders.topics.apply(update, to: number) }
    func state() async -> String? { await stateOfListing() }
}

/// `tags/sunset/beach`: the photos of a topic that have one more tag.
struct TagFolder: PhotoFolder {
    /// Normalised.
    let tag: String
    let topic: NodeNumber
    let folders: Folders

    var key: DirectoryKey { .tag(tag, of: topic) }
    var parent: DirectoryKey? { .topic(topic) }
    private var folder: TopicsState.TagFolder? { folders.topics.state.folders(of: topic)?.folder(of: tag) }
    private var topicName: String? { folders.topics.state.topic(topic)?.name }
    var name: String { folder?.name ?? "" }
    var heading: (title: String, subtitle: String) { (folder?.name ?? tag, topicName ?? "") }

    /// A part of its topic's listing.
    var photos: (count: Int, modified: Timestamp)? {
        (folder?.count ?? 0, folders.directories.summary(of: .topic(topic))?.changed ?? folders.began)
    }

    var attributes: [(name: String, value: String)] {
        guard let folder else { return [] }
        return DirectoryXattrs.listed(
            title: folder.name, subtitle: topicName, count: folder.count, total: nil, coordinate: nil)
    }

    func knownListing() async throws(Errno) -> LoadedListing? {
        try await folders.listings.errors.mapping("list", key) { () async throws(CatalogError) in
            try await folders.topics.listing(of: tag, in: topic)
        }
    }

    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry? {
        try await folders.topics.formerEntry(named: name, bearing: tag, of: topic)
    }
}
