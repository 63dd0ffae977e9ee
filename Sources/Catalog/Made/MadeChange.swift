internal import PhotoTree

/// What a line of `made.txt` says. A line tells what is so from now on, so that it can be read twice without harm.
enum MadeChange: Hashable, Sendable {
    /// The first line of a file: all that follows is of the catalog with this mark, whose numbers were below `numbers`.
    /// `after` is the digest of the last line of the file that it took the place of.
    case begin(mark: String, numbers: Int64, after: UInt64?)
    case pin(MadePin)
    case noPin(NodeNumber)
    case noPhoto(PhotoID, in: NodeNumber)
    case search(MadeSearch)
    case noSearch(NodeNumber)
    case album(MadeAlbum)
    case albumName(String, of: NodeNumber)
    case noAlbum(NodeNumber)
    case albumPhoto(PhotoID, name: String, in: NodeNumber)
    case noAlbumPhoto(PhotoID, in: NodeNumber)
    case topic(MadeTopic)
    case noTopic(NodeNumber)
    case place(Place)
    case noPlace(PlaceID)
    case country(String)
    case noCountry(String)
    case keep(MadeKeep)
    case noKeep(DirectoryKey)
    /// Of a newer version: kept as it is.
    case unknown(String)

    init(_ body: String) {
        let parts = body.utf8.split(separator: MadeFields.blank, maxSplits: 1).map { Substring($0) }
        if parts.count == 2, parts[0] == "album", let album = MadeAlbum(text: parts[1]) {
            self = .album(album)
            return
        }
        let fields = MadeFields(text: parts.count > 1 ? parts[1] : "")
        self = parts.first.flatMap { Self.known(String($0), fields) } ?? .unknown(body)
    }

    private static func known(_ kind: String, _ fields: MadeFields) -> MadeChange? {
        let number = fields["number"].flatMap(UInt64.init).map { NodeNumber($0) }
        // The file may be somebody else's, and a name that is none would make a folder unreadable.
        guard fields["name"].map(isName) ?? true else { return nil }
        switch kind {
        case "begin":
            guard let mark = fields["mark"], let numbers = fields["numbers"].flatMap(Int64.init) else { return nil }
            return .begin(mark: mark, numbers: numbers, after: fields["after"].flatMap { UInt64($0, radix: 16) })
        case "pin": return MadePin(fields).map { .pin($0) }
        case "no-pin": return number.map { .noPin($0) }
        case "no-photo":
            guard let number, let photo = fields["photo"] else { return nil }
            return .noPhoto(PhotoID(photo), in: number)
        case "search": return MadeSearch(fields).map { .search($0) }
        case "no-search": return number.map { .noSearch($0) }
        case "album-name", "no-album", "album-photo", "no-album-photo":
            return number.flatMap { MadeAlbum.change(kind, $0, fields) }
        case "topic":
            guard let number, let name = fields["name"], let key = fields["key"] else { return nil }
            return .topic(MadeTopic(number: number, name: name, key: key))
        case "no-topic": return number.map { .noTopic($0) }
        case "place": return Place(fields).map { .place($0) }
        case "no-place": return fields["id"].map { .noPlace(PlaceID($0)) }
        case "country": return fields["name"].flatMap { $0.isEmpty ? nil : .country($0) }
        case "no-country": return fields["name"].map { .noCountry($0) }
        case "keep": return MadeKeep(fields).map { .keep($0) }
        case "no-keep": return fields["folder"].flatMap { DirectoryKey(stored: $0) }.map { .noKeep($0) }
        default: return nil
        }
    }

    /// Whether it can stand in a folder.
    static func isName(_ name: String) -> Bool {
        let bytes = name.utf8
        return bytes.count <= 255 && name != "." && name != ".."
            && !bytes.contains(0) && !bytes.contains(UInt8(ascii: "/"))
    }

