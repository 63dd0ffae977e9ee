internal import PhotoAPI
public import PhotoTree

/// Commons searches in circles, and has no boxes.
extension CommonsSource {
    public func question(for area: PhotoArea) -> String {
        let circles = AreaFiles.circles(around: area)
        guard let circle = circles.first, circles.count > 1 else {
            return "a circle of \((circles.first?.radius ?? 0) / 1000) km around its box"
        }
        return "circles of \(circle.radius / 1000) km around its \(circles.count) largest towns"
    }

    /// The photos of an area, the newest first; around towns of each in turn. An answer that is cut has come further
    /// than the one before it, so that asking again ends.
    ///
    /// - Parameters:
    ///   - files: What there is in the area; what was found by an answer that was cut is not asked for again.
    ///   - pager: Takes the photos.
    /// - Throws: Why the wiki gave no answer.
    func gatherArea(_ files: inout AreaFiles, into pager: inout Pager) async throws(CommonsError) {
        let begun = ContinuousClock.now
        let described = pager.known.count
        var found = files.found
        var hasAsked = false
        repeat {
            while found.count < pager.missing, !files.isOver {
                // What there is of it is shown, and the rest comes behind.
                let isLate = hasAsked && ContinuousClock.now - begun > time
                if isLate, !found.isEmpty || pager.count > 0 { break }
                var lists: [PageBatch] = []
                for (_, question) in files.next { lists.append(try await complete(question)) }
                found += files.take(lists)
                hasAsked = true
            }
            var finder = Finder()
            finder.take(found)
            found = []
            _ = try await gathered(finder, into: &pager, since: begun)
            let isShort = !pager.isFull && pager.filesLeft > 0 && !files.isOver
            let isFurther = hasAsked || pager.known.count > described
            if isShort, isFurther, pager.count > 0, ContinuousClock.now - begun > time { pager.isCut = true }
        } while !pager.isFull && !pager.isCut && pager.filesLeft > 0 && !files.isOver
    }
}
