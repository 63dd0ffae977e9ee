internal import PhotoTree

/// Collects the photos of a user's search, page by page, until as many are wanted ones as were asked for.
struct WordSearchResults: Sendable {
    private let query: PhotoQuery
    private let search: WordSearch
    /// The wanted ones.
    private var found: [Photo] = []
    private var seen: Set<PhotoID> = []
    /// How many pages each of the searches has, as far as that is known.
    private var pages: [Int]
    private var totals: [Int?]
    /// The page to begin with, from 1.
    private var first = 1
    private var asked = 0
    private var isOver: Bool
    private(set) var leftOut = 0
    /// Draws for random order.
    private var lot: SearchLot?

    init(_ search: WordSearch, of query: PhotoQuery) {
        self.query = query
        self.search = search
        pages = search.searches.map { _ in WordSearch.lastPage }
        totals = search.searches.map { _ in nil }
        isOver = search.limit == 0 || search.searches.isEmpty || search.skip >= SearchPlan.maximumResults
        lot = search.lot
        if lot != nil { draw() }
    }

    /// The calls to make next, each by its number and page; empty if no more photos are wanted or available.
    var next: [(number: Int, page: Int)] {
        guard !isOver, found.count < search.skip + search.limit, asked < search.mostPages else { return [] }
        let page = (first - 1 + asked) % last + 1
        return pages.indices.filter { pages[$0] >= page }.map { ($0, page) }
    }

    /// Takes the answers to `next`, in its order; nil is a refusal to count so far.
    mutating func take(_ lists: [PhotoList?]) {
        let calls = next
        for (call, list) in zip(calls, lists) {
            totals[call.number] = totals[call.number] ?? list?.total
            let counted = list?.pages ?? (list?.entries.isEmpty == false ? nil : call.page - 1)
            if let counted { pages[call.number] = min(pages[call.number], max(0, counted)) }
        }
        guard let page = calls.first?.page, last > 0 else {
            isOver = true
            return
        }
        guard lot == nil || page <= last else { return draw() }
        asked += 1
        let isNew = add(Self.alternating(lists.map { $0?.entries ?? [] }))
        isOver = asked >= last || (!isNew && lot == nil)
    }

    /// Whether there is more to come, behind what can be shown now.
    var isUnfinished: Bool { !next.isEmpty }

    var count: Int { found.count }

    var page: PhotoPage {
        var sorted = found
        switch query.searchOrder {
        case .newest where search.searches.count > 1:
            sorted = found.newestFirst
        case .nearest:
            if case .search(_, let place?) = query.subject { sorted = place.nearestFirst(found) }
        case .newest, .interesting, .random: break
        }
        // How many of the others are wanted, nobody knows.
        let isCounted = leftOut == 0 && totals.allSatisfy { $0 != nil }
        return PhotoPage(
            photos: Array(sorted.dropFirst(search.skip).prefix(search.limit)),
            total: isCounted && !totals.isEmpty ? totals.reduce(0) { $0 + ($1 ?? 0) } : nil)
    }

    /// The last page that has photos.
    private var last: Int { min(WordSearch.lastPage, pages.max() ?? 0) }

    private mutating func draw() {
        guard var generator = lot else { return }
        first = Int.random(in: 1...max(1, last), using: &generator)
        lot = generator
    }

    /// Whether one of them was none of the earlier ones.
    private mutating func add(_ entries: [Photo?]) -> Bool {
        var entries = entries
        if var generator = lot {
            entries.shuffle(using: &generator)
            lot = generator
        }
        var isNew = false
        for case let photo? in entries where seen.insert(photo.id).inserted {
            isNew = true
            guard isWanted(photo) else {
                leftOut += 1
                continue
            }
            if lot == nil || found.count < search.limit { found.append(photo) }
        }
        return isNew
    }

    private func isWanted(_ photo: Photo) -> Bool {
        guard query.admits(photo), case .search(let search, _) = query.subject else { return false }
        return search.phrasesStand(in: photo)
    }

    static func alternating<Entry>(_ lists: [[Entry]]) -> [Entry] {
        guard lists.count > 1 else { return lists.first ?? [] }
        let longest = lists.map(\.count).max() ?? 0
        return (0..<longest).flatMap { place in lists.compactMap { $0.indices.contains(place) ? $0[place] : nil } }
    }
}

extension [Photo] {
    /// By the time of their upload; those of the same time stay in their order.
    var newestFirst: [Photo] {
        enumerated().sorted {
            ($0.element.uploaded ?? .never, $1.offset) > ($1.element.uploaded ?? .never, $0.offset)
        }.map(\.element)
    }
}
