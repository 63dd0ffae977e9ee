import PhotoSimulator
import TestSupport

/// The reference model: what the tree must look like by the contract, as plain values.
struct ModelTree {
    struct Pin: Hashable, Sendable {
        var point: ModelPoint
        /// Which of all directories ever made this is.
        var serial: Int
        var shown: [String] = []
        /// The names that photos had here which left with a collection: they still open.
        var former: [String: String] = [:]
        var removed: Set<String> = []
        /// False until its first collection is there.
        var hasCollection = false
    }

    struct Topic: Hashable, Sendable {
        struct Photo: Hashable, Sendable {
            var id: String
            /// Directory of the topic by the tag's key.
            var tags: [String: String]
        }

        var key: String
        var serial: Int
        /// Of another tag the directories are others, though the topic's own is the same.
        var tagsSerial: Int
        /// As the source had them when it was listed first; nil before.
        var photos: [Photo]?

        /// The photos of each directory by its name.
        var directories: [String: [String]] {
            var directories: [String: [String]] = [:]
            let leftOut = [ModelWorld.key(ofTag: key), "portrait", "landscape"]
            for photo in photos ?? [] {
                let names = photo.tags.filter { !leftOut.contains($0.key) }.values
                for name in names.isEmpty ? ["Other photos"] : Array(names) {
                    directories[name, default: []].append(photo.id)
                }
            }
            return directories
        }
    }

    var pins: [String: Pin] = [:]
    /// Directories that wait to become pins, by name: which of all directories ever made each is.
    var placeholders: [String: Int] = [:]
    var albums: [String: Album] = [:]
    var searches: [String: Search] = [:]
    /// The identities of directories that are kept offline.
    var kept: Set<String> = []
    var topics: [String: Topic] = [:]
    /// Every photo viewed, the last one first.
    var viewed: [String] = []
    /// What each town's directory shows.
    var towns: [Int: [String]] = [:]
    private var serial = 0

    var recents: [String] { Array(viewed.prefix(20)) }

    mutating func newSerial() -> Int {
        serial += 1
        return serial
    }

    mutating func addTopic(_ name: String, _ key: String) {
        topics[name] = Topic(key: key, serial: newSerial(), tagsSerial: newSerial())
    }

    mutating func view(_ id: String) {
        viewed.removeAll { $0 == id }
        viewed.insert(id, at: 0)
    }

    /// The source says that the photo is gone.
    mutating func drop(_ id: String) {
        viewed.removeAll { $0 == id }
        for name in pins.keys { pins[name]?.shown.removeAll { $0 == id } }
        for name in albums.keys { albums[name]?.photos[id] = nil }
        for name in searches.keys { searches[name]?.shown.removeAll { $0 == id } }
        for town in towns.keys { towns[town]?.removeAll { $0 == id } }
        for name in topics.keys { topics[name]?.photos?.removeAll { $0.id == id } }
    }

    func pin(at point: ModelPoint) -> String? {
        pins.first { $0.value.point.identity == point.identity }?.key
    }

    /// A mount begins anew: what is no pin yet is not kept.
    mutating func remount() {
        placeholders = [:]
    }

    /// Which sets of photos a pin's next collection may be: any page of the results without what was removed, but not
    /// the set that is shown while there is another; the first one is the first page with anything in it.
    static func collections(for pin: Pin, among results: [[String]]) -> [[String]] {
        let pages = results.map { $0.filter { !pin.removed.contains($0) } }.filter { !$0.isEmpty }
        if !pin.hasCollection, let first = pages.first { return [first] }
        let others = pages.filter { Set($0) != Set(pin.shown) }
        return others.isEmpty ? [pages.first ?? []] : others
    }
}

/// What a directory must show.
struct ModelDirectory {
    /// From the mountpoint.
    var path: String
    /// Which of all directories ever made it is.
    var identity: String
    /// The files that placesfs writes.
    var files: Set<String> = []
    /// Name and identity.
    var directories: [String: String] = [:]
    var photos: [String] = []
    var isRanked = false
    var hasPhotos = true
    /// What the map of a directory of directories leads to, and how many photos are there.
    var mapped: Set<String>?
    var mappedPhotos: Set<String?>?
    /// The names that a user gave, by photo.
    var names: [String: String]?
    /// A moment after a photo came into an album, none of the files are there.
    var mayBeFilled = false
    /// How many directories list each photo, where that is looked at.
    var links: [String: UInt64]?
    /// The lengths of photos that are known.
    var sizes: [String: Int64] = [:]

