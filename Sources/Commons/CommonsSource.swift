public import HTTP
public import Logging
internal import PhotoAPI
public import PhotoTree

/// Wikimedia Commons as a source of photos, through MediaWiki's Action API and any transport. It needs no key.
///
/// The requests of one query go one after the other; how many go at once in all is the transport's to say.
public struct CommonsSource: PhotoSource {
    /// How far around a place photos count as taken there, in metres.
    private static let placeRadius = 10_000
    /// With fewer photos than this in its category, a topic is filled up by a search for its words.
    private static let enoughForTopic = 50
    /// The wiki makes the texts of each page before it answers, half a second for one that nobody saw of late: so many at a
    /// time take it a quarter of a minute.
    private static let parsedAtOnce = 25
    /// Parts of one answer that are asked for at most.
    private static let mostParts = 8

    private let transport: any HTTPTransport
    private let endpoints: CommonsEndpoints
    private let reader: PhotoReader
    private let patience: Duration?
    private let listingTime: Duration?
    private let unfinished = UnfinishedListings()
    private let logger: Logger

    /// `patience` is how long an answer may take to begin, where that is not the transport's to say: the API sends nothing
    /// before it has made all it was asked for. `listingTime` is how long a listing may take before it is told as far as it
    /// is known; by default it depends on whether somebody waits for it.
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

    public var standardRendition: String { ImageWidth.standard.name }

    public var renditionNames: [String] { ImageWidth.allCases.map(\.name) + [ImageWidth.original] }

    public var originalRendition: String? { ImageWidth.original }

    public var thumbnailRendition: String? { ImageWidth.pixels330.name }

    /// Originals are rationed, thumbnails are not.
    public func section(of image: Rendition) -> String? {
        image.name == ImageWidth.original ? "originals" : nil
    }

    /// Categories that hold their files themselves, and to which some are added every day.
    public var firstTopics: [String] { ["Quality images", "Sunsets"] }

    /// The search itself gives out 10,000; nobody pages so far.
    public var maximumResults: Int { 4_000 }

    /// Commons has no such list.
    public func topPlaces() async throws(PhotoSourceError) -> [Place] { [] }

    /// Takes three requests for 50 photos of a place or near a point: one finds them, then two at once tell of 25 each. A
    /// topic takes one more, which looks for its category, and two more for each further 50.
    public func photos(_ query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
        do throws(CommonsError) {
            return try await found(query)
        } catch {
            throw error.photoSourceError
        }
    }

    public func photo(_ id: PhotoID) async throws(PhotoSourceError) -> Photo? {
        // The API would refuse to look at anything else.
        guard id.rawValue.utf8.count <= 18, let number = Int(id.rawValue), number > 0 else { return nil }
        do throws(CommonsError) {
            // As it is: a number that was listed names that page for good, wherever it leads today.
            let batch = try await answered([number], follows: false)
            guard let file = batch[number] else { throw .notAnAnswer("something else than file \(number)") }
            return try reader.photo(ifThere: file)
        } catch {
            throw error.photoSourceError
        }
    }

    public func image(of photo: Photo, upTo choice: String) -> Rendition? {
        ImageLadder.image(in: photo.renditions, upTo: choice)
    }

