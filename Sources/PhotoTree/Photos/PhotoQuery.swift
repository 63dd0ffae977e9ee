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
    /// Whether later pages may have photos though this one has none: the source found some, of which none is wanted.
    public var isFollowed = false

    public init(photos: [Photo], total: Int?, extent: Extent = .whole) {
        self.photos = photos
        self.total = total
        self.extent = extent
    }
}

/// What a mount's options let its folders show of all that is known, and what they ask a source for.
public struct ListingOptions: Hashable, Sendable {
    public var license: LicenseFilter
    public var order: PhotoQuery.Order
    public var photosPerPlace: Int
    public var photosPerPin: Int
    /// By what else the source's answers are made (`PhotoSource.rule`).
    public var rule = ""

    public init(
        license: LicenseFilter = .any, order: PhotoQuery.Order = .newest, photosPerPlace: Int = 50,
        photosPerPin: Int = 50
    ) {
        self.license = license
        self.order = order
        self.photosPerPlace = photosPerPlace
        self.photosPerPin = photosPerPin
    }

    /// How many photos of its listing a directory shows at most; nil where no option says so.
    public func limit(of directory: DirectoryKey) -> Int? {
        switch directory.listing?.amount {
        case .perPlace: photosPerPlace
        case .perPin: photosPerPin
        case .named, .newest, nil: nil
        }
    }

    /// Whether a directory shows photos under this licence. `recents/` shows what was viewed, whatever the options.
    public func admits(_ license: License?, in directory: DirectoryKey) -> Bool {
        directory == .recents || self.license.admits(license)
    }
}

extension PhotoQuery {
    /// The order of a search: its own, or else the mount's.
    public var searchOrder: PhotoSearch.Order {
        if case .search(let search, _) = subject, let order = search.order { return order }
        return order == .newest ? .newest : .interesting
    }

    /// Whether the photo has what sources cannot be asked for, or were seen to ignore: both licences, the date, shape
    /// and size, and none of the excluded words. It must also lie in the place.
    public func admits(_ photo: Photo) -> Bool {
        guard license.admits(photo.license) else { return false }
        guard case .search(let search, let place) = subject else { return true }
        return search.admits(photo) && place?.holds(photo) != false
    }
}

extension PhotoSearch {
    /// Whether the photo's own text has every phrase: for sources that may look for its words singly. A tag is written
    /// without blanks.
    public func phrasesStand(in photo: Photo) -> Bool {
        let phrases = words.filter(\.isPhrase)
        guard !phrases.isEmpty else { return true }
        var phrasesAlone = PhotoSearch()
        return phrases.allSatisfy { phrase in
            if photo.tags.contains(TopicName.normalised(phrase.words.joined())) { return true }
            phrasesAlone.words = [phrase]
            return phrasesAlone.finds(photo)
        }
    }
}

extension SearchPlace {
    /// The photos by their distance from its middle; those without a position last.
    public func nearestFirst(_ photos: [Photo]) -> [Photo] {
        guard let middle else { return photos }
        let ranked = photos.enumerated().map { offset, photo in
            (distance: photo.coordinate?.metres(to: middle) ?? .infinity, offset: offset, photo: photo)
        }
        return ranked.sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }.map(\.photo)
    }
}
