internal import PhotoTree

/// An album as users made it, and the photos in it under the names that they were given.
struct MadeAlbum: Hashable, Sendable {
    var number: NodeNumber
    var name: String
    var photos: [PhotoID: String]
}

extension MadeAlbum {
    init?(_ fields: MadeFields) {
        guard let number = fields["number"].flatMap(UInt64.init), let name = fields["name"] else { return nil }
        let photos = zip(fields.all("photo").map { PhotoID($0) }, fields.all("as"))
        self.init(
            number: NodeNumber(number), name: name, photos: Dictionary(Array(photos)) { first, _ in first })
    }

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
            guard let photo, let name = fields["as"] else { return nil }
            return .albumPhoto(photo, name: name, in: number)
        case "no-album-photo": return photo.map { .noAlbumPhoto($0, in: number) }
        default: return nil
        }
    }
}
