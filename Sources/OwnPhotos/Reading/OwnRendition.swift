internal import PhotoTree

/// The sizes that a photo of one's own has, and where they are.
enum OwnRendition {
    /// The only size of a photo: its file, read where it lies.
    static let inPlace = Rendition.inPlace
    /// The same for a file that is packed in a zip file, and fetched from there.
    static let packed = "packed"
    /// In front of a photo's path; nothing is there but our own transport.
    static let address = "folder://folder/"
}
