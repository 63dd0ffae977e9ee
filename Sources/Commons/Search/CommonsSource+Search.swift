internal import HTTP
internal import Logging
internal import PhotoAPI
internal import PhotoTree
internal import Waiting

// A user's search, with words, categories, an author, dates and a place.
extension CommonsSource {
    /// This many photos are shown at once; more of them follow when the same query is asked again.
    private static let shownAtOnce = 50
    /// How many batches of files more than needed are looked at, where photos are left out here.
    private static let furtherBatches = 5
    private static let mostDraws = 8

    func found(
        _ query: PhotoQuery, _ search: PhotoSearch, near place: SearchPlace?, limit: Int, offset: Int
    ) async throws(CommonsError) -> PhotoPage {
        let words = try WordSearch(query, search, near: place, offset: offset)
        var listing = unfinished.take(query) ?? UnfinishedListing()
        let skip = words.isFiltered ? offset : 0
        var pager = Pager(
            limit: limit, skip: skip, license: .any, nearest: query.searchOrder == .nearest ? place?.middle : nil,
            isFiltered: words.isFiltered, known: listing.files)
        pager.filesLeft = limit + skip + Self.furtherBatches * CommonsQuestion.mostFiles
        if HTTPRequest.Priority.current != .background { pager.shownAtOnce = Self.shownAtOnce }
        var all = Finder()
        for stage in words.stages where !pager.isFull && !pager.isCut {
            let (found, total) = try await look(by: stage, of: words, for: query, &listing, &pager)
            all.join(found)
            // Only the last one finds everything.
            pager.setTotal(stage.questions == words.stages.last?.questions ? total : nil)
        }
        let isShort = offset == 0 && !pager.isFull && !pager.isCut && !all.isPartial
        if isShort, let deep = try await deepCategory(search, place, known: listing.deep) {
            listing.deep = deep
            let words = try WordSearch(query, search, near: place, offset: 0, deep: deep)
            for stage in words.stages {
                let (found, total) = try await look(by: stage, of: words, for: query, &listing, &pager)
                all.join(found)
                pager.setTotal(total)
            }
        }
        if pager.leftOut + all.leftOut > 0 {
            logger.debug(
                "left out what was not searched for", metadata: ["count": "\(pager.leftOut + all.leftOut)"])
        }
        let photos = pager.photos
        var page = PhotoPage(
            photos: photos, total: pager.total.map { max($0, photos.isEmpty ? 0 : offset + photos.count) })
        if all.isPartial {
            page.extent = .partial
        } else if pager.isCut {
            page.extent = .begun
            listing.files = pager.known
            unfinished.put(listing, of: query)
        }
        return page
    }

    /// What a stage finds goes to the pager. What was asked before is not asked again.
    private func look(
        by stage: WordSearch.Stage, of words: WordSearch, for query: PhotoQuery,
        _ listing: inout UnfinishedListing, _ pager: inout Pager
    ) async throws(CommonsError) -> (found: Finder, total: Int?) {
        let start: Finder
        if let kept = listing.lists[stage.questions] {
            start = kept
        } else if words.isDeep {
            start = try await deepTurn.run { () async throws(CommonsError) in
                try await results(of: stage, of: query)
            }
        } else {
            start = try await results(of: stage, of: query)
        }
        listing.lists[stage.questions] = start
        pager.filter = { words.isWanted($0, by: stage) }
        return (try await gathered(start, into: &pager), start.total)
    }

    /// A category that was searched for, has few photos itself, and has others below it. Few workers answer for all of
    /// Wikimedia what is below a category, so that is asked where somebody waits, and for one list at a time.
    private func deepCategory(
        _ search: PhotoSearch, _ place: SearchPlace?, known: DeepCategory?
    ) async throws(CommonsError) -> DeepCategory? {
        if let known { return known }
        guard HTTPRequest.Priority.current <= .soon else { return nil }
        // That would be a question for each circle.
        if case .area = place { return nil }
        for (number, tag) in search.tags.enumerated() {
            let titles = WordSearch.titles(of: tag)
            guard !titles.isEmpty else { continue }
            let sizes = try await ask(.sizes(of: titles)).pages.compactMap { page in
                page["title"]?.word.flatMap { title in
                    page["categoryinfo"].map {
                        (title, files: $0["files"]?.integer ?? 0, below: $0["subcats"]?.integer ?? 0)
                    }
                }
            }
            guard let largest = sizes.max(by: { $0.files + $0.below < $1.files + $1.below }), largest.below > 0,
                largest.files < Self.shownAtOnce, let name = WordSearch.name(of: largest.0)
            else { continue }
            return DeepCategory(place: number, name: name)
        }
        return nil
    }

    private func results(
        of stage: WordSearch.Stage, of query: PhotoQuery
    ) async throws(CommonsError) -> Finder {
        // A draw cannot be continued: as many are made as there are lists of wanted photos.
        let isDrawn = query.searchOrder == .random && stage.hasWords
        let draws = isDrawn ? max(1, (query.limit - 1) / CommonsQuestion.longestList + 1) : 1
        let questions = [[CommonsQuestion]](repeating: stage.questions, count: min(draws, Self.mostDraws)).joined()
        var finder = Finder(isDrawn || stage.questions.count > 1 ? nil : stage.questions.first)
        var answers: [CommonsAnswer] = []
        for question in questions {
            do throws(CommonsError) {
                answers.append(try await ask(question))
            } catch .refused(code: "baduser", text: _) {
                // A name that no user can have.
                return Finder()
            }
        }
        if answers.count == 1, let answer = answers.first { finder.take(answer) } else { finder.take(inTurns: answers) }
        if query.searchOrder == .random, !stage.hasWords {
            var lot = SearchLot(page: query.page)
            finder.shuffle(using: &lot)
        }
        return finder
    }
}
