/// The photos of a topic by their other tags: which directories the topic shows, and which photos each of them lists.
public struct TagIndex: Sendable {
    /// A directory of a topic.
    public struct Entry: Hashable, Sendable {
        /// The directory's name: the tag with a capital first letter, unique in the topic in NFC without case.
        public var name: String
        /// The tag, normalised.
        public var tag: String
        /// The indices of the topic's photos with the tag, in their order.
        public var photos: [Int]
    }

    /// In alphabetical order.
    public let entries: [Entry]
    private let entryByName: [String: Int]
    private let entryByTag: [String: Int]
    private let directoryCounts: [PhotoID: Int]

    /// `photos` are the photos that a topic lists, in its order. The topic's own tag (given by its key, see
    /// `TopicName`), `portrait` and `landscape`, and tags without letters and digits get no entry. Photos that bear no
    /// other tag have an entry of their own, whose tag is empty. The entries do not depend on the order of `photos`.
    public init(_ photos: [Photo], topic: String) {
        var collector = TagCollector(leavingOut: [TopicName.normalised(topic), "portrait", "landscape"])
        for (index, photo) in photos.enumerated() {
            collector.add(photo, at: index)
        }
        collector.addOthers(photos)
        let tags = collector.tags
        entries = zip(Self.names(tags), tags)
            .sorted { ($0.0.key, $0.0.name) < ($1.0.key, $1.0.name) }
            .map { Entry(name: $0.name, tag: $1.key, photos: $1.photos) }
        entryByName = Dictionary(
            entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        entryByTag = Dictionary(entries.enumerated().map { ($1.tag, $0) }, uniquingKeysWith: { first, _ in first })
        directoryCounts = collector.directoryCounts
    }

    /// The name of the directory of photos that bear no other tag.
    static let othersName = "Other photos"

    /// The directory of exactly this name.
    public func entry(named name: String) -> Entry? {
        entryByName[name].flatMap { entries[$0].name.hasBytes(of: name) ? entries[$0] : nil }
    }

    /// The directory of a tag, however it is written.
    public func entry(of tag: String) -> Entry? {
        entryByTag[TopicName.normalised(tag)].map { entries[$0] }
    }

    /// How many of the directories list a photo.
    public func directoryCount(of photo: PhotoID) -> Int {
        directoryCounts[photo] ?? 0
    }

    /// A name for each tag, with its key. When tags share a name, like `strasse` and `straße`, the first in order of
    /// tags gets it without a number.
    private static func names(_ tags: [TagCollector.Tag]) -> [(name: String, key: String)] {
        var names = tags.map { tag in
            let name = FileName.directory(capitalised(tag.spelling))
            return (name: name, key: FileName.key(name))
        }
        var owners: [String: Int] = [:]
        var left: [Int] = []
        for index in names.indices {
            guard let owner = owners[names[index].key] else {
                owners[names[index].key] = index
                continue
            }
            let isFirst = tags[index].key < tags[owner].key
            owners[names[index].key] = isFirst ? index : owner
            left.append(isFirst ? owner : index)
        }
        // The last number used for each name, so that tags made to share a beginning do not make the count start again
        // each time.
        var counts: [String: Int] = [:]
        for index in left.sorted(by: { tags[$0].key < tags[$1].key }) {
            let (name, key) = names[index]
            var count = counts[key] ?? 1
            repeat {
                count += 1
                names[index] = numbered(name, count)
            } while owners[names[index].key] != nil
            counts[key] = count
            owners[names[index].key] = index
        }
        return names
    }

    private static func numbered(_ name: String, _ count: Int) -> (name: String, key: String) {
        let suffix = " (\(count))"
        let room = FileName.maximumStemBytes - suffix.utf8.count
        let numbered = TextCut.trimmed(TextCut.characters(name, maximumBytes: room)) + suffix
        return (numbered, FileName.key(numbered))
    }

    /// The tag with its first letter in title case; most scripts have no other case.
    private static func capitalised(_ tag: String) -> String {
        let scalars = tag.unicodeScalars
        guard let first = scalars.firstIndex(where: TopicName.says) else { return tag }
        return String(scalars[..<first]) + scalars[first].properties.titlecaseMapping
            + String(scalars[scalars.index(after: first)...])
    }
}

/// Collects the tags of photos. A topic has some ten thousand of them, most of them repeated: each spelling is
/// normalised once.
private struct TagCollector {
    struct Tag {
        var key: String
        /// The spelling on most photos; of equally frequent ones the first in order.
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

    /// `keys` are the keys of the tags that get no directory.
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

    /// Gives the photos that no directory lists one of their own. Call it when all photos were added.
    mutating func addOthers(_ all: [Photo]) {
        var seen: Set<PhotoID> = []
        let others = all.indices.filter { directoryCounts[all[$0].id] == 0 && seen.insert(all[$0].id).inserted }
        guard !others.isEmpty else { return }
        spellings.append((TagIndex.othersName, keys.count, others.count))
        keys.append("")
        photos.append(others)
        for index in others { directoryCounts[all[index].id] = 1 }
    }

    private mutating func spellingIndex(of tag: String) -> Int {
        if let known = spellingByText[tag] { return known }
        let index = spellings.count
        spellings.append((tag, slot(of: TopicName.normalised(tag)), 0))
        spellingByText[tag] = index
        return index
    }

    /// The index of a tag's photos in `photos`; -1 for a tag that gets no directory.
    private mutating func slot(of key: String) -> Int {
        if leftOut.contains(key) { return -1 }
        if let known = slotByKey[key] { return known }
        keys.append(key)
        photos.append([])
        slotByKey[key] = keys.count - 1
        return keys.count - 1
    }
}
