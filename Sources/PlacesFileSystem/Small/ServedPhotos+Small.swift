import Catalog
import FUSE
import HTTP
import PhotoCache
import PhotoFetch
import PhotoTree
import Waiting

// The small renditions that `.small/` shows. They bear no credit, their reads are no views, and no length seen here
// becomes the photo's.
extension ServedPhotos {
    /// Opens the photo's small rendition, or the next one that its host serves.
    ///
    /// - Returns: The rendition, open, and whether the pages that the kernel holds of it are of the same bytes.
    func openSmall(
        _ photo: Photo, by caller: Caller
    ) async throws(FetchError) -> (open: OpenPhoto, keepsPages: Bool) {
        guard let small = engines.small else { throw .failed("the source has no small renditions") }
        var rest = photo
        while true {
            guard let image = listings.source.image(of: rest, upTo: small.rendition) else { throw .gone }
            do throws(FetchError) {
                return try await openSmall(photo, image, small, by: caller)
            } catch {
                guard case .unserved = error, rest.renditions.contains(where: { $0.name == image.name }) else {
                    throw error
                }
                rest.renditions.removeAll { $0.name == image.name }
                guard listings.source.image(of: rest, upTo: small.rendition) != nil else { throw error }
            }
        }
    }

    private func openSmall(
        _ photo: Photo, _ image: Rendition, _ small: SmallRenditions, by caller: Caller
    ) async throws(FetchError) -> (open: OpenPhoto, keepsPages: Bool) {
        let key = ImageKey(photo: photo.id, rendition: image.name)
        guard let fetcher = await small.readyFetcher() else { throw .failed("no folder for small renditions") }
        try await engines.strangers.admit(caller, to: key, length: Self.usualThumbnail, in: fetcher)
        try await confirmSmall(photo, image)
        let keepsPages = fetcher.continues(key)
        let open = try await reading(for: caller) { () async throws(FetchError) in try await small.open(photo, image) }
        return (open, keepsPages)
    }

    /// Confirms the photo with its source before the first read of a small rendition that was kept for as long as a
    /// photo may be.
    func confirmSmall(_ photo: Photo, _ image: Rendition) async throws(FetchError) {
        let key = ImageKey(photo: photo.id, rendition: image.name)
        guard let fetcher = await engines.small?.readyFetcher(), fetcher.cache.mayContain(key) else { return }
        // If the catalog cannot be read, the source is asked once more.
        let known = (try? await listings.catalog.learntFiles([key]))?[key]
        _ = try await HTTPRequest.Priority.$current.withValue(
            .soon,
            throwing: { () async throws(FetchError) in try await confirmed(photo, image, known: known, by: fetcher) })
    }

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
