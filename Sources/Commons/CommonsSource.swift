public import HTTP
public import Logging
internal import PhotoAPI
public import PhotoTree
internal import Waiting

/// Wikimedia Commons as a source of photos, through MediaWiki's Action API and any transport. It needs no key.
///
/// The transport decides how many requests run at once.
public struct CommonsSource: PhotoSource {
    /// The radius in metres within which photos belong to a place.
    private static let placeRadius = 10_000
    /// If a topic's category has fewer photos than this, a search for its words adds more.
    private static let enoughForTopic = 50
    /// The wiki renders each page's texts before it answers, which takes half a second for a page not viewed lately.
    /// This many files at a time take it about a quarter of a minute.
    private static let parsedAtOnce = 25
    /// The most parts of one answer that are requested.
    private static let mostParts = 8

    private let transport: any HTTPTransport
    private let endpoints: CommonsEndpoints
    private let reader: PhotoReader
    private let patience: Duration?
    private let listingTime: Duration?
    let unfinished = UnfinishedQueries<UnfinishedListing>()
    /// For questions about all that is below a category.
    let deepTurn = AsyncMutex()
    let logger: Logger

    /// `patience` is how long an answer may take to begin; nil leaves that to the transport. It may have to be long,
    /// because the API sends nothing before it has computed the whole answer. `listingTime` is how long a listing may
    /// take before it is returned incomplete; by default it depends on whether somebody waits for it.
    public init(
        transport: any HTTPTransport, endpoints: CommonsEndpoints = .live, patience: Duration? = nil,
        listingTime: Duration? = nil, logger: Logger = Logger(label: "commons")
    ) {
        self.transport = transport
        self.endpoints = endpoints
        self.patience = patience
        self.listingTime = listingTime
        self.logger = logger
        reader = PhotoReader(endpoints)
    }

    public var namespace: String { "commons" }

    public var name: String { "Wikimedia Commons" }

    public var notice: String {
        "The files of Wikimedia Commons are by their authors, under the licences named with each of them. placesfs is "
            + "not endorsed by, or affiliated with, the Wikimedia Foundation."
    }

    public var imageHosts: [String] { reader.hosts.names }
    public var imageFolder: String? { reader.hosts.folder }

    public var standardRendition: String { ImageWidth.standard.name }

    public var renditionNames: [String] { ImageWidth.allCases.map(\.name) + [ImageWidth.original] }

    public var originalRendition: String? { ImageWidth.original }

    public var thumbnailRendition: String? { ImageWidth.pixels330.name }

    /// Wikimedia limits the rate of originals, but not of thumbnails.
    public func section(of image: Rendition) -> String? {
        image.name == ImageWidth.original ? "originals" : nil
    }

    /// Categories that contain files themselves, not only subcategories, and that get new ones every day.
    public var firstTopics: [String] { ["Quality images", "Sunsets"] }

    /// Categories are told apart by their words: "Golden Gate" and "goldengate" are two.
    public func topicKey(of name: String) -> String? { CategoryNames.key(of: name) }
    public func topicFault(of name: String) -> String? { CategoryNames.fault(of: name) }

    /// The search itself returns up to 10,000, but nobody needs as many pages so far.
    public var maximumResults: Int { 4_000 }

    /// Commons has no list of top places.
    public func topPlaces() async throws(PhotoSourceError) -> [Place] { [] }

    /// Takes three requests for 50 photos of a place or near a point: one finds them, then two at once describe 25
    /// each. A topic takes one more, to find its category. Each further 50 photos take two more.
    public func photos(_ query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
        do throws(CommonsError) {
            return try await found(query)
        } catch {
            throw error.photoSourceError
        }
    }

