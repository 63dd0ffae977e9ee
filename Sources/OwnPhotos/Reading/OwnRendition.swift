internal import PhotoTree

/// The sizes that a photo of one's own has, and where they are.
enum OwnRendition {
    /// The only size of a photo: its file, read where it lies.
    static let inPlace = Rendition.inPlace
    /// The same for a file that is packed in a zip file, and fetched from there.
    static let packed = "packed"
    /// In front of what identifies a photo; nothing is there but our own transport.
    static let address = "folder://folder/"

    /// Where the photo is fetched from. Its path says less: that of a photo which was moved may be another's by now.
    static func url(of photo: PhotoID) -> String { address + RelativeReference.from(path: photo.rawValue) }
}
