/// How the simulated services behave towards everybody; may be changed while it runs (`Simulator.change(_:)`).
public struct Behaviour: Sendable, Hashable, Codable {
    /// How the image host says how long an image is.
    public enum Framing: String, Sendable, Hashable, Codable, CaseIterable {
        case contentLength
        /// Chunked, without a length: as recorded in 2024.
        case chunked
        /// Without any framing: the end of the connection ends the image.
        case untilClose
    }

    /// What `x-ttdb-l` of an image says.
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
    /// Before each answer's head, in milliseconds.
    public var latencyInMilliseconds = 0
    /// For each connection's body; nil: as fast as it goes.
    public var bytesPerSecond: Int?

    /// Added to the `total` of every list.
    public var surplusTotal = 0
    /// Lists count their photos but hold none.
    public var emptiesLists = false
    /// The first photo of every page stands there twice.
    public var repeatsPhotos = false
    /// Each answer of a search is in another order.
    public var shufflesResults = false
    /// No `url_*` is given, though asked for.
    public var omitsImageURLs = false
    /// Photos have a woeid but an empty place id, and a search by place id finds none, as of recent photos.
    public var emptiesPlaceIDs = false
    /// `places.getInfo` leaves out what it left out in 2021.
    public var degradesPlaces = false

    // MARK: Commons

    /// Whether Commons refuses a User-Agent without an address to write to.
    public var demandsContact = true
    /// How many pages of one answer of Commons get their `imageinfo`; the others follow in continued answers. The real one
    /// makes at most 50 thumbnails, and stops earlier where an answer gets large or takes long.
    public var imageInfosPerAnswer = 30
    /// Whether Commons' image addresses bear the marks of where they were handed out, as since 2026.
    public var marksImageAddresses = true
    /// Whether the ETag of an image of Commons stands without the quotation marks that HTTP wants, as recorded.
    public var baresTags = true
    /// Seconds that Commons' databases are behind, for callers who say `maxlag`.
    public var databaseLag = 0.2
    /// What the wiki needs to make the texts of a file's page (`extmetadata`), in milliseconds; a page once made is kept
    /// until it changes. Nothing of an answer is sent before all its pages are made.
    public var parsingInMilliseconds = 0
    /// How many originals are given out before all others are refused; nil: any number.
    public var originalsBeforeRefusal: Int?
    /// Widths of thumbnails that are refused, though they are among those that there are.
    public var refusedWidths: [Int] = []
    /// A search that finds more than this has timed out: it answers so many, and a warning.
    public var resultsBeforeTimeout: Int?
    /// Categories that lead on to another one, as MediaWiki's own redirects do, by name without "Category:".
    public var categoryRedirects: [String: String] = [:]
    /// Where what a category is about stands, by name without "Category:".
    public var categoryPositions: [String: SimulatedPosition] = [:]
    /// How many categories were filed under one after all its files, by the name of that one.
    public var newestSubcategories: [String: Int] = [:]

    public init() {}
}