    var body: String {
        switch self {
        case .begin(let mark, let numbers, nil):
            "begin " + MadeFields(["mark": mark, "numbers": "\(numbers)"]).text
        case .begin(let mark, let numbers, let after?):
            "begin "
                + MadeFields(["mark": mark, "numbers": "\(numbers)", "after": String(after, radix: 16)]).text
        case .pin(let pin): "pin " + pin.fields.text
        case .noPin(let number): "no-pin " + MadeFields(["number": "\(number.rawValue)"]).text
        case .noPhoto(let photo, let pin):
            "no-photo " + MadeFields(["number": "\(pin.rawValue)", "photo": photo.rawValue]).text
        case .search(let search): "search " + search.fields.text
        case .noSearch(let number): "no-search " + MadeFields(["number": "\(number.rawValue)"]).text
        case .album(let album): "album " + album.fields.text
        case .albumName(let name, let number):
            "album-name " + MadeFields(["number": "\(number.rawValue)", "name": name]).text
        case .noAlbum(let number): "no-album " + MadeFields(["number": "\(number.rawValue)"]).text
        case .albumPhoto(let photo, let name, let album):
            "album-photo "
                + MadeFields(["number": "\(album.rawValue)", "photo": photo.rawValue, "as": name]).text
        case .noAlbumPhoto(let photo, let album):
            "no-album-photo " + MadeFields(["number": "\(album.rawValue)", "photo": photo.rawValue]).text
        case .topic(let topic):
            "topic "
                + MadeFields(["number": "\(topic.number.rawValue)", "name": topic.name, "key": topic.key]).text
        case .noTopic(let number): "no-topic " + MadeFields(["number": "\(number.rawValue)"]).text
        case .place(let place): "place " + place.fields.text
        case .noPlace(let id): "no-place " + MadeFields(["id": id.rawValue]).text
        case .country(let name): "country " + MadeFields(["name": name]).text
        case .noCountry(let name): "no-country " + MadeFields(["name": name]).text
        case .keep(let keep): "keep " + keep.fields.text
        case .noKeep(let key): "no-keep " + MadeFields(["folder": key.text]).text
        case .unknown(let body): body
        }
    }
}

/// A pin as users made it: where it is, what it is called, and which photos they removed from it for good.
struct MadePin: Hashable, Sendable {
    var number: NodeNumber
    var name: String
    var coordinate: Coordinate
    /// The identifier of the area that it is; empty for a point.
    var area = ""
    var subtitle: String
    var removed: Set<PhotoID>

    var point: PinPoint { PinPoint(coordinate, area: area) }
}

/// A search as users made it, and which photos they removed from it for good.
struct MadeSearch: Hashable, Sendable {
    var number: NodeNumber
    var name: String
    var identity: String
    var removed: Set<PhotoID>
}

struct MadeTopic: Hashable, Sendable {
    var number: NodeNumber
    var name: String
    var key: String
}

/// A folder that users keep offline.
struct MadeKeep: Hashable, Sendable {
    var key: DirectoryKey
    /// What is known of the place that it is; nil for other folders.
    var place: Place?
}

extension MadeKeep {
    fileprivate init?(_ fields: MadeFields) {
        guard let key = fields["folder"].flatMap({ DirectoryKey(stored: $0) }) else { return nil }
        var place = Place(fields)
        if let origin = fields["origin"].flatMap(Place.Origin.init) { place?.origin = origin }
        self.init(key: key, place: place)
    }

    fileprivate var fields: MadeFields {
        var fields = MadeFields(["folder": key.text])
        guard let place else { return fields }
        for (name, value) in place.fields.list { fields.append(name, value) }
        fields.append("origin", place.origin.rawValue)
        return fields
    }
}

extension MadePin {
    fileprivate init?(_ fields: MadeFields) {
        guard let number = fields["number"].flatMap(UInt64.init), let name = fields["name"],
            let coordinate = Coordinate(fields)
        else { return nil }
        self.init(
            number: NodeNumber(number), name: name, coordinate: coordinate, area: fields["area"] ?? "",
            subtitle: fields["subtitle"] ?? "",
            removed: Set(fields.all("removed").map { PhotoID($0) }))
    }

    fileprivate var fields: MadeFields {
        var fields = MadeFields([
            "number": "\(number.rawValue)", "name": name, "latitude": "\(coordinate.latitude)",
            "longitude": "\(coordinate.longitude)", "subtitle": subtitle,
        ])
        if !area.isEmpty { fields.append("area", area) }
        for photo in removed.map(\.rawValue).sorted() { fields.append("removed", photo) }
        return fields
    }
}

extension MadeSearch {
    fileprivate init?(_ fields: MadeFields) {
        guard let number = fields["number"].flatMap(UInt64.init), let name = fields["name"],
            let identity = fields["identity"]
        else { return nil }
        self.init(
            number: NodeNumber(number), name: name, identity: identity,
            removed: Set(fields.all("removed").map { PhotoID($0) }))
    }

