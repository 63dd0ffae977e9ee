public import HTTP
public import Logging
internal import PhotoAPI
public import PhotoTree

/// Flickr as a source of photos, through its REST API and any transport.
public struct FlickrSource: PhotoSource {
    private let transport: any HTTPTransport
    private let key: APIKey
    private let endpoints: FlickrEndpoints
    let reader: PhotoReader
    let logger: Logger
    let listingTime: Duration
    let unfinished = UnfinishedQueries<WordSearchResults>()
    let unfinishedAreas = UnfinishedQueries<AreaSearch>()
    let users = KnownUsers()

    /// `listingTime` is how long the photos of an area may take before those found so far are returned.
    public init(
        transport: any HTTPTransport, key: APIKey, endpoints: FlickrEndpoints = .live,
        listingTime: Duration = .seconds(12), logger: Logger = Logger(label: "flickr")
    ) {
        self.transport = transport
        self.listingTime = listingTime
        self.logger = logger
        self.key = key
        self.endpoints = endpoints
        reader = PhotoReader(endpoints)
    }

    public var namespace: String { "flickr" }

    public var name: String { "Flickr" }

    public var notice: String { "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc." }

    /// Flickr's image hosts, each by name. With `imageBase`, only that host.
    public var imageHosts: [String] { reader.hosts.names }
    public var imageFolder: String? { reader.hosts.folder }

    public var standardRendition: String { ImageSize.pixels1024.name }

    public var renditionNames: [String] { ImageSize.allCases.map(\.name) }

    public var originalRendition: String? { ImageSize.original.name }

    public var thumbnailRendition: String? { ImageSize.pixels320.name }

    /// The tag of the photos that Stanford's course CS193p works with.
    public var firstTopics: [String] { ["cs193pspot"] }

    /// Flickr returns no further results: later pages repeat earlier ones.
    public var maximumResults: Int { SearchPlan.maximumResults }

    public func topPlaces() async throws(PhotoSourceError) -> [Place] {
        do throws(FlickrError) {
            return try await answer(to: .topPlaces()) { json throws(FlickrError) in try PlaceList(json).places }
        } catch {
            throw error.photoSourceError(hiding: key)
        }
    }

    public func photosSentLast(at now: Timestamp) async throws(PhotoSourceError) -> [SentPhoto]? {
        do throws(FlickrError) {
            return try await sentLast(before: now)
        } catch {
            throw error.photoSourceError(hiding: key)
        }
    }

    /// Its terms allow photos whose rights are all reserved to be kept for reasonable periods.
    public func longestUnconfirmed(_ photo: Photo) -> Duration? {
        photo.license?.id ?? "0" == "0" ? .seconds(30 * 86_400) : nil
    }

    /// Sends one request to check whether Flickr accepts the key.
    ///
    /// - Throws: `.credentialsRefused`, or another error if the check itself failed.
    public func checkKey() async throws(PhotoSourceError) {
        do throws(FlickrError) {
            _ = try await answer(to: .echo) { json throws(FlickrError) in json }
        } catch {
            throw error.photoSourceError(hiding: key)
        }
    }

    public var findsLandmarks: Bool { true }

    /// Flickr knows places but no sights, and also returns places with other names, which are skipped here.
    public func landmark(named name: String) async throws(PhotoSourceError) -> Landmark? {
        do throws(FlickrError) {
            let places = try await answer(to: .places(named: name)) { json throws(FlickrError) in
                try PlaceList(json).places
            }
            return Self.landmark(named: name, among: places)
        } catch {
            throw error.photoSourceError(hiding: key)
        }
    }

    private static func landmark(named name: String, among places: [Place]) -> Landmark? {
        let wanted = SearchKey.of(name)
        for place in places {
            let whole = [place.name, place.region, place.country].filter { !$0.isEmpty }.joined(separator: ", ")
            guard SearchKey.of(place.name) == wanted || SearchKey.of(whole).hasPrefix(wanted),
                let point = place.coordinate
            else { continue }
            return Landmark(title: PlainText.oneLine(place.name), coordinate: point)
        }
        return nil
    }

