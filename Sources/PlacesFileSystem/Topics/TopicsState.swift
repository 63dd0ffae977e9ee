import PhotoTree
import Synchronization

/// The topics that `tags/` shows, and how the photos of each are divided by their other tags.
final class TopicsState: Sendable {
    /// A tag's directory, without its photos.
    struct Part: Hashable, Sendable {
        var name: String
        var tag: String
        var count: Int
    }

    /// The directories of one version of a topic, kept for every topic that was ever shown.
    struct Parts: Sendable {
        var version: Int64
        /// In alphabetical order.
        var all: [Part] = []
        fileprivate var byName: [String: Int] = [:]
        fileprivate var byTag: [String: Int] = [:]

        func part(named name: String) -> Part? {
            byName[name].flatMap { all[$0].name.hasBytes(of: name) ? all[$0] : nil }
        }
        func part(of tag: String) -> Part? { byTag[tag].map { all[$0] } }
    }

    private struct Table {
        var topics: [NodeNumber: Topic] = [:]
        var byName: [String: NodeNumber] = [:]
        /// The topics that are not among the source's first topics.
        var added: Set<NodeNumber> = []
        var parts: [NodeNumber: Parts] = [:]
        /// The tags that the source files topics under, where it redirects.
        var redirects: [NodeNumber: String] = [:]
        /// The index of the topic used last. Only one is kept: it is large, and a walk stays in one topic for a while.
        var index: (topic: NodeNumber, version: Int64, index: TagIndex)?
        var version: Int64 = 1
        var changed: Timestamp

        mutating func put(_ topic: Topic, first: Set<String>) {
            if let before = topics[topic.number] {
                byName[before.name] = nil
            }
            topics[topic.number] = topic
            byName[topic.name] = topic.number
            if TopicName.key(of: topic.name).map(first.contains) == true {
                added.remove(topic.number)
            } else {
                added.insert(topic.number)
            }
        }
    }

    /// The normalised tags of the topics that a new `tags/` starts with.
    private let first: Set<String>
    private let table: Mutex<Table>

    init(_ topics: [Topic], redirects: [NodeNumber: String] = [:], first: [String], changed: Timestamp) {
        let first = Set(first.compactMap(TopicName.key))
        var table = Table(redirects: redirects, changed: changed)
        for topic in topics {
            table.put(topic, first: first)
        }
        self.first = first
        self.table = Mutex(table)
    }

    // MARK: Topics

    var version: Int64 { table.withLock { $0.version } }
    /// When topics last came or went: the mtime of `tags/`.
    var changed: Timestamp { table.withLock { $0.changed } }
    var count: Int { table.withLock { $0.topics.count } }
    /// Whether there are topics besides the first ones.
    var hasAdded: Bool { table.withLock { !$0.added.isEmpty } }

    func topic(_ number: NodeNumber) -> Topic? {
        table.withLock { $0.topics[number] }
    }

    func topic(named name: String) -> Topic? {
        table.withLock { table in
            table.byName[name].flatMap { table.topics[$0] }.flatMap { $0.name.hasBytes(of: name) ? $0 : nil }
        }
    }

    /// In alphabetical order.
    var sorted: [Topic] {
        table.withLock { $0.topics.values.sorted { $0.name < $1.name } }
    }

    /// The tag that the source files the topic under, if it is another one.
    func redirect(of number: NodeNumber) -> String? {
        table.withLock { $0.redirects[number] }
    }

    func setRedirect(of number: NodeNumber, to tag: String?) {
        table.withLock { $0.redirects[number] = tag }
    }

    /// Adds a topic, or gives the one with its number another name.
    func put(_ topic: Topic, now: Timestamp) {
        table.withLock { table in
            let before = table.topics[topic.number].map { TopicName.key(of: $0.name) }
            if before != TopicName.key(of: topic.name) { table.redirects[topic.number] = nil }
            table.put(topic, first: first)
            table.version += 1
            table.changed = now
        }
    }

    func remove(_ number: NodeNumber, now: Timestamp) {
        table.withLock { table in
            guard let topic = table.topics.removeValue(forKey: number) else { return }
            table.byName[topic.name] = nil
            table.added.remove(number)
            table.parts[number] = nil
            table.redirects[number] = nil
            if table.index?.topic == number { table.index = nil }
            table.version += 1
            table.changed = now
        }
    }

    // MARK: Tags

    /// The directories of a topic as they were last shown; nil if they never were.
    func parts(of topic: NodeNumber) -> Parts? {
        table.withLock { $0.parts[topic] }
    }

    func forgetParts(of topic: NodeNumber) {
        table.withLock { table in
            table.parts[topic] = nil
            if table.index?.topic == topic { table.index = nil }
        }
    }

    /// The photos of a topic by tag.
    func index(of listing: Listing, topic: NodeNumber, key: String) -> TagIndex {
        let known = table.withLock { table -> TagIndex? in
            guard let known = table.index, known.topic == topic, known.version == listing.version else { return nil }
            return known.index
        }
        if let known { return known }
        let index = TagIndex(listing.entries.map(\.photo), topic: key)
        table.withLock { table in
            guard table.topics[topic] != nil else { return }
            table.index = (topic, listing.version, index)
            guard listing.version >= table.parts[topic]?.version ?? 0 else { return }
            table.parts[topic] = Parts(index, version: listing.version)
        }
        return index
    }
}

extension TopicsState.Parts {
    init(_ index: TagIndex, version: Int64) {
        self.init(version: version)
        all = index.entries.map { TopicsState.Part(name: $0.name, tag: $0.tag, count: $0.photos.count) }
        byName = Dictionary(all.enumerated().map { ($1.name, $0) }) { first, _ in first }
        byTag = Dictionary(all.enumerated().map { ($1.tag, $0) }) { first, _ in first }
    }
}