    fileprivate var fields: MadeFields {
        var fields = MadeFields(["number": "\(number.rawValue)", "name": name, "identity": identity])
        for photo in removed.map(\.rawValue).sorted() { fields.append("removed", photo) }
        return fields
    }
}

extension Place {
    fileprivate init?(_ fields: MadeFields) {
        guard let id = fields["id"], let name = fields["name"], let country = fields["country"] else { return nil }
        self =
            Place(
                id: PlaceID(id), name: name, region: fields["region"] ?? "", country: country,
                coordinate: Coordinate(fields), sourceKeys: StoredFields.split(pairs: fields["keys"] ?? ""),
                origin: .added
            ).bounded
    }

    fileprivate var fields: MadeFields {
        var fields = MadeFields(["id": id.rawValue, "name": name, "region": region, "country": country])
        if let coordinate {
            fields.append("latitude", "\(coordinate.latitude)")
            fields.append("longitude", "\(coordinate.longitude)")
        }
        if !sourceKeys.isEmpty { fields.append("keys", StoredFields.join(sourceKeys)) }
        return fields
    }
}

extension Coordinate {
    fileprivate init?(_ fields: MadeFields) {
        guard let latitude = fields["latitude"].flatMap(Double.init),
            let longitude = fields["longitude"].flatMap(Double.init)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

/// An album as users made it, and the photos in it under the names that they were given. There may be thousands: they
/// are read when somebody asks for them.
struct MadeAlbum: Sendable {
    var number: NodeNumber
    var name: String
    /// The fields of a line that was not read yet.
    private var text: Substring = ""
    private var read: [PhotoID: String]?

    init(number: NodeNumber, name: String, photos: [PhotoID: String]) {
        self.number = number
        self.name = name
        read = photos
    }

    /// nil for a line that is none of ours.
    init?(text: Substring) {
        // Its photos, of which there may be thousands, are read when somebody asks for them.
        let end = text.utf8.indices.lazy.filter { text.utf8[$0] == MadeFields.blank }.dropFirst().first
        let head = MadeFields(text: text[..<(end ?? text.endIndex)])
        guard let number = head["number"].flatMap(UInt64.init), let name = head["name"], MadeChange.isName(name) else {
            return nil
        }
        self.number = NodeNumber(number)
        self.name = name
        self.text = text
    }

    /// About how many photos it has, without reading them.
    var photoCount: Int {
        // Each has two fields, behind the number and the name.
        read?.count ?? (text.utf8.count { $0 == MadeFields.blank } - 1) / 2
    }

    var photos: [PhotoID: String] {
        if let read { return read }
        let fields = MadeFields(text: text)
        let named = zip(fields.all("photo"), fields.all("as")).filter { MadeChange.isName($1) }
        return Dictionary(named.map { (PhotoID($0), $1) }) { first, _ in first }
    }

    /// The photo has this name from now on; with nil it is not in the album.
    mutating func set(_ photo: PhotoID, to name: String?) {
        if read == nil { read = photos }
        read?[photo] = name
    }
}

extension MadeAlbum: Hashable {
    static func == (left: MadeAlbum, right: MadeAlbum) -> Bool {
        left.number == right.number && left.name == right.name && left.photos == right.photos
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}

extension MadeAlbum {
    var fields: MadeFields {
        var fields = MadeFields(["number": "\(number.rawValue)", "name": name])
        for (photo, name) in photos.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            fields.append("photo", photo.rawValue)
            fields.append("as", name)
        }
        return fields
    }

    /// What a line says that changes an album; nil for a damaged one.
    static func change(_ kind: String, _ number: NodeNumber, _ fields: MadeFields) -> MadeChange? {
        let photo = fields["photo"].map { PhotoID($0) }
        switch kind {
        case "album-name": return fields["name"].map { .albumName($0, of: number) }
        case "no-album": return .noAlbum(number)
        case "album-photo":
            guard let photo, let name = fields["as"], MadeChange.isName(name) else { return nil }
            return .albumPhoto(photo, name: name, in: number)
        case "no-album-photo": return photo.map { .noAlbumPhoto($0, in: number) }
        default: return nil
        }
    }
}
