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
        for page in answer.found {
            guard page.isPhoto else {
                leftOut += 1
                continue
            }
            if seen.insert(page.id).inserted { waiting.append(page.id) }
        }
        let before = following
        following = nil
        // A continuation that equals the last one would be followed for ever.
        if let question = before?.question, let next = answer.continuation, next != before?.continuation {
            following = (question, next)
        }
    }
}
