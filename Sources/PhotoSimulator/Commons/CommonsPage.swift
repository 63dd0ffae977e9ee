/// What the page of a file at Commons says in its own words. What is nil follows from the photo, or is absent as it may be.
public struct CommonsPage: Sendable, Hashable, Codable {
    /// The file's name with its extension; made from the photo's title where nil.
    public var name: String?
    /// HTML, as the API answers it, of these members of `extmetadata`.
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
    /// Where what is seen stands: a second position that is not the camera's.
    public var objectPosition: SimulatedPhoto.Position?

    public init(
        name: String? = nil, description: String? = nil, artist: String? = nil, attribution: String? = nil,
        credit: String? = nil, date: String? = nil, licenseName: String? = nil, licenseAddress: String? = nil,
        usageTerms: String? = nil, categories: [String]? = nil, hiddenCategories: [String]? = nil,
        objectPosition: SimulatedPhoto.Position? = nil
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
    }
}