    /// Whether the source's changes come in by themselves, where listings are refreshed all the time.
    var isRefreshed: Bool { ["places/", "tags/", "search/"].contains(where: path.hasPrefix) }

    static func photos(
        _ photos: [String], at path: String, _ identity: String, isCollection: Bool = false, isRecents: Bool = false
    ) -> ModelDirectory {
        var files: Set = ["map.geojson", "map.html", "CREDITS.txt", ".hidden"]
        if isCollection { files.insert("New Collection.txt") }
        if photos.isEmpty, !isRecents { files.insert("No Images") }
        return ModelDirectory(
            path: path, identity: identity, files: files, photos: photos, isRanked: isRecents)
    }
}

extension ModelTree {
    func pinsDirectory() -> ModelDirectory {
        let named = pins.mapValues { "pin \($0.serial)" }.merging(placeholders.mapValues { "pin \($0)" }) { $1 }
        let readme: Set<String> = named.isEmpty ? ["README.txt"] : []
        return ModelDirectory(
            path: "pins", identity: "pins", files: readme.union(["map.geojson", "map.html", ".hidden"]),
            directories: named, hasPhotos: false,
            mapped: Set(pins.map { "\($0.key)/ \($0.value.shown.count)" }))
    }

    func tagsDirectory() -> ModelDirectory {
        let first = Set(TestSource.current.firstTopics.map(ModelWorld.key(ofTopic:)))
        return ModelDirectory(
            path: "tags", identity: "tags",
            files: topics.values.allSatisfy { first.contains($0.key) } ? ["README.txt"] : [],
            directories: topics.mapValues { "topic \($0.serial)" }, hasPhotos: false)
    }

    func recentsDirectory() -> ModelDirectory {
        .photos(recents, at: "recents", "recents", isRecents: true)
    }

    func collection(_ name: String) -> ModelDirectory? {
        pins[name].map { .photos($0.shown, at: "pins/\(name)", "pin \($0.serial)", isCollection: true) }
    }

    func placeholder(_ name: String) -> ModelDirectory? {
        placeholders[name].map {
            ModelDirectory(path: "pins/\(name)", identity: "pin \($0)", files: ["README.txt"], hasPhotos: false)
        }
    }

    /// How many directories list each photo.
    func links() -> [String: UInt64] {
        var links: [String: UInt64] = [:]
        let tags = topics.values.flatMap { Array($0.directories.values) }
        let albums = albums.values.map { Array($0.photos.keys) }
        let searches = searches.values.map(\.shown)
        for photos in pins.values.map(\.shown) + searches + towns.values + tags + albums + [recents] {
            for id in photos { links[id, default: 0] += 1 }
        }
        return links
    }

    func town(_ number: Int) -> ModelDirectory {
        .photos(towns[number] ?? [], at: NumberedLibrary.directory(number), "town \(number)")
    }

    /// A topic's directory and those of its tags.
    func topicDirectories(_ name: String) -> [ModelDirectory] {
        guard let topic = topics[name] else { return [] }
        let (path, identity) = ("tags/\(name)", "topic \(topic.serial)")
        let tags = topic.directories
        var own = ModelDirectory(
            path: path, identity: identity, files: [".hidden", "map.geojson", "map.html"], hasPhotos: false)
        own.directories = Dictionary(uniqueKeysWithValues: tags.keys.map { ($0, "tag \(topic.tagsSerial) \($0)") })
        if topic.photos?.isEmpty == true { own.files.insert("No Images") }
        own.mappedPhotos = topic.photos.map { Set($0.map(\.id)) }
        let below = tags.map { tag, photos in
            ModelDirectory.photos(photos, at: "\(path)/\(tag)", "tag \(topic.tagsSerial) \(tag)")
        }
        return [own] + below.sorted { $0.path < $1.path }
    }
}
