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

    /// The photos of an area: as many of each of its circles, the newest first.
    func gatheredArea(
        _ area: PhotoArea, _ query: PhotoQuery, limit: Int, offset: Int, known: [Int: Photo?]
    ) async throws(CommonsError) -> (Pager, Finder) {
        let circles = Self.circles(around: area)
        let share = (limit + max(1, circles.count) - 1) / max(1, circles.count)
        var whole = Pager(limit: limit, license: query.license, isFiltered: true, known: known, filter: area.holds)
        var all = Finder()
        for (center, radius) in circles {
            let search = CommonsQuestion.search(
                CommonsQuestion.nearby(center, radius: radius), sorting: query.order == .newest ? .newest : .relevance,
                offset: offset, count: CommonsQuestion.longestList)
            var part = Pager(
                limit: share, license: query.license, isFiltered: true, known: whole.known, filter: area.holds)
            let finder = try await gathered(Finder(search), into: &part)
            whole.join(part)
            all.join(finder)
            if part.isCut { break }
        }
        return (whole, all)
    }
}
