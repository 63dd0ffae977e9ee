import Catalog
import PhotoTree

extension Listings {
    /// Another page of results, and its number. It shows other photos than now, if there are others.
    ///
    /// - Parameters:
    ///   - key: The directory that shows the present page.
    ///   - current: The number of that page, from 1; 0 before the first.
    ///   - size: How many photos a page has.
    ///   - removed: Photos that the user does not want.
    ///   - isWhole: Whether a page that takes longer than a listing may is waited for.
    ///   - query: What to ask the source for a page.
    /// - Returns: The page without the unwanted photos; an empty one, numbered 1, where there is none.
    /// - Throws: Why the source or the catalog gave no answer.
    func drawn(
        for key: DirectoryKey, after current: Int, size: Int, without removed: Set<PhotoID>, isWhole: Bool = false,
        _ query: (Int) -> PhotoQuery
    ) async throws(RefreshError) -> (page: PhotoPage, number: Int) {
        // From the catalog, because it is not in memory if the page was promised in an earlier mount.
        let known = try await asCatalog { () async throws(CatalogError) in try await catalog.listing(of: key) }
        let present = Set(known?.entries.map(\.photo.id) ?? [])
        var pages = CollectionPages(
            current: current, total: known?.total, size: size, maximumResults: source.maximumResults)
        var random = SystemRandomNumberGenerator()
        var fallback: (page: PhotoPage, number: Int)?
        while let number = pages.next(using: &random) {
            let query = query(number)
            var page: PhotoPage
            repeat {
                // The same question continues where the last answer stopped.
                page = try await asSource { () async throws(PhotoSourceError) in try await source.photos(query) }
            } while isWhole && page.extent == .begun && page.photos.count < size && !Task.isCancelled
            pages.learn(total: page.total)
            if page.photos.isEmpty { pages.wasEmpty(number) }
            page.photos = page.photos.filter { image(of: $0) != nil && !removed.contains($0.id) }
            if !page.photos.isEmpty, Set(page.photos.map(\.id)) != present { return (page, number) }
            if fallback == nil || fallback?.page.photos.isEmpty == true { fallback = (page, number) }
        }
        return fallback ?? (PhotoPage(photos: [], total: 0), 1)
    }
}
