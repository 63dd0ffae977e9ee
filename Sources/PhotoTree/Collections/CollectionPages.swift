/// Which page of a source's results a new collection asks for: another one than is shown, by chance. A source tells its
/// total with every answer and may be wrong, so a page may turn out to be empty, and then another is tried.
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

    /// `current` is the page shown, from 1; 0 when there is none yet. `total` is how many photos the source said last that
    /// it has, `size` how many a page holds, `maximumResults` how many of them the source gives out.
    public init(current: Int, total: Int?, size: Int, maximumResults: Int) {
        self.current = max(0, current)
        self.total = total
        self.size = max(1, size)
        self.maximumResults = maximumResults
    }

    /// The next page to try; nil when none is left or enough were tried. The first collection is page 1, a later one any
    /// page but the current, which comes when there is no other.
    public mutating func next(using random: inout some RandomNumberGenerator) -> Int? {
        guard tried.count < Self.maximumTries, let page = choice(using: &random) else { return nil }
        tried.insert(page)
        return page
    }

    /// Nothing was on `page`, so nothing is at or beyond it.
    public mutating func wasEmpty(_ page: Int) {
        guard page > 0 else { return }
        firstEmpty = min(firstEmpty, page)
    }

    /// How many photos the newest answer says there are.
    public mutating func learn(total: Int?) {
        if let total { self.total = total }
    }

    private func choice(using random: inout some RandomNumberGenerator) -> Int? {
        if current == 0, tried.isEmpty { return firstEmpty > 1 ? 1 : nil }
        let last = min(lastPage, firstEmpty - 1)
        let others = last < 1 ? [] : (1...last).filter { $0 != current && !tried.contains($0) }
        // A total that promises far too much must not end in nothing.
        let isLastTry = tried.count == Self.maximumTries - 1 && firstEmpty < .max
        if let page = isLastTry ? others.first : others.randomElement(using: &random) { return page }
        let isLeft = current > 0 && current < firstEmpty && current <= reachablePages && !tried.contains(current)
        return isLeft ? current : nil
    }

    private var reachablePages: Int { max(1, maximumResults / size) }

    /// The last page that may hold photos. Without a total, the one behind the last page seen.
    private var lastPage: Int {
        guard let total = total.map({ max(0, $0) }) else {
            return min(reachablePages, max(current, tried.max() ?? 0) + 1)
        }
        return min(reachablePages, max(1, total / size + (total.isMultiple(of: size) ? 0 : 1)))
    }
}
