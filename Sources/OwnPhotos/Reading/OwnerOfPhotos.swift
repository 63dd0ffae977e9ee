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

    /// The photo with author and licence, of which so far only what is in its file is told: that goes first. A file
    /// that names a person has that person's licence only, so another's photo never gets the owner's.
    func crediting(_ photo: Photo) -> Photo {
        guard photo.ownerName.isEmpty || photo.ownerName == author, !photo.isOfHandout else { return photo }
        var photo = photo
        if photo.license == nil {
            (photo.ownerName, photo.license) = (author, license)
        } else if photo.reservesRights {
            photo.ownerName = author
        }
        return photo
    }

    /// Distinguishes it from every other.
    var text: String { "\(author)|\(license?.name ?? "")|\(license?.url ?? "")" }
}

extension Photo {
    /// Whether "All rights reserved" is all that it says of its licence.
    fileprivate var reservesRights: Bool {
        license.flatMap { LicenseTerms($0) }?.reserveAllRights ?? false
    }

    private static let handoutName = "folder.handout"

    /// Whether a handout told of it: then what that does not name, nobody knows.
    var isOfHandout: Bool {
        get { sourceAttributes[Self.handoutName] != nil }
        set { sourceAttributes[Self.handoutName] = newValue ? "" : nil }
    }
}
