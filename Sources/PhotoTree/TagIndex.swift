/// The photos of a topic by their other tags: which directories it shows, and what each of them lists.
public struct TagIndex: Sendable {
    /// A directory of a topic.
    public struct Entry: Hashable, Sendable {
        /// The directory's name: the tag with a capital, unique in the topic in NFC without case.
        public var name: String
        /// The tag, normalised.
        public var tag: String
        /// Which of the topic's photos bear it, in their order.
        public var photos: [Int]
    }

    /// In alphabetical order.
    public let entries: [Entry]
    private let entryByName: [String: Int]
    private let entryByTag: [String: Int]
    private let directoryCounts: [PhotoID: Int]

    /// Of the photos that a topic lists, in its order. Left out are the topic itself (given by its key, see `TopicName`),
    /// `portrait` and `landscape`, and tags that say nothing. The entries do not depend on the order of `photos`.
    public init(_ photos: [Photo], topic: String) {
        var collector = TagCollector(leavingOut: [TopicName.normalised(topic), "portrait", "landscape"])
        for (index, photo) in photos.enumerated() {
            collector.add(photo, at: index)
        }
        let names = Self.names(collector.tags)
        entries = zip(names, collector.tags)
            .map { name, tag in (key: FileName.key(name), entry: Entry(name: name, tag: tag.key, photos: tag.photos)) }
            .sorted { ($0.key, $0.entry.name) < ($1.key, $1.entry.name) }
            .map(\.entry)
        entryByName = Dictionary(
            entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        entryByTag = Dictionary(entries.enumerated().map { ($1.tag, $0) }, uniquingKeysWith: { first, _ in first })
        directoryCounts = collector.directoryCounts
    }

    /// The directory of exactly this name.
    public func entry(named name: String) -> Entry? {
        entryByName[name].map { entries[$0] }
    }

    /// The directory of a tag, however it is written.
    public func entry(of tag: String) -> Entry? {
        entryByTag[TopicName.normalised(tag)].map { entries[$0] }
    }

    /// In how many of the directories a photo is listed.
    public func directoryCount(of photo: PhotoID) -> Int {
        directoryCounts[photo] ?? 0
    }

    /// A name for each tag. Of those that would share one, `strasse` and `straße`, the first by its key has it plain.
    private static func names(_ tags: [TagCollector.Tag]) -> [String] {
        var names = tags.map { FileName.directory(capitalised($0.spelling)) }
        var used: Set<String> = []
        var left: [Int] = []
        for index in tags.indices.sorted(by: { tags[$0].key < tags[$1].key })
        where !used.insert(FileName.key(names[index])).inserted {
            left.append(index)
        }
        for index in left {
            names[index] = unused(names[index], used: &used)
        }
        return names
    }

    private static func unused(_ name: String, used: inout Set<String>) -> String {
        var attempt = 2
        while true {
            let suffix = " (\(attempt))"
            let room = FileName.maximumStemBytes - suffix.utf8.count
            let candidate = TextCut.trimmed(TextCut.characters(name, maximumBytes: room)) + suffix
            if used.insert(FileName.key(candidate)).inserted { return candidate }
            attempt += 1
        }
    }

    private static func capitalised(_ tag: String) -> String {
        guard let first = tag.unicodeScalars.first else { return tag }
        return first.properties.titlecaseMapping + String(tag.unicodeScalars.dropFirst())
    }
}

/// Gathers the tags of photos. A topic has some ten thousand of them, most of them seen before: each spelling is
/// normalised once.
private struct TagCollector {
    struct Tag {
        var key: String
        /// How most photos write it; of equals the first in order.
        var spelling: String
        var photos: [Int]
    }

    private(set) var directoryCounts: [PhotoID: Int] = [:]
    private var keys: [String] = []
    private var photos: [[Int]] = []
    private var spellings: [(text: String, slot: Int, count: Int)] = []
    private var spellingByText: [String: Int] = [:]
    private var slotByKey: [String: Int] = [:]
    private let leftOut: Set<String>

    /// `keys`: of the tags that get no directory.
    init(leavingOut keys: Set<String>) {
        leftOut = keys.union([""])
    }

    var tags: [Tag] {
        var best: [Int?] = Array(repeating: nil, count: keys.count)
        for (index, spelling) in spellings.enumerated() where spelling.slot >= 0 {
            guard let other = best[spelling.slot].map({ spellings[$0] }) else {
                best[spelling.slot] = index
                continue
            }
            if (other.count, spelling.text) < (spelling.count, other.text) { best[spelling.slot] = index }
        }
        return keys.indices.map { slot in
            Tag(key: keys[slot], spelling: best[slot].map { spellings[$0].text } ?? keys[slot], photos: photos[slot])
        }
    }

    mutating func add(_ photo: Photo, at index: Int) {
        guard directoryCounts[photo.id] == nil else { return }
        var count = 0
        for tag in photo.tags {
            let spelling = spellingIndex(of: tag)
            let slot = spellings[spelling].slot
            guard slot >= 0, photos[slot].last != index else { continue }
            spellings[spelling].count += 1
            photos[slot].append(index)
            count += 1
        }
        directoryCounts[photo.id] = count
    }

    private mutating func spellingIndex(of tag: String) -> Int {
        if let known = spellingByText[tag] { return known }
        let index = spellings.count
        spellings.append((tag, slot(of: TopicName.normalised(tag)), 0))
        spellingByText[tag] = index
        return index
    }

    /// Where the photos of a tag are kept; -1: nowhere.
    private mutating func slot(of key: String) -> Int {
        if leftOut.contains(key) { return -1 }
        if let known = slotByKey[key] { return known }
        keys.append(key)
        photos.append([])
        slotByKey[key] = keys.count - 1
        return keys.count - 1
    }
}
