/// Which photos a listing asks a source for.
public struct PhotoQuery: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        case place(Place)
        case point(Coordinate, radiusInMetres: Int)
        case tag(String)
        /// Only photos that lie in its outline are wanted.
        case area(PhotoArea)
        /// What a user looks for. Its own order and licence count beside the query's.
        case search(PhotoSearch, near: SearchPlace?)
    }

    public enum Order: String, Hashable, Sendable, CaseIterable, Codable {
        case newest, interesting
    }

    public var subject: Subject
    /// The most photos to return.
    public var limit: Int
    public var order: Order
    public var license: LicenseFilter
    /// 1 is the first page of `limit` photos. For a search in random order it is the number of a lot: any number draws
    /// `limit` photos, another number others.
    public var page: Int

    public init(
        subject: Subject, limit: Int, order: Order = .newest, license: LicenseFilter = .any, page: Int = 1
    ) {
        self.subject = subject
        self.limit = limit
        self.order = order
        self.license = license
        self.page = page
    }
}

/// One page of a query's results, without videos and without duplicates.
public struct PhotoPage: Hashable, Sendable {
    /// Whether these are all that the query finds.
    public enum Extent: Hashable, Sendable {
        case whole
        /// There are more results, which take longer than a user should wait: the same query, asked again, continues.
        case begun
        /// The source did not search everywhere, and says so; it may do so another time.
        case partial
    }

    public var photos: [Photo]
    /// How many photos the source says it has; nil when it does not say, or when some of them are not wanted.
    public var total: Int?
    public var extent: Extent
    /// The tag whose photos these are, if the source files the asked one under another.
    public var redirect: String?

    public init(photos: [Photo], total: Int?, extent: Extent = .whole) {
        self.photos = photos
        self.total = total
        self.extent = extent
    }
}
