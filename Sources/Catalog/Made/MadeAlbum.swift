internal import PhotoTree

/// An album as users made it, and the photos in it under the names that they were given. There may be thousands: they are
/// read when somebody asks for them.
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
