internal import PhotoAPI
public import PhotoTree

/// Commons searches in circles, and has no boxes.
extension CommonsSource {
    /// The largest circle that is drawn around an area's box, in metres.
    static let widestCircle = 500_000.0
    /// How far around its towns a larger one is searched, in metres.
    static let aroundTown = 50_000

    public func question(for area: PhotoArea) -> String {
        let circles = Self.circles(around: area)
        guard let circle = circles.first, circles.count > 1 else {
            return "a circle of \((circles.first?.radius ?? 0) / 1000) km around its box"
        }
        return "circles of \(circle.radius / 1000) km around its \(circles.count) largest towns"
    }

    /// The circle around the box, or of what is larger circles around its largest towns.
    static func circles(around area: PhotoArea) -> [(center: Coordinate, radius: Int)] {
        guard let (middle, metres) = area.box.circle else { return [] }
        if metres <= widestCircle || area.towns.isEmpty {
            let kilometres = Int((min(metres, widestCircle) / 1000).rounded(.up))
            return [(middle, max(1, kilometres) * 1000)]
        }
        return area.towns.map { ($0, aroundTown) }
    }

    /// The photos of an area, the newest first; around towns of each in turn.
    ///
    /// - Parameters:
    ///   - area: The area.
    ///   - query: The order of its photos.
    ///   - offset: How many files in it precede the wanted ones.
    ///   - pager: Takes the photos.
    /// - Returns: What there is around it, apart from the files themselves.
    /// - Throws: Why the wiki gave no answer.
    func gatherArea(
        _ area: PhotoArea, _ query: PhotoQuery, offset: Int, into pager: inout Pager
    ) async throws(CommonsError) -> AreaFiles {
        var files = AreaFiles(area, sorting: query.order == .newest ? .newest : .relevance, skip: offset)
        let begun = ContinuousClock.now
        repeat {
            var found: [FoundPage] = []
            while found.count < pager.missing, !files.isOver {
                // What there is of it is shown, and the rest comes behind.
                if ContinuousClock.now - begun > time, !found.isEmpty || pager.count > 0 { break }
                var lists: [(pages: [JSONValue], isPartial: Bool)] = []
                for (_, question) in files.next { lists.append(try await placed(question)) }
                found += files.take(lists)
            }
            var finder = Finder()
            finder.take(found)
            _ = try await gathered(finder, into: &pager)
            let isShort = !pager.isFull && pager.filesLeft > 0 && !files.isOver
            if isShort, pager.count > 0, ContinuousClock.now - begun > time { pager.isCut = true }
        } while !pager.isFull && !pager.isCut && pager.filesLeft > 0 && !files.isOver
        return files
    }

    /// All parts of one list with positions.
    private func placed(
        _ question: CommonsQuestion
    ) async throws(CommonsError) -> (pages: [JSONValue], isPartial: Bool) {
        var (batch, isPartial) = (PageBatch(), false)
        var continuation: [String: String] = [:]
        for _ in 0..<Self.mostParts {
            let answer = try await ask(question, continuing: continuation)
            batch.take(answer)
            isPartial = isPartial || answer.isPartial
            guard !answer.isWhole, let next = answer.continuation, next != continuation else { break }
            continuation = next
        }
        return (batch.all, isPartial)
    }
}