    /// Takes one request for up to 250 photos of a place or point, or up to 500 with a tag, and more requests for more
    /// photos. Flickr returns only the first 4,000 results of a query, whatever its total: a page after them is empty,
    /// and costs no request.
    public func photos(_ query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
        do throws(FlickrError) {
            if case .search(let search, let place) = query.subject {
                return try await found(query, search, near: place)
            }
            if case .area(let area) = query.subject { return try await found(query, in: area) }
            let plan = try SearchPlan(query)
            var collection = SearchCollection(plan)
            while let page = collection.nextPage {
                collection.take(
                    try await answer(to: plan.search(page: page)) { [reader] json throws(FlickrError) in
                        try PhotoList(json, reader: reader)
                    })
            }
            if collection.skipped > 0 {
                logger.debug("left out what is no photo", metadata: ["count": "\(collection.skipped)"])
            }
            return PhotoPage(photos: collection.photos, total: collection.total)
        } catch {
            throw error.photoSourceError(hiding: key)
        }
    }

    public func photo(_ id: PhotoID) async throws(PhotoSourceError) -> Photo? {
        do throws(FlickrError) {
            let details = try await answer(to: .details(of: id.rawValue)) { json throws(FlickrError) in json }
            let sizes = try await answer(to: .sizes(of: id.rawValue)) { json throws(FlickrError) in json }
            return try reader.photo(id.rawValue, details: details, sizes: sizes)
        } catch {
            guard !error.isPhotoAbsent else { return nil }
            throw error.photoSourceError(hiding: key)
        }
    }

    /// The original is returned only if it is the choice; it never replaces another size. A choice that names no size
    /// counts as the standard size.
    public func image(of photo: Photo, upTo choice: String) -> Rendition? {
        // Runs at every OPEN, so it searches the renditions in place, without copying them.
        let limit = ImageSize(rawValue: choice) ?? .pixels1024
        var (smallest, fitting): ((size: ImageSize, index: Int)?, (size: ImageSize, index: Int)?)
        for index in photo.renditions.indices {
            guard let size = ImageSize(rawValue: photo.renditions[index].name) else { continue }
            if size == .original {
                if limit == .original { return photo.renditions[index] }
                continue
            }
            if smallest.map({ size < $0.size }) ?? true { smallest = (size, index) }
            if size <= limit, fitting.map({ size > $0.size }) ?? true { fitting = (size, index) }
        }
        return (fitting ?? smallest).map { photo.renditions[$0.index] }
    }

    /// A redirect that the transport refused can be judged too: pass it as a head with a 3xx status, and with the
    /// target as its address or in `location`.
    public func judge(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict {
        let target = (300..<400).contains(head.status) ? head.headers["location"] ?? "" : ""
        // For a deleted or private photo, Flickr redirected to this image until 2019, and served it with status 200.
        if (head.url + target).lowercased().containsBytes(of: "photo_unavailable") { return .gone }
        return ImageAnswer.verdict(head, firstBytes: firstBytes)
    }

    func answer<Value: Sendable>(
        to method: FlickrMethod, as value: @Sendable (JSONValue) throws(FlickrError) -> Value
    ) async throws(FlickrError) -> Value {
        let request = method.request(to: endpoints, key: key)
        logger.debug("asking Flickr", metadata: ["method": "\(method.name)"])
        let answer: Answer
        do throws(HTTPError) {
            answer = try await transport.answer(to: request)
        } catch {
            throw .transport(error)
        }
        return try await decoded(answer.body, status: answer.status, as: value)
    }

    /// Runs outside the caller's actor: parsing half a megabyte of JSON there would delay others.
    @concurrent private func decoded<Value: Sendable>(
        _ body: [UInt8], status: Int, as value: @Sendable (JSONValue) throws(FlickrError) -> Value
    ) async throws(FlickrError) -> Value {
        try value(try FlickrAnswer.value(of: body, status: status) { key.hiding(in: $0) })
    }
}
