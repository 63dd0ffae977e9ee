internal import PhotoAPI
internal import PhotoTree

/// A user's search as questions to CirrusSearch (https://www.mediawiki.org/wiki/Help:CirrusSearch).
///
/// CirrusSearch cuts keywords out of quotation marks, too. So of typed words only letters, marks, digits and inner
/// apostrophes are sent; all keywords, quotation marks and the "-" before a word are ours.
struct WordSearch: Sendable {
    /// Questions whose results are looked at in turns.
    struct Stage: Sendable {
        var questions: [CommonsQuestion]
        /// Whether the service looked for the words and categories.
        var hasWords = true
    }

    /// Each finds what those before it lack.
    let stages: [Stage]
    /// Whether some of what they find is not wanted.
    let isFiltered: Bool
    /// Whether it asks for all that is below a category.
    let isDeep: Bool
    private let search: PhotoSearch
    private let query: PhotoQuery
    /// For each typed tag the names of the categories that it may mean.
    private let categories: [Set<String>]

    /// With `deep` it asks for all that is below that category, in one question. `offset` is how many results of a
    /// search that needs no filter precede the page.
    ///
    /// - Throws: `CommonsError.unanswerable` if the search is for nothing that Commons can look for.
    init(
        _ query: PhotoQuery, _ search: PhotoSearch, near place: SearchPlace?, offset: Int, deep: DeepCategory? = nil
    ) throws(CommonsError) {
        (self.query, self.search, isDeep) = (query, search, deep != nil)
        let author = search.author.flatMap(SearchArgument.name)
        guard !search.words.isEmpty || !search.tags.isEmpty || author != nil || place != nil else {
            throw .unanswerable("there is nothing that Commons can look for")
        }
        let licenses = [query.license, search.license ?? .any]
        let isArea = if case .area = place { true } else { false }
        isFiltered =
            search.taken != nil || search.shape != nil || search.longerSide != nil || search.author != nil || isArea
            || !licenses.allSatisfy { $0 == .any }
        let names = search.tags.map(Self.categories)
        categories = names.map { Set($0.map(SearchKey.of)) }
        guard names.allSatisfy({ !$0.isEmpty }) else {
            stages = []
            return
        }
        var words = names.enumerated().map { place, names in
            deep.flatMap { $0.place == place ? "deepcategory:\"\($0.name)\"" : nil }
                ?? "incategory:\"\(names.joined(separator: "|"))\""
        }
        // No photo is uploaded before it is taken.
        if let year = search.taken?.start.flatMap({ DateText.text($0)?.prefix(4) }) {
            words.append("creationdate:>=\(year)")
        }
        words += search.words.map { $0.isPhrase ? "\"\($0.text)\"" : $0.text }
        words += search.excluded.map { $0.words.count > 1 ? "-\"\($0.text)\"" : "-\($0.text)" }
        if let author, let name = SearchWords(author, isPhrase: true) {
            words.append(name.isPhrase ? "\"\(name.text)\"" : name.text)
        }
        let order = query.searchOrder
        let start = isFiltered || order == .random ? 0 : offset
        let spots = place.map(Self.spots) ?? ["filemime:image/jpeg"]
        var stages = Self.filters(licenses, order).map { filter in
            Stage(
                questions: spots.map { spot in
                    .search(
                        ([spot] + filter + words).joined(separator: " "), sorting: Self.sorting(order), offset: start,
                        count: CommonsQuestion.longestList)
                })
        }
        guard !isDeep else {
            self.stages = Array(stages.suffix(1))
            return
        }
        if let near = Self.nearest(place, order), words.isEmpty { stages.insert(Stage(questions: [near]), at: 0) }
        if let author {
            let own = Stage(questions: [.uploads(by: author)], hasWords: false)
            let isOfAuthorAlone = search.words.isEmpty && search.tags.isEmpty && place == nil
            stages.insert(own, at: isOfAuthorAlone ? 0 : stages.count)
        }
        self.stages = stages
    }

    /// Whether a photo that a stage found is wanted.
    func isWanted(_ photo: Photo, by stage: Stage) -> Bool {
        guard query.admits(photo) else { return false }
        if let author = search.author.map(SearchKey.of),
            ![photo.owner, photo.ownerName].contains(where: { SearchKey.of($0) == author })
        {
            return false
        }
        guard !stage.hasWords else { return true }
        let own = Set(photo.tags.map(SearchKey.of))
        guard categories.allSatisfy({ !$0.isDisjoint(with: own) }) else { return false }
        var words = PhotoSearch()
        words.words = search.words
        return words.finds(photo)
    }

    /// What a stage adds to the words: what is wanted most, then what may be wanted.
    private static func filters(
        _ licenses: [LicenseFilter], _ order: PhotoSearch.Order
    ) -> [[String]] {
        var filters: [[String]] = licenses.contains(.publicDomain) ? [["haslicense:unrestricted"], []] : [[]]
        if order == .interesting { filters.insert(filters[0] + [judged], at: 0) }
        return filters
    }

    /// Featured pictures, quality images and valued images.
    private static let judged =
        "haswbstatement:P6731=Q63348049|P6731=Q63348069|P6731=Q63348040"

    private static func sorting(_ order: PhotoSearch.Order) -> CommonsQuestion.Sorting {
        switch order {
        case .newest, .nearest: .newest
        case .interesting: .relevance
        case .random: .random
        }
    }

    /// The names of categories that a tag may mean, without what a list of them is divided by.
    private static func categories(of tag: String) -> [String] { titles(of: tag).compactMap(name) }

    /// The titles of the same categories.
    static func titles(of tag: String) -> [String] {
        guard let name = SearchArgument.name(tag) else { return [] }
        let legal = String(
            String.UnicodeScalarView(name.unicodeScalars.map { CategoryNames.illegal.contains($0) ? " " : $0 }))
        return CategoryNames.titles(of: legal)
    }

    /// A category's name as it may stand in a search.
    static func name(of title: String) -> String? {
        SearchArgument.name(withoutKeywords(CategoryNames.name(of: title)))
    }

    /// Behind a blank, a word with a colon may be a keyword even in quotation marks.
    private static func withoutKeywords(_ name: String) -> String {
        var isBehindBlank = false
        let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
            isBehindBlank = isBehindBlank || scalar == " "
            return isBehindBlank && scalar == ":" ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    // MARK: Where

    private static func spots(of place: SearchPlace) -> [String] {
        switch place {
        case .circle(let center, let radius): [CommonsQuestion.nearby(center, radius: max(10, radius))]
        case .area(let area):
            AreaFiles.circles(around: area).map { CommonsQuestion.nearby($0.center, radius: $0.radius) }
        }
    }

    /// The question for the files nearest to a point, if its radius is one that it takes.
    private static func nearest(_ place: SearchPlace?, _ order: PhotoSearch.Order) -> CommonsQuestion? {
        guard case .circle(let center, let radius) = place, order == .nearest, radius <= CommonsQuestion.farthest else {
            return nil
        }
        return .near(center, radius: radius, count: CommonsQuestion.longestList)
    }
}
