internal import PhotoAPI
internal import PhotoTree

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
        total = list["total"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        pages = list["pages"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        if let found = list["photo"]?.elements {
            entries = found.map { reader.photo(listed: $0) }
        } else {
            // An empty listing would remove photos from the user's view, so it needs a `total` of exactly 0.
            guard list["photo"] == nil, total == 0 else { throw .notAnAnswer("a list of photos without any") }
            entries = []
        }
    }

    /// How many entries were left out.
    var skipped: Int { entries.count { $0 == nil } }
}
