public import HTTP
internal import Logging
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

    private let transport: any HTTPTransport
    private let endpoints: CommonsEndpoints
    private let reader: PhotoReader
    private let logger = Logger(label: "placesfs.commons")

    public init(transport: any HTTPTransport, endpoints: CommonsEndpoints = .live) {
        self.transport = transport
        self.endpoints = endpoints
        reader = PhotoReader(endpoints)
    }

    public var namespace: String { "commons" }

    public var notice: String {
        "The files of Wikimedia Commons are by their authors, under the licences named with each of them. placesfs is "
            + "not endorsed by, or affiliated with, the Wikimedia Foundation."
    }

    public var imageHosts: [String] { reader.hosts.names }

    public var standardRendition: String { ImageWidth.standard.name }

    public var renditionNames: [String] { ImageWidth.allCases.map(\.name) + [ImageWidth.original] }

    public var thumbnailRendition: String? { ImageWidth.pixels330.name }

    /// Categories that hold their files themselves, and to which some are added every day.
    public var firstTopics: [String] { ["Quality images", "Sunsets"] }

    /// The search itself gives out 10,000; nobody pages so far.
    public var maximumResults: Int { 4_000 }

    /// Commons has no such list.
    public func topPlaces() async throws(PhotoSourceError) -> [Place] { [] }

    /// Takes one request for 50 photos of a place or near a point, and two and more for a topic: one for each 50.
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
            var batch = PageBatch()
            _ = try await complete(.file("\(number)"), from: [:], &batch, within: 4)
            guard let file = batch.files.first(where: { $0["pageid"]?.integer == number }) else {
                throw .notAnAnswer("something else than file \(number)")
            }
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
        case 400: .refused("HTTP 400, a width that Wikimedia does not serve")
        case 403: .refused(CommonsError.whoAsks)
        case 429: .refused("HTTP 429, Wikimedia asks to be left alone for a while")
        default: ImageAnswer.verdict(head, firstBytes: firstBytes)
        }
    }

    // MARK: Queries

    private func found(_ query: PhotoQuery) async throws(CommonsError) -> PhotoPage {
        let wanted = min(max(0, query.limit), maximumResults)
        let offset = wanted * (min(max(1, query.page), maximumResults + 1) - 1)
        let limit = max(0, min(wanted, maximumResults - offset))
        guard limit > 0 else { return PhotoPage(photos: [], total: nil) }
        let sorting: CommonsQuestion.Sorting = query.order == .newest ? .newest : .relevance
        var gathering = Gathering(limit: limit, license: query.license)
        switch query.subject {
        case .place(let place):
            guard let center = place.coordinate else {
                throw .unanswerable("\(place.name) has no position to search by")
            }
            let words = CommonsQuestion.nearby(center, radius: Self.placeRadius)
            try await gather(
                .search(words, sorting: sorting, offset: offset, count: limit), into: &gathering)
        case .point(let center, let radius) where offset == 0:
            // There is no second page of the nearest, so a filter chooses from more at once.
            let count = query.license == .any ? limit : 4 * limit
            gathering = Gathering(limit: limit, license: query.license, nearest: center)
            try await gather(.near(center, radius: radius, count: count), into: &gathering)
        case .point(let center, let radius):
            let words = CommonsQuestion.nearby(center, radius: radius)
            try await gather(
                .search(words, sorting: sorting, offset: offset, count: limit), into: &gathering)
        case .tag(let tag):
            gathering = Gathering(limit: limit, skip: offset, license: query.license)
            try await gatherTopic(tag, sorting: sorting, into: &gathering)
        }
        if gathering.leftOut > 0 {
            logger.debug("left out what is no photo wanted", metadata: ["count": "\(gathering.leftOut)"])
        }
        return PhotoPage(photos: gathering.photos, total: gathering.total)
    }

    /// The files of the category that the tag means; where there are none or few, also what a search for its words finds.
    private func gatherTopic(
        _ tag: String, sorting: CommonsQuestion.Sorting, into gathering: inout Gathering
    ) async throws(CommonsError) {
        let titles = CategoryNames.titles(of: tag)
        let category = titles.isEmpty ? nil : try await largest(of: titles)
        if let category {
            try await gather(.members(of: category.title), into: &gathering)
            gathering.setTotal(category.files)
            guard gathering.count < Self.enoughForTopic else { return }
        }
        guard let words = CategoryNames.searchWords(of: tag) else { return }
        try await gather(.search("filemime:image/jpeg \(words)", sorting: sorting), into: &gathering)
        // Nobody counts how many are in both.
        if category != nil { gathering.setTotal(nil) }
    }

    /// The first of the categories that fills a page, else the one that holds most files; nil when all are empty.
    private func largest(of titles: [String]) async throws(CommonsError) -> (title: String, files: Int)? {
        let pages = try await ask(.sizes(of: titles), continuing: [:]).pages
        let known = pages.compactMap { page -> (title: String, files: Int)? in
            guard let title = page["title"]?.word, let files = page["categoryinfo"]?["files"]?.integer, files > 0
            else { return nil }
            return (title, files)
        }
        let literal = titles.lazy.compactMap { title in known.first { $0.title == title } }
        return literal.first { $0.files >= Self.enoughForTopic } ?? known.max { $0.files < $1.files }
    }

    // MARK: Questions

    /// Asks for batch after batch until enough is there, nothing more comes, or it has taken too many requests.
    private func gather(
        _ question: CommonsQuestion, into gathering: inout Gathering
    ) async throws(CommonsError) {
        var next: [String: String]? = [:]
        while let continuation = next, !gathering.isFull, gathering.requestsLeft > 0 {
            var batch = PageBatch()
            let (following, requests) = try await complete(
                continuation.isEmpty ? question : question.uncounted, from: continuation, &batch,
                within: gathering.requestsLeft)
            gathering.requestsLeft -= requests
            gathering = await taking(batch, into: gathering)
            next = following == continuation ? nil : following
        }
    }

    /// Asks until all parts of a batch are there; what leads to the next one, nil when there is none or the parts found
    /// no end.
    private func complete(
        _ question: CommonsQuestion, from start: [String: String], _ batch: inout PageBatch, within limit: Int
    ) async throws(CommonsError) -> (next: [String: String]?, requests: Int) {
        var continuation = start
        for request in 1...max(1, limit) {
            let answer = try await ask(request == 1 ? question : question.uncounted, continuing: continuation)
            batch.take(answer)
            if answer.isWhole { return (answer.nextBatch, request) }
            guard let next = answer.continuation, next != continuation else { return (nil, request) }
            continuation = next
        }
        return (nil, limit)
    }

    private func ask(
        _ question: CommonsQuestion, continuing continuation: [String: String]
    ) async throws(CommonsError) -> CommonsAnswer {
        let request = question.request(to: endpoints, continuing: continuation)
        logger.debug(
            "asking Commons",
            metadata: ["generator": "\(question.parameters["generator"] ?? question.parameters["prop"] ?? "")"])
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
        try CommonsAnswer(answer.body, status: answer.status)
    }

    @concurrent private func taking(_ batch: PageBatch, into gathering: Gathering) async -> Gathering {
        var gathering = gathering
        gathering.take(batch, reader)
        return gathering
    }
}
