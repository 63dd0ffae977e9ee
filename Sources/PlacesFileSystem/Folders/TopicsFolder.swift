import PhotoTree

/// `tags/`: topics.
struct TopicsFolder: Folder {
    let folders: Folders

    var key: DirectoryKey { .tags }
    var parent: DirectoryKey? { .root }
    var name: String { "tags" }

    var subfolders: [(name: String, key: DirectoryKey)] {
        folders.topics.sorted.map { ($0.name, .topic($0.number)) }
    }

    func subfolder(named name: String) -> DirectoryKey? {
        folders.topics.topic(named: name).map { .topic($0.number) }
    }

    var extent: (count: Int, modified: Timestamp) { (fixedCount + folders.topics.count, folders.topics.changed) }
    var version: Int64 { folders.topics.version }
    var attributes: [(name: String, value: String)] { counted("tags", folders.topics.count) }
}

/// `tags/sunset`: the photos of a tag, as directories of their other tags.
struct TopicFolder: Folder {
    let number: NodeNumber
    let folders: Folders

    var key: DirectoryKey { .topic(number) }
    var parent: DirectoryKey? { .tags }
    private var topic: Topic? { folders.topics.topic(number) }
    var name: String { topic?.name ?? "" }
    var heading: (title: String, subtitle: String) { (name, "") }
    var contents: FolderContents { .tags(of: number) }
    var version: Int64 { shownVersion ?? 0 }

    var extent: (count: Int, modified: Timestamp) {
        guard let summary = folders.directories.summary(of: key) else { return (0, folders.topics.changed) }
        let count = folders.topics.folders(of: number)?.all.count ?? 0
        return (fixedCount + (summary.count > 0 ? count : 1), summary.changed)
    }

    var attributes: [(name: String, value: String)] {
        guard let topic else { return [] }
        let summary = folders.directories.summary(of: key)
        return DirectoryXattrs.listed(
            title: topic.name, subtitle: nil, count: summary?.count, total: summary?.total, coordinate: nil)
    }
}

/// `tags/sunset/beach`: the photos of a topic that bear one more tag.
struct TagFolder: PhotoFolder {
    /// Normalised.
    let tag: String
    let topic: NodeNumber
    let folders: Folders

    var key: DirectoryKey { .tag(tag, of: topic) }
    var parent: DirectoryKey? { .topic(topic) }
    private var folder: TopicsState.TagFolder? { folders.topics.folders(of: topic)?.folder(of: tag) }
    private var topicName: String? { folders.topics.topic(topic)?.name }
    var name: String { folder?.name ?? "" }
    var heading: (title: String, subtitle: String) { (folder?.name ?? tag, topicName ?? "") }

    /// A part of its topic's listing.
    var photos: (count: Int, modified: Timestamp)? {
        (folder?.count ?? 0, folders.directories.summary(of: .topic(topic))?.changed ?? folders.started)
    }

    var attributes: [(name: String, value: String)] {
        guard let folder else { return [] }
        return DirectoryXattrs.listed(
            title: folder.name, subtitle: topicName, count: folder.count, total: nil, coordinate: nil)
    }
}
