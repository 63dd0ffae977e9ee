internal import PhotoAPI
internal import PhotoTree

/// Converts Flickr's answers to `Photo`s.
struct PhotoReader: Sendable {
    let endpoints: FlickrEndpoints
    let hosts: ImageHosts

    init(_ endpoints: FlickrEndpoints) {
        self.endpoints = endpoints
        hosts = ImageHosts(endpoints)
    }

    /// A photo in an answer of `flickr.photos.search` or another list; nil for a video, a photo that is not public, and
    /// an entry without an identifier or without any image.
    func photo(listed entry: JSONValue) -> Photo? {
        guard let id = entry["id"]?.text, id.isPlainIdentifier, !isVideo(entry), entry["ispublic"]?.flag != false
        else { return nil }
        let listed = ListedRenditions(listed: entry, hosts: hosts)
        guard !listed.renditions.isEmpty else { return nil }
        var photo = photo(id, by: entry["owner"]?.text ?? "", position: Position(entry))
        photo.title = entry["title"]?.text ?? ""
        photo.description = plainText(entry["description"])
        photo.ownerName = entry["ownername"]?.text ?? ""
        photo.license = entry["license"]?.word.map { LicenseTable.license($0) }
        photo.uploaded = TakenDate.uploaded(entry["dateupload"])
        let taken = TakenDate.date(
            entry["datetaken"]?.text, isUnknown: entry["datetakenunknown"]?.flag ?? false,
            granularity: entry["datetakengranularity"]?.integer)
        photo.views = entry["views"]?.integer
        photo.renditions = listed.renditions
        let tags = words(entry["tags"]).map { Tag(name: $0, isMachineTag: Tag.isMachineTag($0)) }
        setTags(tags + words(entry["machine_tags"]).map { Tag(name: $0, isMachineTag: true) }, of: &photo)
        setAttributes(of: &photo, entry: entry, place: entry, pathAlias: entry["pathalias"])
        if let taken { photo.setTaken(taken.time, taken.precision) }
        return photo.bounded
    }

    /// The photo `id` from the answers of `flickr.photos.getInfo` and `flickr.photos.getSizes`; nil for a video and for
    /// a photo that is not public.
    func photo(_ id: String, details: JSONValue, sizes: JSONValue) throws(FlickrError) -> Photo? {
        guard let entry = details["photo"], entry["id"]?.text == id, id.isPlainIdentifier else {
            throw .notAnAnswer("something else than photo \(id)")
        }
        guard !isVideo(entry), entry["visibility"]?["ispublic"]?.flag != false else { return nil }
        let owner = entry["owner"]
        let place = entry["location"] ?? .null
        var photo = photo(id, by: owner?["nsid"]?.text ?? "", position: Position(place))
        photo.title = entry["title"]?.text ?? ""
        photo.description = plainText(entry["description"])
        photo.ownerName = owner?["username"]?.word ?? owner?["realname"]?.text ?? ""
        photo.license = entry["license"]?.word.map { LicenseTable.license($0) }
        let dates = entry["dates"] ?? .null
        photo.uploaded = TakenDate.uploaded(dates["posted"] ?? entry["dateuploaded"])
        let taken = TakenDate.date(
            dates["taken"]?.text, isUnknown: dates["takenunknown"]?.flag ?? false,
            granularity: dates["takengranularity"]?.integer)
        photo.views = entry["views"]?.integer
        photo.renditions = try ListedRenditions(sizes: sizes, details: entry, hosts: hosts).renditions
        let tags = (entry["tags"]?["tag"]?.elements ?? []).compactMap { tag in
            tag.text.map { Tag(name: $0, isMachineTag: tag["machine_tag"]?.flag ?? Tag.isMachineTag($0)) }
        }
        setTags(tags, of: &photo)
        setAttributes(of: &photo, entry: entry, place: place, pathAlias: owner?["path_alias"])
        if let taken { photo.setTaken(taken.time, taken.precision) }
        return photo.bounded
    }

    private func photo(_ id: String, by owner: String, position: Position) -> Photo {
        Photo(
            id: PhotoID(id), owner: owner, coordinate: position.coordinate, accuracy: position.accuracy,
            pageURL: endpoints.page(of: id, by: owner))
    }

    /// Some lists contain videos although only photos were requested.
    private func isVideo(_ entry: JSONValue) -> Bool {
        entry["media"]?.text == "video" || entry["video"] != nil
    }

    /// Descriptions contain HTML, even in JSON; titles do not.
    private func plainText(_ value: JSONValue?) -> String {
        PlainText.from(html: value?.text ?? "")
    }

    private func words(_ value: JSONValue?) -> [String] {
        (value?.text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Machine tags ("vision:outdoor=064") are meant for programs. They become an attribute, not topics.
    private func setTags(_ tags: [Tag], of photo: inout Photo) {
        var seen: Set<String> = []
        let unique = tags.filter { !$0.name.isEmpty && seen.insert($0.name).inserted }
        photo.tags = unique.filter { !$0.isMachineTag }.map(\.name)
        let machineTags = unique.filter(\.isMachineTag).map(\.name)
        photo.sourceAttributes["flickr.machine_tags"] = machineTags.isEmpty ? nil : machineTags.joined(separator: " ")
    }

    private func setAttributes(of photo: inout Photo, entry: JSONValue, place: JSONValue, pathAlias: JSONValue?) {
        photo.sourceAttributes["flickr.woeid"] = place["woeid"]?.word
        photo.sourceAttributes["flickr.place_id"] = place["place_id"]?.word
        photo.sourceAttributes["flickr.server"] = entry["server"]?.word
        photo.sourceAttributes["flickr.pathalias"] = pathAlias?.word
    }
}

/// A tag as Flickr normalises it.
private struct Tag {
    var name: String
    var isMachineTag: Bool

    /// "namespace:predicate=value".
    static func isMachineTag(_ name: String) -> Bool {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")), colon != name.startIndex else { return false }
        return name.utf8[colon...].contains(UInt8(ascii: "="))
    }
}

/// One page of photos, in any of Flickr's photo lists.
struct PhotoList: Sendable {
    /// In the answer's order; nil for an entry that cannot be shown (a video, or one without an identifier).
    let entries: [Photo?]
    /// How many photos Flickr says it has. It counts before it filters, so fewer may follow.
    let total: Int?
    /// How many pages of this length Flickr says there are.
    let pages: Int?

    init(_ answer: JSONValue, reader: PhotoReader) throws(FlickrError) {
        guard let list = answer["photos"] else { throw .notAnAnswer("a list of photos without \"photos\"") }
        total = Self.count(list["total"])
        pages = Self.count(list["pages"])
        if let found = list["photo"]?.elements {
            entries = found.map { reader.photo(listed: $0) }
        } else {
            // An empty listing would remove photos from the user's view, so it needs a `total` of exactly 0.
            guard list["photo"] == nil, total == 0 else { throw .notAnAnswer("a list of photos without any") }
            entries = []
        }
    }

    /// Of numbers that no list has only so much is believed that they can be added up.
    private static func count(_ value: JSONValue?) -> Int? {
        value?.integer.flatMap { $0 >= 0 ? min($0, 1 << 40) : nil }
    }

    /// How many entries were left out.
    var skipped: Int { entries.count { $0 == nil } }
}
