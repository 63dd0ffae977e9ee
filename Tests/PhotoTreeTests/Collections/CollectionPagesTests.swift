import Fuzzing
import PhotoTree
import Testing

@Suite("CollectionPages")
struct CollectionPagesTests {
    /// The pages tried when none of them is empty.
    private func tries(_ pages: CollectionPages, seed: UInt64 = 1) -> [Int] {
        var pages = pages
        var random = SeededGenerator(seed: seed)
        return (0..<6).compactMap { _ in pages.next(using: &random) }
    }

    @Test(arguments: [nil, 0, 1, 50, 51, 4000, 1_000_000, -1])
    func `the first collection is page 1`(total: Int?) {
        #expect(tries(CollectionPages(current: 0, total: total, size: 50)).first == 1)
    }

    @Test(
        arguments: [
            (1, 50, [1]), (1, 1, [1]), (1, 0, [1]), (1, 51, [2, 1]), (2, 100, [1, 2]), (1, nil, [2, 3, 4, 5]),
            (0, 30, [1]),
            (3, 30, [1, 3]), (0, nil, [1, 2, 3, 4]), (-3, 30, [1]),
        ] as [(Int, Int?, [Int])])
    func `a page that was not shown comes first, and the current one when there is no other`(
        current: Int, total: Int?, expected: [Int]
    ) {
        #expect(tries(CollectionPages(current: current, total: total, size: 50)) == expected)
    }

    @Test
    func `in results without a total any page up to the next one may come`() {
        let first = Set((0..<200).map { tries(CollectionPages(current: 3, total: nil, size: 50), seed: $0).first })
        #expect(first == [1, 2, 4])
    }

    @Test
    func `every page within reach comes some time, none beyond`() {
        let first = Set(
            (0..<3000).compactMap { tries(CollectionPages(current: 7, total: 1_000_000, size: 50), seed: $0).first })
        #expect(first == Set(1...80).subtracting([7]))
        let odd = Set((0..<500).flatMap { tries(CollectionPages(current: 1, total: .max, size: 300), seed: $0) })
        #expect(odd == Set(2...13))
    }

    @Test
    func `nothing is at or beyond an empty page`() {
        for seed in 0..<200 as Range<UInt64> {
            var pages = CollectionPages(current: 2, total: 4000, size: 50)
            var random = SeededGenerator(seed: seed)
            pages.wasEmpty(4)
            #expect(Set((0..<6).compactMap { _ in pages.next(using: &random) }) == [1, 2, 3])
        }
        var pages = CollectionPages(current: 0, total: nil, size: 50)
        var random = SeededGenerator(seed: 1)
        #expect(pages.next(using: &random) == 1)
        pages.wasEmpty(1)
        #expect(pages.next(using: &random) == nil)
    }

    @Test
    func `a total that promises too much still ends in photos`() {
        for seed in 0..<500 as Range<UInt64> {
            for current in 1...2 {
                // Two pages in truth, and the source says eighty.
                var pages = CollectionPages(current: current, total: 4000, size: 50)
                var random = SeededGenerator(seed: seed)
                var page = pages.next(using: &random)
                while let empty = page, empty > 2 {
                    pages.wasEmpty(empty)
                    page = pages.next(using: &random)
                }
                #expect(page == 3 - current)
            }
        }
    }

    @Test(arguments: [(1, [2, 3, 4, 1]), (3, nil), (7, nil), (0, [1, 2, 3, 4])] as [(Int, [Int]?)])
    func `where nothing of a page is wanted others are tried, and at last what is known to have photos`(
        current: Int, expected: [Int]?
    ) {
        for seed in 0..<200 as Range<UInt64> {
            var pages = CollectionPages(current: current, total: nil, size: 50)
            var random = SeededGenerator(seed: seed)
            var tried: [Int] = []
            while let page = pages.next(using: &random) {
                tried.append(page)
                pages.hadNothing(page)
            }
            #expect(tried.count == 4 && Set(tried).count == 4)
            #expect(expected == nil || tried == expected)
            #expect(current == 0 || tried.last == current || tried.last == 1, "\(tried)")
        }
    }

    @Test
    func `a newer total counts, an answer without one does not`() {
        var pages = CollectionPages(current: 1, total: 4000, size: 50)
        pages.learn(total: 100)
        pages.learn(total: nil)
        #expect(tries(pages) == [2, 1])
        pages.learn(total: 150)
        #expect(Set(tries(pages)) == [1, 2, 3] && tries(pages).last == 1)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `whatever the source says, four pages at most, each once, within reach, the current one last`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sizes = [1, 7, 50, 250, 4000, 5000, 0, -1, Int.max]
        let totals: [Int?] = [nil, 0, 1, 49, 50, 51, 500, 3999, 4001, .max, .min]
        let size = sizes.randomElement(using: &random) ?? 50
        let current = [0, 1, 2, 5, 80, 81, .max, .min].randomElement(using: &random) ?? 0
        var pages = CollectionPages(current: current, total: totals.randomElement(using: &random) ?? nil, size: size)
        var tried: [Int] = []
        var limit = Int.max
        // A larger total learnt since may give others after it.
        var wasLast = false
        for _ in 0..<12 {
            if let page = pages.next(using: &random) {
                #expect(page >= 1 && page < limit && page <= max(1, 4000 / max(1, size)))
                #expect(!tried.contains(page) && !wasLast)
                tried.append(page)
                wasLast = page == current
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                guard let page = tried.last else { break }
                pages.wasEmpty(page)
                limit = min(limit, page)
            case 1:
                pages.learn(total: totals.randomElement(using: &random) ?? nil)
                wasLast = false
            case 2: pages.wasEmpty(Int.random(in: -2...0, using: &random))
            default: break
            }
        }
        #expect(tried.count <= 4 && pages.next(using: &random) == nil || tried.count < 4)
    }
}

extension CollectionPages {
    /// Of a source that gives out as many as Flickr does.
    fileprivate init(current: Int, total: Int?, size: Int) {
        self.init(current: current, total: total, size: size, maximumResults: 4_000)
    }
}
