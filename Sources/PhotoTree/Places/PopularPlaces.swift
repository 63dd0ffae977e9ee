/// The places where people photograph now, by what they sent last.
///
/// People count, not photos: one person sends a hundred from one place. The last list tells; where fewer than `enough`
/// places are popular in it, all lists of the last seven days together do.
public struct PopularPlaces: Hashable, Sendable {
    public struct Standing: Hashable, Sendable {
        /// From 1.
        public var rank: Int
        /// How many different people sent photos from there.
        public var people: Int
    }

    /// So many people make a place popular.
    public static let leastPeople = 2
    /// With fewer places than these the last list alone tells too little.
    public static let enough = 20
    /// How long a list counts.
    public static let lifetime: Duration = .seconds(7 * 86_400)

    /// When the source last told what was sent last; nil when it did not within the lifetime of a list.
    public let told: Timestamp?
    /// Whether the lists of seven days were needed.
    public let isOfWeek: Bool
    /// By rank.
    public let ranked: [Place]
    public let standings: [PlaceID: Standing]
    /// Where two people or more photographed within seven days, by identifier: those of `ranked`, and others.
    public let ofWeek: [Place]

    /// None.
    public init() {
        self.init(told: nil, last: [:], week: [:], places: [])
    }

    /// - Parameters:
    ///   - told: The time of the last list.
    ///   - last: How many different people it has, by place.
    ///   - week: The same of all lists of the last seven days together.
    ///   - places: What is known of these places. Others do not count.
    public init(told: Timestamp?, last: [PlaceID: Int], week: [PlaceID: Int], places: [Place]) {
        self.told = told
        let popular = { (people: [PlaceID: Int]) in
            places.filter { people[$0.id] ?? 0 >= Self.leastPeople }.sorted { $0.id < $1.id }
        }
        ofWeek = popular(week)
        let ofLast = popular(last)
        isOfWeek = ofLast.count < Self.enough && week != last
        let people = isOfWeek ? week : last
        ranked = (isOfWeek ? ofWeek : ofLast).sorted {
            (people[$1.id] ?? 0, $0.name, $0.id) < (people[$0.id] ?? 0, $1.name, $1.id)
        }
        let standings = ranked.enumerated().map { index, place in
            (place.id, Standing(rank: index + 1, people: people[place.id] ?? 0))
        }
        self.standings = Dictionary(standings) { first, _ in first }
    }

    /// Whether the same places have the same ranks, and the same are listed.
    package func shows(sameAs other: PopularPlaces) -> Bool {
        ranked == other.ranked && standings == other.standings && ofWeek == other.ofWeek
    }
}
