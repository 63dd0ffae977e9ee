/// How the simulated services answer all requests; may change while the simulator runs (`Simulator.change(_:)`).
public struct Behaviour: Sendable, Hashable, Codable {
    /// How the image host gives the length of an image.
    public enum Framing: String, Sendable, Hashable, Codable, CaseIterable {
        case contentLength
        /// Chunked, without a length: as recorded in 2024.
        case chunked
        /// Without any framing: the image ends when the connection does.
        case untilClose
    }

    /// The value of `x-ttdb-l` for an image.
    public enum LengthHint: Sendable, Hashable, Codable {
        case none, right
        /// That many bytes more (or fewer) than there are.
        case wrong(by: Int)
    }

    public var year: Year = .totalNumber2023
    /// Whether `flickr.places.getTopPlacesList` is empty, as the real one is today.
    public var hasTopPlaces = true
    public var framing: Framing = .contentLength
    public var lengthHint: LengthHint = .none
    /// Whether images carry ETag and Last-Modified.
    public var hasValidators = true
    public var honoursRanges = true
    /// The delay before each answer's head, in milliseconds.
    public var latencyInMilliseconds = 0
    /// A limit for the body on each connection; nil: no limit.
    public var bytesPerSecond: Int?

    /// Added to the `total` of every list.
    public var surplusTotal = 0
    /// Lists give their total but contain no photos.
    public var emptiesLists = false
    /// The first photo of every page is listed twice.
    public var repeatsPhotos = false
    /// Each answer of a search has another order.
    public var shufflesResults = false
    /// No `url_*` is given, although requested.
    public var omitsImageURLs = false
    /// Pages beyond the 4,000th result are refused with code 20, as documented, in place of repeating earlier ones.
    public var refusesBeyondReach = false
    /// `min_taken_date` and `max_taken_date` are ignored, as reported in 2017 (sybrenstuvel/flickrapi#88).
    public var ignoresTakenDates = false
    /// A "-" before a word of `text` is ignored; of tags it was reported (hanklords/flickraw#35).
    public var ignoresExclusions = false
    /// Photos have a woeid but an empty place id, and a search by place id finds none, like for recent photos.
    public var emptiesPlaceIDs = false
    /// `places.getInfo` omits what it omitted in 2021.
    public var degradesPlaces = false

    // MARK: Commons

    /// Whether Commons refuses a User-Agent without a contact address.
    public var demandsContact = true
    /// How many pages of one answer of Commons get their `imageinfo`; the others follow in continued answers. The real
    /// API makes at most 50 thumbnails, and stops earlier when an answer gets large or takes long. Where only uploader
    /// and time are asked for, all follow at once.
    public var imageInfosPerAnswer = 30
    /// Whether Commons' image addresses end with `utm_…` parameters that name their origin, as since 2026.
    public var marksImageAddresses = true
    /// Whether Commons' image addresses are at Wikimedia's two hosts, as since August 2026: thumbnails at
    /// thumb.wikimedia.org, originals at upload.wikimedia.org. A mount reaches them with the simulator as its mirror.
    public var hasTwoImageHosts = false
    /// Whether the ETag of an image of Commons lacks the quotation marks that HTTP requires, as recorded.
    public var baresTags = true
    /// How many seconds Commons' databases lag behind, for callers that send `maxlag`.
    public var databaseLag = 0.2
    /// How long the wiki needs to make the texts of one file's page (`extmetadata`), in milliseconds; it keeps them
    /// until the page changes. An answer is sent only when the texts of all its pages are made.
    public var parsingInMilliseconds = 0
    /// How many originals are served before all others are refused; nil: any number.
    public var originalsBeforeRefusal: Int?
    /// Widths of thumbnails that are refused although they exist.
    public var refusedWidths: [Int] = []
    /// A search that finds more than this times out: it returns this many, and a warning.
    public var resultsBeforeTimeout: Int?
    /// Categories that redirect to another one, as MediaWiki's own redirects do, by name without "Category:".
    public var categoryRedirects: [String: String] = [:]
    /// Categories whose page has the template `{{Category redirect}}`: they are empty, and MediaWiki follows nothing.
    public var templateRedirects: [String: String] = [:]
    /// Whether Commons' API counts the requests of a minute, as since March 2026: 200 for all who name the same
    /// contact, 10 for those who name none.
    public var countsMinutes = false
    /// The positions of categories' subjects, by the category's name without "Category:".
    public var categoryPositions: [String: SimulatedPosition] = [:]
    /// The direct subcategories of categories, by name without "Category:".
    public var subcategories: [String: [String]] = [:]
    /// How many categories a search in a category and all below it has at most.
    public var deepestSearch = 5_000
    /// Whether the service that knows what lies below a category answers.
    public var knowsSubcategories = true
    /// How many subcategories were added to a category after all its files, by the category's name.
    public var newestSubcategories: [String: Int] = [:]

    public init() {}
}
