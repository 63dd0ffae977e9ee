public import PhotoTree

/// Whose the photos of a folder are that name nobody themselves.
public struct OwnerOfPhotos: Hashable, Sendable {
    /// Empty where the user named nobody.
    public var author: String
    public var license: License?

    public init(author: String = "", license: License? = nil) {
        self.author = author
        self.license = license
    }

    /// What a file says goes first. A file that names a person has that person's licence only, so another's photo never
    /// gets the owner's.
    func credit(beside named: PhotoCredit?) -> PhotoCredit {
        guard var named else { return PhotoCredit(title: "", author: author, license: license, page: "") }
        let isOwn = named.author.isEmpty || named.author == author
        if named.author.isEmpty, named.license == nil { named.author = author }
        if isOwn, named.license == nil { named.license = license }
        return named
    }

    /// Distinguishes it from every other.
    var text: String { "\(author)|\(license?.name ?? "")|\(license?.url ?? "")" }
}
