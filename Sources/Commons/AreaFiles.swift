internal import PhotoAPI
internal import PhotoTree

/// The files in an area, found by the circles around it or around its towns.
///
/// Lists of them tell where each was taken, so the wiki parses no page that lies elsewhere. Where one town has few
/// files, the others have more.
struct AreaFiles: Sendable {
    /// The most lists asked for around a single circle, and around each of several towns; a list has up to 500 files.
    private static let (mostLists, mostOfTown) = (8, 2)

    /// The largest circle that is drawn around an area's box, in metres.
    static let widestCircle = 500_000.0
    /// How far around its towns a larger one is searched, in metres.
    static let aroundTown = 50_000

    private let area: PhotoArea
    private let circles: [String]
    private let sorting: CommonsQuestion.Sorting
    /// How many lists of each circle were asked for.
    private var round = 0
    /// The circles around which there are no more files.
    private var over: Set<Int> = []
    private var seen: Set<Int> = []
    /// The wanted files that were found so far.
    private(set) var found: [FoundPage] = []
    /// How many files in the area precede the wanted ones.
    private var skip: Int
    /// Whether there is any file around it, wherever it lies.
    private(set) var isAnything = false
    /// Whether a search ran out of time before it had looked everywhere.
    private(set) var isPartial = false

    init(_ area: PhotoArea, sorting: CommonsQuestion.Sorting, skip: Int) {
        self.area = area
        self.sorting = sorting
        self.skip = skip
        circles = Self.circles(around: area).map { CommonsQuestion.nearby($0.center, radius: $0.radius) }
    }

    var isOver: Bool { next.isEmpty }

    /// The questions for the next list of each circle, and whose it is.
    var next: [(circle: Int, question: CommonsQuestion)] {
        guard round < (circles.count > 1 ? Self.mostOfTown : Self.mostLists) else { return [] }
        return circles.indices.filter { !over.contains($0) }.map { circle in
            let offset = round * CommonsQuestion.longestList
            return (circle, .positions(foundBy: circles[circle], sorting: sorting, offset: offset))
        }
    }

    /// Takes the answers to `next`, in its order; returns the wanted files, of each circle in turn.
    mutating func take(_ lists: [PageBatch]) -> [FoundPage] {
        var files: [[FoundPage]] = []
        for (call, list) in zip(next, lists) {
            let pages = list.all
            isAnything = isAnything || !pages.isEmpty
            isPartial = isPartial || list.isPartial
            if pages.count < CommonsQuestion.longestList { over.insert(call.circle) }
            let sorted = pages.map { (place: $0["index"]?.integer ?? .max, page: $0) }.sorted {
                $0.place < $1.place
            }
            files.append(
                sorted.compactMap { entry in
                    guard let point = PhotoReader.position(entry.page["coordinates"]), area.holds(point) else {
                        return nil
                    }
                    return FoundPage(entry.page).flatMap { $0.isPhoto ? $0 : nil }
                })
        }
        round += 1
        var found: [FoundPage] = []
        for place in 0..<(files.map(\.count).max() ?? 0) {
            for list in files where list.indices.contains(place) && seen.insert(list[place].id).inserted {
                found.append(list[place])
            }
        }
        let wanted = Array(found.dropFirst(skip))
        skip = max(0, skip - found.count)
        self.found += wanted
        return wanted
    }

    /// The circle around the box, or of what is larger circles around its largest towns.
    static func circles(around area: PhotoArea) -> [(center: Coordinate, radius: Int)] {
        guard let (middle, metres) = area.box.circle else { return [] }
        if metres <= widestCircle || area.towns.isEmpty {
            let kilometres = Int((min(metres, widestCircle) / 1000).rounded(.up))
            return [(middle, max(1, kilometres) * 1000)]
        }
        return area.towns.map { ($0, aroundTown) }
    }
}
