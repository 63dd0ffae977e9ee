/// The files that lists name, in the order in which they are wanted. Nothing is known of them yet but what their names
/// tell, so that scans and drawings cost no look at their pages.
struct Finder: Sendable {
    private var waiting: ArraySlice<Int> = []
    private var seen: Set<Int> = []
    /// What brings more of them; nil when there are no more.
    private(set) var following: (question: CommonsQuestion, continuation: [String: String])?
    /// How many photos a search finds in all.
    private(set) var total: Int?
    /// Some search gave up before it had looked everywhere.
    private(set) var isPartial = false
    /// Entries that are no photos by their names.
    private(set) var leftOut = 0

    /// Without a question it finds nothing.
    init(_ question: CommonsQuestion? = nil) {
        following = question.map { ($0, [:]) }
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// The numbers of the next `count` files at most.
    mutating func next(_ count: Int) -> [Int] {
        defer { waiting = waiting.dropFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// Knows of another finder's search, too.
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
        // An answer that leads to itself would be followed for ever.
        if let question = before?.question, let next = answer.continuation, next != before?.continuation {
            following = (question, next)
        }
    }
}