    public func judge(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict {
        switch head.status {
        case 400: .unserved("HTTP 400, a width that Wikimedia does not serve")
        case 403: .refused(CommonsError.whoAsks)
        case 429: .refused("HTTP 429, Wikimedia asks to be left alone for a while")
        default: ImageAnswer.verdict(head, firstBytes: firstBytes)
        }
    }

    /// An original is asked for by its name, and then nothing else will do.
    public func hasSubstitutes(for image: Rendition) -> Bool { image.name != ImageWidth.original }

    // MARK: Queries

    private func found(_ query: PhotoQuery) async throws(CommonsError) -> PhotoPage {
        let wanted = min(max(0, query.limit), maximumResults)
        let offset = wanted * (min(max(1, query.page), maximumResults + 1) - 1)
        let limit = max(0, min(wanted, maximumResults - offset))
        guard limit > 0 else { return PhotoPage(photos: [], total: nil) }
        let sorting: CommonsQuestion.Sorting = query.order == .newest ? .newest : .relevance
        // Some more than are wanted, in place of those that turn out to be none: naming them costs nothing.
        let count = query.license == .any ? limit + limit / 5 : CommonsQuestion.longestList
        let search: (String) -> CommonsQuestion = { .search($0, sorting: sorting, offset: offset, count: count) }
        var gathering = Gathering(limit: limit, license: query.license, known: unfinished.take(query))
        let finder: Finder
        switch query.subject {
        case .place(let place):
            guard let center = place.coordinate else {
                throw .unanswerable("\(place.name) has no position to search by")
            }
            let words = CommonsQuestion.nearby(center, radius: Self.placeRadius)
            finder = try await gathered(Finder(search(words)), into: &gathering)
        case .point(let center, let radius) where offset == 0 && radius <= CommonsQuestion.farthest:
            gathering = Gathering(limit: limit, license: query.license, nearest: center, known: gathering.known)
            finder = try await gathered(Finder(.near(center, radius: radius, count: count)), into: &gathering)
        case .point(let center, let radius):
            finder = try await gathered(
                Finder(search(CommonsQuestion.nearby(center, radius: radius))), into: &gathering)
        case .tag(let tag):
            gathering = Gathering(limit: limit, skip: offset, license: query.license, known: gathering.known)
            finder = try await gatheredTopic(tag, sorting: sorting, into: &gathering)
        }
        if gathering.leftOut + finder.leftOut > 0 {
            logger.debug(
                "left out what is no photo wanted", metadata: ["count": "\(gathering.leftOut + finder.leftOut)"])
        }
        // The index of the search lags behind what geosearch finds: there are never fewer than are shown.
        let photos = gathering.photos
        var page = PhotoPage(
            photos: photos, total: gathering.total.map { max($0, photos.isEmpty ? 0 : offset + photos.count) })
        if finder.isPartial {
            page.extent = .partial
        } else if gathering.isCut {
            page.extent = .begun
            unfinished.keep(gathering.known, of: query)
        }
        return page
    }

    /// The files of the category that the tag means; where there are none or few, also what a search for its words finds.
    private func gatheredTopic(
        _ tag: String, sorting: CommonsQuestion.Sorting, into gathering: inout Gathering
    ) async throws(CommonsError) -> Finder {
        let titles = CategoryNames.titles(of: tag)
        let category = titles.isEmpty ? nil : try await largest(of: titles)
        var finder = Finder()
        if let category {
            let members = try await gathered(Finder(.members(of: category.title)), into: &gathering)
            gathering.setTotal(category.files)
            guard gathering.count < Self.enoughForTopic, !gathering.isCut else { return members }
            finder = members
        }
        guard let words = CategoryNames.searchWords(of: tag) else { return finder }
        let search = CommonsQuestion.search(
            "filemime:image/jpeg \(words)", sorting: sorting, count: CommonsQuestion.longestList)
        finder.join(try await gathered(Finder(search), into: &gathering))
        // Nobody counts how many are in both.
        if category != nil { gathering.setTotal(nil) }
        return finder
    }

    /// The first of the categories that fills a page, else the one that holds most files; nil when all are empty.
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

    /// Looks at what is found, file after file, until enough are photos, nothing more is found, or it has taken too long.
    private func gathered(
        _ start: Finder, into gathering: inout Gathering
    ) async throws(CommonsError) -> Finder {
        var finder = start
        let begun = ContinuousClock.now
        var hasAsked = false
        while !gathering.isFull, gathering.filesLeft > 0 {
            guard !finder.isEmpty else {
                guard let (question, continuation) = finder.following, gathering.listsLeft > 0 else { break }
                gathering.listsLeft -= 1
                finder.take(try await ask(question, continuing: continuation))
                gathering.setTotal(finder.total)
                continue
            }
            if hasAsked, gathering.count > 0, ContinuousClock.now - begun > time {
                gathering.isCut = true
                break
            }
            let ids = finder.next(gathering.wanted)
            let known = gathering.known
            let unknown = ids.filter { known[$0] == nil }
            let new = try await described(unknown)
            hasAsked = hasAsked || !unknown.isEmpty
            gathering.take(ids.flatMap { id in new.of[id] ?? [(id, known[id] ?? nil)] } + new.others)
        }
        return finder
    }

    // MARK: Questions

    /// What is told of some files: of each that was asked for, and of those to which others lead.
    private struct Described: Sendable {
        var of: [Int: [(id: Int, photo: Photo?)]] = [:]
        var others: [(id: Int, photo: Photo?)] = []
    }

    /// Two questions at once, for what the wiki does for half of the files takes it half of the time.
    private func described(_ ids: [Int]) async throws(CommonsError) -> Described {
        // Whom nobody waits for asks no more often than it must.
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

    /// Asks until all parts of the answer are there. Where a file is without pixels for the wiki, none of them gets a
    /// thumbnail: addresses are made of the original's then.
    private func answered(_ ids: [Int], follows: Bool) async throws(CommonsError) -> PageBatch {
        do throws(CommonsError) {
            return try await complete(.files(ids, follows: follows))
        } catch .refused("urlparamnormal", let text) {
            logger.debug("asking without thumbnails", metadata: ["cause": "\(ErrorText.line(text))"])
            return try await complete(.files(ids, follows: follows, namesThumbnails: false))
        }
    }

    private func complete(_ question: CommonsQuestion) async throws(CommonsError) -> PageBatch {
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

    /// Away from the caller's actor, as all that takes long: half a megabyte of JSON, and the HTML in it.
    @concurrent private func decoded(_ answer: Answer) async throws(CommonsError) -> CommonsAnswer {
        try CommonsAnswer(answer)
    }

    @concurrent private func read(_ ids: [Int], _ batch: PageBatch) async -> Described {
        var described = Described()
        for id in ids { described.of[id] = [(id, batch[id].flatMap { reader.photo($0) })] }
        described.others = batch.others(than: ids).map { (id: $0, photo: batch[$0].flatMap { reader.photo($0) }) }
        return described
    }

    /// Twelve seconds of somebody's time, or a minute and a half of nobody's.
    private var time: Duration {
        listingTime ?? (HTTPRequest.Priority.current == .background ? .seconds(90) : .seconds(12))
    }
}
