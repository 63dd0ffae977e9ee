internal import FoundationEssentials
internal import PhotoAPI
public import PhotoTree

/// The photos that come with the program, as a source of photos. It loads a small library into memory and needs no
/// network; `SampleTransport` reads the image files.
public struct SampleSource: PhotoSource {
    /// The folder of the files: `sample.json` and `images/ID_SIZE.jpg`.
    package static var bundled: String { ResourceDirectory.path(of: "Sample") }

    /// The sizes of every photo, smallest first: squares of 75 and 150 pixels, then 320 and 1024 pixels.
    static let sizes = ["s", "q", "n", "b"]
    /// The radius in metres within which photos belong to a place that the library does not contain.
    private static let placeRadius = 10_000.0

    /// Newest upload first.
    private let all: [Photo]
    private let places: [Place]
    /// Keyed by the `woeid` of a locality, its region or its country.
    private let photosByArea: [String: Set<PhotoID>]

    /// - Parameter folder: The folder of the files.
    /// - Throws: `SampleError`, which names the file.
    public init(folder: String) throws(SampleError) {
        struct Library: Decodable {
            var places: [SampleLocality]
            var photos: [SampleRecord]
        }
        let path = folder + "/sample.json"
        guard let file = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        let library: Library
        do {
            library = try JSONDecoder().decode(Library.self, from: file)
        } catch {
            throw .damaged(path: path)
        }
        // The simulator shows the others as photos of Wikimedia Commons.
        let records = library.photos.filter { $0.only != "commons" }
            .sorted { ($0.uploaded, $0.id) > ($1.uploaded, $1.id) }
        all = records.map { Photo($0) }
        places = library.places.filter(\.isTop).sorted { $0.photoCount > $1.photoCount }.map(\.place)
        var photosByArea: [String: Set<PhotoID>] = [:]
        for record in records {
            let locality = library.places.first { $0.woeid == record.woeid }
            for area in [record.woeid, locality?.region.woeid, locality?.country.woeid].compactMap(\.self) {
                photosByArea[area, default: []].insert(PhotoID(record.id))
            }
        }
        self.photosByArea = photosByArea
    }

    public var namespace: String { "sample" }

    public var name: String { "placesfs sample" }

    public var notice: String { "The sample's pictures are drawn by a program, and its people are invented." }

    /// None: its images are files.
    public var imageHosts: [String] { [] }

    public var standardRendition: String { "b" }

    public var renditionNames: [String] { Self.sizes }

    public var thumbnailRendition: String? { "n" }

    public var knowsItsFiles: Bool { true }

    public var firstTopics: [String] { ["cs193pspot"] }

    public func topPlaces() async throws(PhotoSourceError) -> [Place] { places }

    public func photos(_ query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
        var found = try photos(of: query.subject).filter { query.admits($0) }
        let limit = max(0, query.limit)
        var page = max(1, query.page)
        switch query.searchOrder {
        case .newest: break
        case .interesting: found.sort { ($0.views ?? 0) > ($1.views ?? 0) }
        case .nearest:
            if case .search(_, let place?) = query.subject { found = place.nearestFirst(found) }
        case .random:
            var lot = SearchLot(page: query.page)
            found.shuffle(using: &lot)
            page = 1
        }
        let (before, isBeyond) = limit.multipliedReportingOverflow(by: page - 1)
        let photos = isBeyond ? [] : Array(found.dropFirst(before).prefix(limit))
        return PhotoPage(photos: photos, total: found.count)
    }

    public func photo(_ id: PhotoID) async throws(PhotoSourceError) -> Photo? {
        all.first { $0.id == id }
    }

    /// A choice that names none of these sizes counts as the standard size.
    public func image(of photo: Photo, upTo choice: String) -> Rendition? {
        let last = Self.sizes.firstIndex(of: choice) ?? Self.sizes.count - 1
        let fitting = Set(Self.sizes[...last])
        return photo.renditions.last { fitting.contains($0.name) } ?? photo.renditions.first
    }

    public func judge(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict {
        ImageAnswer.verdict(head, firstBytes: firstBytes)
    }

    private func photos(of subject: PhotoQuery.Subject) throws(PhotoSourceError) -> [Photo] {
        switch subject {
        case .place(let place):
            if let area = place.sourceKeys["woeid"] {
                let known = photosByArea[area] ?? []
                return all.filter { known.contains($0.id) }
            }
            guard let center = place.coordinate else { return [] }
            return photos(around: center, within: Self.placeRadius)
        case .point(let point, let radius):
            return photos(around: point, within: Double(radius))
        case .area(let area):
            return all.filter { photo in photo.coordinate.map { area.box.contains($0) } == true && area.holds(photo) }
        case .tag(let text):
            guard let tag = Self.normalised(tags: [text]).first else { throw .failed("no tag: \(text)") }
            return all.filter { $0.tags.contains(tag) }
        case .search(let search, _):
            return all.filter { search.finds($0) }
        }
    }

    private func photos(around center: Coordinate, within metres: Double) -> [Photo] {
        all.filter { photo in photo.coordinate.map { $0.metres(to: center) <= metres } ?? false }
    }

    /// Tags as Flickr compares them: "Eastern Sierra" becomes "easternsierra". Without duplicates and empty tags.
    static func normalised(tags: [String]) -> [String] {
        var seen: Set<String> = []
        return tags.map { String($0.lowercased().filter { $0.isLetter || $0.isNumber }) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
