/// Chooses at random which page of a source's results a new collection asks for, other than the page shown. The total
/// in a source's answer may be wrong, so a page may turn out to be empty; then another one is tried.
public struct CollectionPages: Sendable {
    /// How many pages are tried for one collection.
    private static let maximumTries = 4

    private let current: Int
    private let size: Int
    private let maximumResults: Int
    private var total: Int?
    /// All pages from this one on are known to be empty.
    private var firstEmpty = Int.max
    private var tried: Set<Int> = []
    /// Pages of which nothing is wanted.
    private var bare: Set<Int> = []

    /// `current` is the page shown, from 1; 0 when there is none yet. `total` is how many photos the source said last
    /// that it has, `size` how many a page holds, `maximumResults` how many of them one can get from the source.
    public init(current: Int, total: Int?, size: Int, maximumResults: Int) {
        self.current = max(0, current)
        self.total = total
        self.size = max(1, size)
        self.maximumResults = maximumResults
    }

    /// The next page to try; nil when no page is left or enough were tried. The first collection is page 1. A later one
    /// is any page but the current one, which is chosen only when no other is left.
    public mutating func next(using random: inout some RandomNumberGenerator) -> Int? {
        guard tried.count < Self.maximumTries, let page = choice(using: &random) else { return nil }
        tried.insert(page)
        return page
    }

    /// Notes that `page` was empty, so that no page from it on is tried.
    public mutating func wasEmpty(_ page: Int) {
        guard page > 0 else { return }
        firstEmpty = min(firstEmpty, page)
    }

    /// Notes that nothing of `page` is wanted, though later ones may have photos.
    public mutating func hadNothing(_ page: Int) {
        bare.insert(page)
    }

    /// Takes the total from the newest answer.
    public mutating func learn(total: Int?) {
        if let total { self.total = total }
    }

    private func choice(using random: inout some RandomNumberGenerator) -> Int? {
        if current == 0, tried.isEmpty { return firstEmpty > 1 ? 1 : nil }
        if let page = known { return page }
        let last = min(lastPage, firstEmpty - 1)
        let others = last < 1 ? [] : (1...last).filter { $0 != current && !tried.contains($0) }
        // The first page on the last try, so that a total that is far too large does not end without photos.
        let isLastTry = tried.count == Self.maximumTries - 1 && firstEmpty < .max
        if let page = isLastTry ? others.first : others.randomElement(using: &random) { return page }
        let isLeft = current > 0 && current < firstEmpty && current <= reachablePages && !tried.contains(current)
        return isLeft ? current : nil
    }

    /// On the last try, when nothing of the others was wanted, the first page or the current one: these most likely
    /// have photos.
    private var known: Int? {
        guard tried.count == Self.maximumTries - 1, !bare.isEmpty,
            tried.allSatisfy({ bare.contains($0) || $0 >= firstEmpty })
        else { return nil }
        return [1, current].first { $0 > 0 && $0 < firstEmpty && $0 <= reachablePages && !tried.contains($0) }
    }

    private var reachablePages: Int { max(1, maximumResults / size) }

    /// The last page that may hold photos; without a total, the page behind the last one seen.
    private var lastPage: Int {
        guard let total = total.map({ max(0, $0) }) else {
            return min(reachablePages, max(current, tried.max() ?? 0) + 1)
        }
        return min(reachablePages, max(1, total / size + (total.isMultiple(of: size) ? 0 : 1)))
    }
}
