internal import PhotoAPI
internal import PhotoTree

/// One page of a photo list of which only owners and positions are wanted.
struct SentPhotoList: Sendable {
    /// Those that have a position; in a list that was not searched by position this is one in five.
    let photos: [SentPhoto]
    /// Whether more pages follow.
    let isLast: Bool

    init(_ answer: JSONValue, page: Int, perPage: Int) throws(FlickrError) {
        guard let list = answer["photos"] else { throw .notAnAnswer("a list of photos without \"photos\"") }
        let entries = list["photo"]?.elements ?? []
        photos = entries.compactMap { entry in
            guard entry["media"]?.text != "video", entry["ispublic"]?.flag != false,
                let owner = entry["owner"]?.word, let point = Position(entry).coordinate
            else { return nil }
            return SentPhoto(person: owner, coordinate: point)
        }
        // Flickr counts before it filters, so a short page need not be the last one.
        isLast = entries.isEmpty || list["pages"]?.integer.map { page >= $0 } ?? (entries.count < perPage)
    }
}
