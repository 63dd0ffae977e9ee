import FUSE
import PhotoCache
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

extension ServedPhotos {
    func readSmall(
        _ open: OpenSmall, _ range: Range<Int64>, by caller: Caller
    ) async throws(FetchError) -> [UInt8] {
        switch open {
        case .rendition(let open):
            guard let small = engines.small else { throw .shutDown }
            return try await reading(for: caller) { () async throws(FetchError) in try await small.read(open, range) }
        case .own(let open):
            let read = await cache.threads.run { Result { () throws(PhotoFileError) in try open.file.read(range) } }
            do throws(PhotoFileError) { return try read.get() } catch { throw FetchError(reading: error) }
        case .photo(let served):
            return try await read(served, range.clamped(to: 0..<served.length), by: caller)
        }
    }

    /// Closes it; `soon` after a short grace, for a reader that opens it again in a moment.
    func closeSmall(_ open: OpenSmall, soon: Bool = false) {
        switch open {
        case .rendition(let open): soon ? engines.small?.closeSoon(open) : engines.small?.close(open)
        case .own(let open): engines.openSmallFiles.close(open)
        case .photo(let served): soon ? fetcher.closeSoon(served.open) : fetcher.close(served.open)
        }
    }
}
