internal import PhotoAPI
internal import PhotoTree

/// The photos of a query, as they come in batch by batch.
struct Gathering: Sendable {
    /// Wanted after those that are skipped.
    private let limit: Int
    private let skip: Int
    private let license: PhotoQuery.LicenseFilter
    /// What photos are sorted by their distance from; nil keeps the order of the answers.
    private let center: Coordinate?
    private var found: [Photo] = []
    private var seen: Set<PhotoID> = []
    /// How many more may be asked: what a filter or a batch in many parts costs has an end.
    var requestsLeft: Int
    /// Files that are no photos, or under other licences.
    private(set) var leftOut = 0
    private(set) var total: Int?

    init(limit: Int, skip: Int = 0, license: PhotoQuery.LicenseFilter, nearest center: Coordinate? = nil) {
        self.limit = limit
        self.skip = skip
        self.license = license
        self.center = center
        // Each batch may come in a second part, and a filter may need as much again: 6 requests for 50 photos.
        requestsLeft = 3 + (limit + skip + CommonsQuestion.batch - 1) / CommonsQuestion.batch * 3
    }

    var photos: [Photo] { Array(found.dropFirst(skip).prefix(limit)) }

    var count: Int { found.count }

    var isFull: Bool { found.count >= limit + skip }

    mutating func take(_ batch: PageBatch, _ reader: PhotoReader) {
        // Commons cannot search by licence, so its count is of all.
        if license == .any { total = total ?? batch.total }
        for file in batch.files {
            guard let photo = reader.photo(file), license.admits(photo.license) else {
                leftOut += 1
                continue
            }
            if seen.insert(photo.id).inserted { found.append(photo) }
        }
        sort()
    }

    /// The generator finds the nearest files but numbers them by their age.
    private mutating func sort() {
        guard let center else { return }
        let ranked = found.enumerated().map { offset, photo in
            (distance: photo.coordinate?.metres(to: center) ?? .infinity, offset: offset, photo: photo)
        }
        found = ranked.sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }.map(\.photo)
    }

    mutating func setTotal(_ count: Int?) {
        total = license == .any ? count : nil
    }
}
