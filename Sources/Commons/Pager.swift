internal import PhotoAPI
internal import PhotoTree

/// Collects the photos of a query from the data on files.
struct Pager: Sendable {
    /// How many photos are wanted after the first `skip`.
    private let limit: Int
    private let skip: Int
    private let license: LicenseFilter
    /// If set, photos are sorted by their distance from it; nil keeps the order of the lists.
    private let center: Coordinate?
    /// If set, only photos that it admits are wanted.
    var filter: (@Sendable (Photo) -> Bool)?
    private let isFiltered: Bool
    /// If set, the listing is cut when it has more photos than this; the rest is asked for behind it.
    var shownAtOnce: Int?
    private var found: [Photo] = []
    private var seen: Set<PhotoID> = []
    /// The page addresses of the photos taken: a moved file has a number for each of its names, but only one page.
    private var addresses: Set<String> = []
    /// How many more files may be looked at; this limits what a filter costs.
    var filesLeft: Int
    /// How many more lists may be requested.
    var listsLeft: Int
    /// How many files are no photos, or have another licence than wanted.
    private(set) var leftOut = 0
    private(set) var total: Int?
    /// The tag that was asked for instead of the query's; see `PhotoPage`.
    var redirect: String?
    /// Whether there are more photos, but finding them takes too long.
    var isCut = false
    /// The data on all files looked at, for the next request of this listing.
    private(set) var known: [Int: Photo?]

    init(
        limit: Int, skip: Int = 0, license: LicenseFilter, nearest center: Coordinate? = nil,
        isFiltered: Bool = false, known: [Int: Photo?] = [:]
    ) {
        self.limit = limit
        self.skip = skip
        self.license = license
        self.center = center
        self.isFiltered = isFiltered || license != .any
        self.known = known
        filesLeft = 100 + (limit + skip) * (self.isFiltered ? 3 : 2)
        listsLeft = 3 + (limit + skip) / 100
    }

    var photos: [Photo] { Array(found.dropFirst(skip).prefix(limit)) }

    var count: Int { found.count }

    /// How many photos are still wanted.
    var missing: Int { max(0, limit + skip - found.count) }

    var isFull: Bool { missing == 0 }

    /// How many files to look at now. With a licence filter, nobody knows how many will pass it. If the first batch did
    /// not suffice, a few more files than are missing cost less than further questions.
    var wanted: Int {
        let worth = isFiltered ? CommonsQuestion.mostFiles : max(missing, known.isEmpty ? 0 : 10)
        return min(worth, CommonsQuestion.mostFiles, filesLeft)
    }

    /// Takes files in the order in which they were found; `photo` is nil for a file that is no photo.
    mutating func take(_ files: [(id: Int, photo: Photo?)]) {
        filesLeft -= files.count
        for (id, photo) in files {
            known.updateValue(photo, forKey: id)
            guard let photo, license.admits(photo.license), filter?(photo) != false else {
                leftOut += 1
                continue
            }
            if seen.insert(photo.id).inserted, addresses.insert(photo.pageURL).inserted { found.append(photo) }
        }
        sort()
    }

    /// Results of a search may lie anywhere within the radius, so they are sorted by distance.
    private mutating func sort() {
        guard let center else { return }
        let ranked = found.enumerated().map { offset, photo in
            (distance: photo.coordinate?.metres(to: center) ?? .infinity, offset: offset, photo: photo)
        }
        found = ranked.sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }.map(\.photo)
    }

    /// Commons cannot search by licence, so its totals count all; with a filter the total is unknown.
    mutating func setTotal(_ count: Int?) {
        total = isFiltered ? nil : count
    }
}

/// What is known of a listing that took too long, so that the next request for it continues where it was cut.
struct UnfinishedListing: Sendable {
    /// By file number; nil means that the file is no photo.
    var files: [Int: Photo?] = [:]
    /// What a search found, by its questions: asked again, it may find something else.
    var lists: [[CommonsQuestion]: Finder] = [:]
    /// How far an area was looked through.
    var area: AreaFiles?
    /// The category of a search that is looked through with all below it.
    var deep: DeepCategory?
}

/// A category that a search looks through with all below it, in place of a typed tag.
struct DeepCategory: Hashable, Sendable {
    /// Which of the search's tags.
    var place: Int
    /// As it may stand in a search.
    var name: String
}
