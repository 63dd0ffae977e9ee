internal import PhotoAPI
internal import PhotoTree

/// The photos of a query, as they are told of.
struct Gathering: Sendable {
    /// Wanted after those that are skipped.
    private let limit: Int
    private let skip: Int
    private let license: PhotoQuery.LicenseFilter
    /// What photos are sorted by their distance from; nil keeps the order of the lists.
    private let center: Coordinate?
    private var found: [Photo] = []
    private var seen: Set<PhotoID> = []
    /// Pages of files whose other pages have been taken: a moved file has one for each of its names.
    private var addresses: Set<String> = []
    /// How many more files may be looked at: what a filter costs has an end.
    private(set) var filesLeft: Int
    /// How many more lists may be asked for.
    var listsLeft: Int
    /// Files that are no photos, or under other licences.
    private(set) var leftOut = 0
    private(set) var total: Int?
    /// There are more, but they take too long.
    var isCut = false
    /// What was looked at, for the next time.
    private(set) var known: [Int: Photo?]

    init(
        limit: Int, skip: Int = 0, license: PhotoQuery.LicenseFilter, nearest center: Coordinate? = nil,
        known: [Int: Photo?] = [:]
    ) {
        self.limit = limit
        self.skip = skip
        self.license = license
        self.center = center
        self.known = known
        filesLeft = 100 + (limit + skip) * (license == .any ? 2 : 3)
        listsLeft = 3 + (limit + skip) / 100
    }

    var photos: [Photo] { Array(found.dropFirst(skip).prefix(limit)) }

    var count: Int { found.count }

    var isFull: Bool { found.count >= limit + skip }

    /// How many files are worth a look now: where a licence is wanted nobody knows how many bear it, and where the first
    /// were too few, a few more than are missing are cheaper than one question after another.
    var wanted: Int {
        let missing = limit + skip - found.count
        let worth = license == .any ? max(missing, known.isEmpty ? 0 : 10) : CommonsQuestion.mostFiles
        return min(worth, CommonsQuestion.mostFiles, filesLeft)
    }

    /// Takes files in the order in which they were found; what is no photo is nil.
    mutating func take(_ files: [(id: Int, photo: Photo?)]) {
        filesLeft -= files.count
        for (id, photo) in files {
            known.updateValue(photo, forKey: id)
            guard let photo, license.admits(photo.license) else {
                leftOut += 1
                continue
            }
            if seen.insert(photo.id).inserted, addresses.insert(photo.pageURL).inserted { found.append(photo) }
        }
        sort()
    }

    /// What a search brings lies anywhere within the radius.
    private mutating func sort() {
        guard let center else { return }
        let ranked = found.enumerated().map { offset, photo in
            (distance: photo.coordinate?.metres(to: center) ?? .infinity, offset: offset, photo: photo)
        }
        found = ranked.sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }.map(\.photo)
    }

    /// Commons cannot search by licence, so its counts are of all.
    mutating func setTotal(_ count: Int?) {
        total = license == .any ? count : nil
    }
}
