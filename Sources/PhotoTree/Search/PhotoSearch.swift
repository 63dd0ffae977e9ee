/// What the name of a folder in `search/` asks for. `SearchName` reads it.
public struct PhotoSearch: Hashable, Sendable {
    public enum Shape: String, Hashable, Sendable, CaseIterable {
        case landscape, portrait, square, panorama
    }

    public enum Order: String, Hashable, Sendable, CaseIterable {
        case newest, interesting, nearest, random
    }

    /// All of them must be there.
    public var words: [SearchWords] = []
    /// None of them may be there.
    public var excluded: [SearchWords] = []
    /// Tags or categories as typed, all of which a photo must have.
    public var tags: [String] = []
    /// Whose photos, as typed.
    public var author: String?
    /// Where, as typed: a name or a point that `pins/` knows.
    public var place: String?
    /// In metres; nil without a radius.
    public var radius: Int?
    public var taken: TakenSpan?
    public var license: LicenseFilter?
    public var shape: Shape?
    /// The least number of pixels of the longer side.
    public var longerSide: Int?
    public var order: Order?
    /// How many photos, 1 to `mostPhotos`.
    public var count: Int?
    /// Only photos that are known here, without a request.
    public var isKnown = false

    /// What somebody may have meant who typed it, in words; nil where nothing else is likely.
    public var remark: String?

    public static let mostPhotos = 4_000

    public init() {}

    /// Whether photos can be looked for by it. A date alone would be every photo of the world.
    var hasSubject: Bool {
        !words.isEmpty || !tags.isEmpty || author != nil || place != nil || isKnown && taken != nil
    }

    /// Whether the photo has what needs no search: date, licence, shape, size, and none of the excluded words.
    public func admits(_ photo: Photo) -> Bool {
        if let license, !license.admits(photo.license) { return false }
        if let taken, !taken.holds(photo) { return false }
        if let shape, !Self.isOf(shape, photo) { return false }
        if let longerSide, (photo.longerSide ?? 0) < longerSide { return false }
        guard !excluded.isEmpty else { return true }
        let text = SearchedText(photo)
        return !excluded.contains { text.holds($0) }
    }

    /// Whether the photo's own text has the words and tags: for sources that have no search of their own.
    public func finds(_ photo: Photo) -> Bool {
        // Tags of Flickr are normalised, categories of Commons are not.
        let bears = { (tag: String) in photo.tags.contains { TopicName.normalised($0) == tag } }
        guard tags.allSatisfy({ tag in TopicName.key(of: tag).map(bears) ?? false }) else { return false }
        if let author, ![photo.owner, photo.ownerName].contains(where: { SearchKey.of($0) == SearchKey.of(author) }) {
            return false
        }
        guard !words.isEmpty else { return true }
        let text = SearchedText(photo)
        return words.allSatisfy { text.holds($0) }
    }

    private static func isOf(_ shape: Shape, _ photo: Photo) -> Bool {
        guard let (width, height) = photo.dimensions else { return false }
        let (longer, shorter) = (max(width, height), min(width, height))
        // Scaled and cut squares are a pixel or two off.
        let isSquare = (longer - shorter) * 50 <= longer
        switch shape {
        case .square: return isSquare
        case .landscape: return width > height && !isSquare
        case .portrait: return height > width && !isSquare
        case .panorama: return longer >= 2 * shorter
        }
    }
}

extension PhotoSearch {
    /// The terms that a full-text index of `SearchedText` must have for a photo that the search finds. More photos may
    /// have them.
    package var terms: Set<String> {
        // A tag of several words is one word at Flickr.
        let single = tags.map { SearchWords.harmless($0) }.filter { $0.count == 1 }.flatMap(\.self)
        let keys = (words.flatMap(\.words) + single).map(SearchKey.of)
        return Set(keys.flatMap(SearchedText.terms(of:))).filter { !$0.isEmpty }
    }
}

extension Photo {
    /// Those of its largest image of which the source names both sides.
    package var dimensions: (width: Int, height: Int)? {
        renditions.compactMap { image in image.width.flatMap { width in image.height.map { (width, $0) } } }
            .filter { $0.0 > 0 && $0.1 > 0 }
            .max { max($0.0, $0.1) < max($1.0, $1.1) }
    }

    /// The pixels of the longer side of its largest image.
    var longerSide: Int? { dimensions.map { max($0.width, $0.height) } }
}

/// A folder in `search/`.
public struct SavedSearch: Hashable, Sendable {
    /// The number of its directory, which it keeps when it is renamed.
    public var number: NodeNumber
    /// The query as it was typed.
    public var name: String
    /// All spellings of a query have one identity, and no two searches the same.
    public var identity: String
    /// Which draw it shows, from 1, where photos are drawn by lot; 0 before the first.
    public var page: Int
    /// Whether photos were asked for and have not arrived yet.
    public var isAwaitingCollection: Bool

    public init(number: NodeNumber, name: String, identity: String, page: Int = 0, isAwaitingCollection: Bool = true) {
        self.number = number
        self.name = name
        self.identity = identity
        self.page = page
        self.isAwaitingCollection = isAwaitingCollection
    }
}

/// The random numbers of a draw: the same lot always draws the same.
public struct SearchLot: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// - Parameter page: A query's page, which is the number of its lot.
    public init(page: Int) {
        state = UInt64(bitPattern: Int64(page))
    }

    /// SplitMix64.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
