internal import PhotoTree

/// The files in the lists of some answers, in the wanted order. Only their names are known, which is enough to skip
/// scans and drawings without a request for their pages.
struct Finder: Sendable {
    private var waiting: ArraySlice<Int> = []
    private var seen: Set<Int> = []
    /// The question that returns more of them; nil if there are no more.
    private(set) var following: (question: CommonsQuestion, continuation: [String: String])?
    /// How many photos a search has in all.
    private(set) var total: Int?
    /// Whether a search timed out before it had looked everywhere.
    private(set) var isPartial = false
    /// How many entries were skipped because their names are not a photo's.
    private(set) var leftOut = 0

    /// Without a question, it finds nothing.
    init(_ question: CommonsQuestion? = nil) {
        following = question.map { ($0, [:]) }
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// The numbers of the next files, at most `count`.
    mutating func next(_ count: Int) -> [Int] {
        defer { waiting = waiting.dropFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// Adds the other finder's `leftOut` and `isPartial` to this one's.
    mutating func join(_ other: Finder) {
        isPartial = isPartial || other.isPartial
        leftOut += other.leftOut
    }

    mutating func take(_ answer: CommonsAnswer) {
        total = total ?? answer.total
        isPartial = isPartial || answer.isPartial
        // Of files that were found in no order, those uploaded last have the highest numbers.
        let isUnordered = following?.question.isGenerator == true
        add(isUnordered ? answer.pages.compactMap(FoundPage.init).sorted { $0.id > $1.id } : answer.found)
        let before = following
        following = nil
        // A continuation that equals the last one would be followed for ever.
        if let question = before?.question, let next = answer.continuation, next != before?.continuation {
            following = (question, next)
        }
    }

    /// Takes files that were found elsewhere.
    mutating func take(_ pages: [FoundPage]) { add(pages) }

    /// Takes one answer to each of several questions, and their results in turns.
    mutating func take(inTurns answers: [CommonsAnswer]) {
        total = answers.first?.total
        isPartial = isPartial || answers.contains(where: \.isPartial)
        let lists = answers.map(\.found)
        for place in 0..<(lists.map(\.count).max() ?? 0) {
            add(lists.compactMap { $0.indices.contains(place) ? $0[place] : nil })
        }
    }

    mutating func shuffle(using lot: inout SearchLot) {
        waiting.shuffle(using: &lot)
    }

    private mutating func add(_ pages: [FoundPage]) {
        for page in pages {
            guard page.isPhoto else {
                leftOut += 1
                continue
            }
            if seen.insert(page.id).inserted { waiting.append(page.id) }
        }
    }
}
