/// The contents of a file's page at Commons. A nil value follows from the photo, or is absent like on some real pages.
public struct CommonsPage: Sendable, Hashable, Codable {
    /// The file's name with its extension; made from the photo's title where nil.
    public var name: String?
    /// HTML, as the API returns it in these members of `extmetadata`.
    public var description: String?
    public var artist: String?
    public var attribution: String?
    public var credit: String?
    /// Free text or HTML.
    public var date: String?
    public var licenseName: String?
    public var licenseAddress: String?
    public var usageTerms: String?
    /// Made from the photo's tags where nil.
    public var categories: [String]?
    public var hiddenCategories: [String]?
    /// The position of the subject: a second position beside the camera's.
    public var objectPosition: SimulatedPosition?
    /// The media type of the file: "application/pdf" for a scan. The photo's own where nil.
    public var mimeType: String?
    /// MediaWiki could not read the file: it knows no pixels of it and makes no thumbnails.
    public var isUnmeasured: Bool?
    /// The camera was held upright: the file is stored on its side, and thumbnails are rotated.
    public var isTurned: Bool?
    /// The page exists, but the file does not.
    public var hasNoFile: Bool?
    /// Former names, whose pages redirect to this one. They are in the same categories.
    public var formerNames: [String]?
    /// The Wikidata items by which the picture was judged (P6731): "Q63348069" is a quality image.
    public var judgements: [String]?
    /// Nobody entered its licence into the structured data.
    public var hasNoStatements: Bool?

    public init(
        name: String? = nil, description: String? = nil, artist: String? = nil, attribution: String? = nil,
        credit: String? = nil, date: String? = nil, licenseName: String? = nil, licenseAddress: String? = nil,
        usageTerms: String? = nil, categories: [String]? = nil, hiddenCategories: [String]? = nil,
        objectPosition: SimulatedPosition? = nil, mimeType: String? = nil, isUnmeasured: Bool? = nil,
        isTurned: Bool? = nil, hasNoFile: Bool? = nil, formerNames: [String]? = nil, judgements: [String]? = nil,
        hasNoStatements: Bool? = nil
    ) {
        self.name = name
        self.description = description
        self.artist = artist
        self.attribution = attribution
        self.credit = credit
        self.date = date
        self.licenseName = licenseName
        self.licenseAddress = licenseAddress
        self.usageTerms = usageTerms
        self.categories = categories
        self.hiddenCategories = hiddenCategories
        self.objectPosition = objectPosition
        self.mimeType = mimeType
        self.isUnmeasured = isUnmeasured
        self.isTurned = isTurned
        self.hasNoFile = hasNoFile
        self.formerNames = formerNames
        self.judgements = judgements
        self.hasNoStatements = hasNoStatements
    }
}
