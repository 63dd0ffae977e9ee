/// What must be said about a photo wherever a copy of it is shown. It is little, and kept longer than the photo's other
/// data.
public struct PhotoCredit: Hashable, Sendable {
    /// As its author wrote it; may be empty.
    public var title: String
    /// The owner's name as they write it, or else their identifier; empty when neither is known.
    public var author: String
    public var license: License?
    /// The photo's page at the source.
    public var page: String

    public init(title: String, author: String, license: License?, page: String) {
        self.title = title
        self.author = author
        self.license = license
        self.page = page
    }

    public init(_ photo: Photo) {
        self.init(
            title: photo.title, author: Credits.author(of: photo), license: photo.license, page: photo.pageURL)
    }

    /// `"Title" by Author, CC BY 2.0, https://…`; says so where the source gives no title, author or licence; an
    /// unknown page is left out.
    public var line: String {
        Credits.line(title: title, author: author, license: license?.name ?? "", page: page)
    }
}