    public func photo(_ id: PhotoID) async throws(PhotoSourceError) -> Photo? {
        // The API would refuse any other identifier.
        guard id.rawValue.utf8.count <= 18, let number = Int(id.rawValue), number > 0 else { return nil }
        do throws(CommonsError) {
            // Without following redirects: a listed number always means that page, wherever it redirects today.
            let batch = try await answered([number], follows: false)
            guard let file = batch[number] else { throw .notAnAnswer("something else than file \(number)") }
            return try reader.photo(ifThere: file)
        } catch {
            throw error.photoSourceError
        }
    }

    public func image(of photo: Photo, upTo choice: String) -> Rendition? {
        ListedRenditions.image(in: photo.renditions, upTo: choice)
    }

    public func judge(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict {
        switch head.status {
        case 400: .unserved("HTTP 400, a width that Wikimedia does not serve")
        case 403: .refused(CommonsError.whoAsks)
        case 429: .refused("HTTP 429, Wikimedia asks to be left alone for a while")
        default: ImageAnswer.verdict(head, firstBytes: firstBytes)
        }
    }

    /// A user who wants the original asks for it by name; then no other size will do.
    public func hasSubstitutes(for image: Rendition) -> Bool { image.name != ImageWidth.original }

    // MARK: Queries

    private func found(_ query: PhotoQuery) async throws(CommonsError) -> PhotoPage {
        let wanted = min(max(0, query.limit), maximumResults)
        let isDrawn = query.searchOrder == .random
        let offset = isDrawn ? 0 : wanted * (min(max(1, query.page), maximumResults + 1) - 1)
        let limit = max(0, min(wanted, maximumResults - offset))
        guard limit > 0 else { return PhotoPage(photos: [], total: nil) }
        if case .search(let search, let place) = query.subject {
            return try await found(query, search, near: place, limit: limit, offset: offset)
        }
        let sorting: CommonsQuestion.Sorting = query.order == .newest ? .newest : .relevance
        // Requests some more than wanted, to replace those that turn out not to be photos; longer lists cost nothing.
        let count = query.license == .any ? limit + limit / 5 : CommonsQuestion.longestList
        let search: (String) -> CommonsQuestion = { .search($0, sorting: sorting, offset: offset, count: count) }
        let before = unfinished.take(query) ?? UnfinishedListing()
        var pager = Pager(limit: limit, license: query.license, known: before.files)
        var finder = Finder()
        var around: AreaFiles?
        switch query.subject {
        case .place(let place):
            guard let center = place.coordinate else {
                throw .unanswerable("\(place.name) has no position to search by")
            }
            let words = CommonsQuestion.nearby(center, radius: Self.placeRadius)
            finder = try await gathered(Finder(search(words)), into: &pager)
        case .area(let area):
            pager.filter = area.holds
            var files = before.area ?? AreaFiles(area, sorting: sorting, skip: offset)
            do throws(CommonsError) {
                try await gatherArea(&files, into: &pager)
            } catch {
                unfinished.put(UnfinishedListing(files: pager.known, area: files), of: query)
                throw error
            }
            around = files
        case .point(let center, let radius) where offset == 0 && radius <= CommonsQuestion.farthest:
            pager = Pager(limit: limit, license: query.license, nearest: center, known: pager.known)
            finder = try await gathered(Finder(.near(center, radius: radius, count: count)), into: &pager)
        case .point(let center, let radius):
            finder = try await gathered(
                Finder(search(CommonsQuestion.nearby(center, radius: radius))), into: &pager)
        case .tag(let tag):
            pager = Pager(limit: limit, skip: offset, license: query.license, known: pager.known)
            finder = try await gatheredTopic(tag, sorting: sorting, into: &pager)
        case .search: break
        }
        if pager.leftOut + finder.leftOut > 0 {
            logger.debug(
                "left out what is no photo wanted", metadata: ["count": "\(pager.leftOut + finder.leftOut)"])
        }
        // The search's index lags behind geosearch, so its total may be too small: it is at least the number of photos
        // shown.
        let photos = pager.photos
        var page = PhotoPage(
            photos: photos, total: pager.total.map { max($0, photos.isEmpty ? 0 : offset + photos.count) })
        page.redirect = pager.redirect
        page.isFollowed = photos.isEmpty && pager.leftOut > 0
        if around?.isAnything == false { page.total = 0 }
        if finder.isPartial || around?.isPartial == true {
            page.extent = .partial
        } else if pager.isCut {
            page.extent = .begun
        }
        if pager.isCut { unfinished.put(UnfinishedListing(files: pager.known, area: around), of: query) }
        return page
    }

    /// The files of the category that the tag means. If it has few or none, also the results of a search for the tag's
    /// words.
    private func gatheredTopic(
        _ tag: String, sorting: CommonsQuestion.Sorting, into pager: inout Pager
    ) async throws(CommonsError) -> Finder {
        let titles = CategoryNames.titles(of: tag)
        let category = titles.isEmpty ? nil : try await category(among: titles)
        var finder = Finder()
        if let category {
            let members = try await gathered(Finder(.members(of: category.title)), into: &pager)
            pager.setTotal(category.files)
            if !titles.contains(category.title) { pager.redirect = CategoryNames.name(of: category.title) }
            guard pager.count < Self.enoughForTopic, !pager.isCut else { return members }
            finder = members
        }
        guard let words = CategoryNames.searchWords(of: tag) else { return finder }
        let search = CommonsQuestion.search(
            "filemime:image/jpeg \(words)", sorting: sorting, count: CommonsQuestion.longestList)
        finder.join(try await gathered(Finder(search), into: &pager))
        // How many files are in both is unknown.
        if category != nil { pager.setTotal(nil) }
        return finder
    }

    /// The category that one of these titles means. If they are all empty, one may redirect by a template.
    private func category(among titles: [String]) async throws(CommonsError) -> (title: String, files: Int)? {
        if let category = try await largest(of: titles) { return category }
        let pages = try await ask(.templateRedirects(of: titles)).pages
        let targets = titles.compactMap { title -> String? in
            let page = pages.first { $0["title"]?.word == title }
            guard page?["categories"]?.elements?.isEmpty == false else { return nil }
            return page?["links"]?.elements?.lazy.compactMap { $0["title"]?.word }.first { $0.hasPrefix("Category:") }
        }
        return targets.isEmpty ? nil : try await largest(of: targets)
    }

    /// The first category with enough files for a topic, or else the one with most files; nil if all are empty.
    private func largest(of titles: [String]) async throws(CommonsError) -> (title: String, files: Int)? {
        let pages = try await ask(.sizes(of: titles)).pages
        let known = pages.compactMap { page -> (title: String, files: Int)? in
            guard let title = page["title"]?.word, let files = page["categoryinfo"]?["files"]?.integer, files > 0
            else { return nil }
            return (title, files)
        }
        let literal = titles.lazy.compactMap { title in known.first { $0.title == title } }
        return literal.first { $0.files >= Self.enoughForTopic } ?? known.max { $0.files < $1.files }
    }

    /// Fetches the data on the found files, batch by batch, until enough are photos, no more are found, or it has taken
    /// too long.
    func gathered(
        _ start: Finder, into pager: inout Pager, since begun: ContinuousClock.Instant = .now
    ) async throws(CommonsError) -> Finder {
        var finder = start
        var hasAsked = false
        while !pager.isFull, pager.filesLeft > 0 {
            guard !finder.isEmpty else {
                guard let (question, continuation) = finder.following, pager.listsLeft > 0 else { break }
                pager.listsLeft -= 1
                finder.take(try await ask(question, continuing: continuation))
                pager.setTotal(finder.total)
                continue
            }
            let isEnough = pager.shownAtOnce.map { pager.count >= $0 } == true
            if hasAsked, pager.count > 0, isEnough || ContinuousClock.now - begun > time {
                pager.isCut = true
                break
            }
            let ids = finder.next(pager.wanted)
            let known = pager.known
            let unknown = ids.filter { known[$0] == nil }
            let new = try await described(unknown)
            hasAsked = hasAsked || !unknown.isEmpty
            pager.take(ids.flatMap { id in new.of[id] ?? [(id, known[id] ?? nil)] } + new.others)
        }
        return finder
    }

    // MARK: Questions

    /// The data on some files: on each requested one, and on the targets of redirects.
    private struct Described: Sendable {
        var of: [Int: [(id: Int, photo: Photo?)]] = [:]
        var others: [(id: Int, photo: Photo?)] = []
    }

    /// Asks two questions at once, because the wiki describes half of the files in half of the time.
    private func described(_ ids: [Int]) async throws(CommonsError) -> Described {
        // A background request saves requests instead of time.
        guard ids.count > Self.parsedAtOnce, HTTPRequest.Priority.current != .background else {
            return try await attempt(ids).get()
        }
        let half = (ids.count + 1) / 2
        async let first = attempt(Array(ids[..<half]))
        async let second = attempt(Array(ids[half...]))
        var whole = try await first.get()
        let rest = try await second.get()
        whole.of.merge(rest.of) { $1 }
        whole.others += rest.others
        return whole
    }

    private func attempt(_ ids: [Int]) async -> Result<Described, CommonsError> {
        guard !ids.isEmpty else { return .success(Described()) }
        do throws(CommonsError) {
            return .success(await read(ids, try await answered(ids, follows: true)))
        } catch {
            return .failure(error)
        }
    }

    /// Requests all parts of the answer. If the wiki cannot measure one of the files, it refuses to name thumbnails;
    /// then the question is repeated without them, and thumbnail addresses are built from the original's.
    private func answered(_ ids: [Int], follows: Bool) async throws(CommonsError) -> PageBatch {
        do throws(CommonsError) {
            return try await complete(.files(ids, follows: follows))
        } catch .refused("urlparamnormal", let text) {
            logger.debug("asking without thumbnails", metadata: ["cause": "\(ErrorText.line(text))"])
            return try await complete(.files(ids, follows: follows, namesThumbnails: false))
        }
    }

    /// All parts of an answer.
    func complete(_ question: CommonsQuestion) async throws(CommonsError) -> PageBatch {
        var batch = PageBatch()
        var continuation: [String: String] = [:]
        for _ in 0..<Self.mostParts {
            let answer = try await ask(question, continuing: continuation)
            batch.take(answer)
            guard !answer.isWhole, let next = answer.continuation, next != continuation else { break }
            continuation = next
        }
        return batch
    }

    func ask(
        _ question: CommonsQuestion, continuing continuation: [String: String] = [:]
    ) async throws(CommonsError) -> CommonsAnswer {
        let request = question.request(to: endpoints, continuing: continuation, patience: patience)
        logger.debug(
            "asking Commons", metadata: ["what": "\(question.parameters["list"] ?? question.parameters["prop"] ?? "")"])
        let answer: Answer
        do throws(HTTPError) {
            answer = try await transport.answer(to: request)
        } catch {
            throw .transport(error)
        }
        let read = try await decoded(answer)
        for warning in read.warnings {
            logger.warning("Commons warns", metadata: ["warning": "\(warning)"])
        }
        return read
    }

    /// Runs outside the caller's actor, because half a megabyte of JSON, with HTML in it, takes long.
    @concurrent private func decoded(_ answer: Answer) async throws(CommonsError) -> CommonsAnswer {
        try CommonsAnswer(answer)
    }

    @concurrent private func read(_ ids: [Int], _ batch: PageBatch) async -> Described {
        var described = Described()
        for id in ids { described.of[id] = [(id, batch[id].flatMap { reader.photo($0) })] }
        described.others = batch.others(than: ids).map { (id: $0, photo: batch[$0].flatMap { reader.photo($0) }) }
        return described
    }

    /// Twelve seconds if somebody waits, or a minute and a half in the background.
    var time: Duration {
        listingTime ?? (HTTPRequest.Priority.current == .background ? .seconds(90) : .seconds(12))
    }
}
