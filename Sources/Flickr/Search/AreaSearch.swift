internal import PhotoTree

/// Collects the photos of an area. Flickr is asked for its box, of which any part may lie elsewhere, so that a page may
/// have few of its photos or none: further ones are asked for, a few at most.
struct AreaSearch: Sendable {
    private static let lastPage = SearchPlan.maximumResults / WordSearch.perPage
    /// How many pages more than needed are asked for.
    private static let furtherPages = 3

    /// The arguments of each call: two for a box across the antimeridian, else one.
    let searches: [[String: String]]
    private let area: PhotoArea
    private let order: PhotoQuery.Order
    private let limit: Int
    private let isFirst: Bool
    /// Flickr's pages that may still be asked for, in that order.
    private var rest: ArraySlice<Int>
    /// How many pages each of the searches has, as far as that is known.
    private var pages: [Int]
    private var found: [Photo] = []
    private var seen: Set<PhotoID> = []
    /// How many photos lie elsewhere.
    private(set) var leftOut = 0
    private(set) var skipped = 0

    init(_ query: PhotoQuery, _ area: PhotoArea) {
        self.area = area
        order = query.order
        let common = SearchPlan.common(query, isGeographic: true)
        searches = WordSearch.boxes(area.box).map { common.merging($0) { $1 } }
        pages = searches.map { _ in Self.lastPage }
        limit = min(max(0, query.limit), SearchPlan.maximumResults)
        let page = min(max(1, query.page), Self.lastPage + 1)
        isFirst = page == 1
        rest = limit == 0 ? [] : Self.pages(of: page, needed: (limit - 1) / WordSearch.perPage + 1)
    }

    /// The first page is of the newest photos. Each other one begins elsewhere, and they come past all that there are
    /// as soon as as many were asked for as each of them may look at.
    private static func pages(of page: Int, needed: Int) -> ArraySlice<Int> {
        let most = min(lastPage, needed + furtherPages)
        guard page > 1 else { return Array(1...most)[...] }
        return Array(stride(from: page, through: lastPage, by: (lastPage - 1) / most + 1)).prefix(most)
    }

    /// The calls to make next, each by its number and page; empty if no more photos are wanted or available.
    var next: [(number: Int, page: Int)] {
        guard found.count < limit, let page = rest.first else { return [] }
        return pages.indices.filter { pages[$0] >= page }.map { ($0, page) }
    }

    /// Takes the answers to `next`, in its order; nil is a refusal to count so far.
    mutating func take(_ lists: [PhotoList?]) {
        var entries: [[Photo]] = []
        for (call, list) in zip(next, lists) {
            let isShort = list?.entries.count ?? 0 < WordSearch.perPage
            let isEmpty = list?.entries.isEmpty ?? true
            let last = list?.pages ?? (isEmpty ? call.page - 1 : isShort ? call.page : Self.lastPage)
            pages[call.number] = min(pages[call.number], max(last, isEmpty ? 0 : 1))
            // A page behind the last one repeats earlier ones.
            guard let list, pages[call.number] >= call.page else { continue }
            skipped += list.skipped
            let photos = list.entries.compactMap(\.self)
            entries.append(photos.filter { seen.insert($0.id).inserted })
            if !photos.isEmpty, entries.last?.isEmpty == true { pages[call.number] = call.page }
        }
        rest = rest.dropFirst()
        for photo in mixed(entries) where found.count < limit {
            if area.holds(photo) { found.append(photo) } else { leftOut += 1 }
        }
    }

    var count: Int { found.count }

    /// Whether there is more to come, behind what can be shown now.
    var isUnfinished: Bool { !next.isEmpty }

    var page: PhotoPage {
        // How many of them lie in an outline, nobody knows.
        var page = PhotoPage(photos: found, total: isFirst && seen.isEmpty && skipped == 0 ? 0 : nil)
        page.isFollowed = found.isEmpty && leftOut > 0
        return page
    }

    private func mixed(_ lists: [[Photo]]) -> [Photo] {
        guard lists.count > 1 else { return lists.first ?? [] }
        let photos = WordSearchResults.alternating(lists)
        return order == .newest ? photos.newestFirst : photos
    }
}
