import PhotoFetch
import PhotoTree

/// An open file of `.small/`.
enum OpenSmall: Sendable {
    case rendition(OpenPhoto)
    /// The small picture in the photo's own file, or all of that.
    case own(OpenFile)
    /// A photo that has no small picture, and does not lie where it can be read.
    case photo(ServedPhoto)

    var photo: PhotoID {
        switch self {
        case .rendition(let open): open.photo.id
        case .own(let open): open.photo
        case .photo(let served): served.open.photo.id
        }
    }

    /// In bytes.
    var length: Int64 {
        switch self {
        case .rendition(let open): open.length
        case .own(let open): open.file.length
        case .photo(let served): served.length
        }
    }

    var isDirect: Bool { if case .own(let open) = self { open.isDirect } else { false } }
}
