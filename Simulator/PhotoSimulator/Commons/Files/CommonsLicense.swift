/// A photo's licence as Commons' templates describe it.
struct CommonsLicense: Sendable {
    /// "CC BY-SA 4.0"; nil where no template on the page gives it.
    var shortName: String?
    var address: String?
    var usageTerms: String?
    /// "cc-by-sa-4.0".
    var code: String?
    /// The hidden category in which the template puts the page.
    var category: String?
    /// The Wikidata item in the structured data (P275), and P6216 for works in the public domain.
    var item: String?
    var isPublicDomain = false

    init(of photo: SimulatedPhoto) {
        self = Self.numbered(photo.license)
        if let own = photo.commons {
            shortName = own.licenseName ?? shortName
            address = own.licenseName == nil ? own.licenseAddress ?? address : own.licenseAddress
            usageTerms = own.licenseName == nil ? own.usageTerms ?? usageTerms : own.usageTerms
        }
    }

    private init() {}

    private init(
        _ shortName: String, address: String? = nil, terms: String, code: String, category: String,
        item: String? = nil, isPublicDomain: Bool = false
    ) {
        self.shortName = shortName
        self.address = address
        usageTerms = terms
        self.code = code
        self.category = category
        self.item = item
        self.isPublicDomain = isPublicDomain
    }

    private static func numbered(_ number: String) -> CommonsLicense {
        switch number {
        case "7":
            return CommonsLicense(
                "No restrictions", address: "https://www.flickr.com/commons/usage/",
                terms: "No known copyright restrictions", code: "flickr-no known copyright restrictions",
                category: "Files from Flickr's 'The Commons'", isPublicDomain: true)
        case "8":
            return CommonsLicense(
                "Public domain", terms: "Public domain", code: "pd", category: "PD US Government",
                isPublicDomain: true)
        case "9":
            return CommonsLicense(
                "CC0", address: "http://creativecommons.org/publicdomain/zero/1.0/deed.en",
                terms: "Creative Commons Zero, Public Domain Dedication", code: "cc0", category: "CC-Zero",
                item: "Q6938433", isPublicDomain: true)
        case "10":
            return CommonsLicense(
                "Public domain", address: "https://creativecommons.org/publicdomain/mark/1.0/deed.en",
                terms: "Public domain", code: "pd", category: "CC-PD-Mark", isPublicDomain: true)
        default:
            guard let kind = kinds[number] else { return CommonsLicense() }
            let code = "\(kind.kind)-\(kind.version)"
            return CommonsLicense(
                "CC \(kind.kind.uppercased()) \(kind.version)",
                address: "https://creativecommons.org/licenses/\(kind.kind)/\(kind.version)",
                terms: "Creative Commons \(kind.words) \(kind.version)", code: "cc-\(code)",
                category: "CC-\(code.uppercased())", item: kind.item)
        }
    }

    /// By Flickr's number. Commons accepts no photo whose licence forbids commercial use or changes; a library may have
    /// such photos all the same.
    private static let kinds: [String: (kind: String, version: String, words: String, item: String?)] = [
        "1": ("by-nc-sa", "2.0", "Attribution-NonCommercial-ShareAlike", nil),
        "2": ("by-nc", "2.0", "Attribution-NonCommercial", nil),
        "3": ("by-nc-nd", "2.0", "Attribution-NonCommercial-NoDerivs", nil),
        "4": ("by", "2.0", "Attribution", "Q19125117"),
        "5": ("by-sa", "2.0", "Attribution-Share Alike", "Q19068220"),
        "6": ("by-nd", "2.0", "Attribution-NoDerivs", nil),
        "11": ("by", "4.0", "Attribution", "Q20007257"),
        "12": ("by-sa", "4.0", "Attribution-Share Alike", "Q18199165"),
        "13": ("by-nd", "4.0", "Attribution-NoDerivatives", nil),
        "14": ("by-nc", "4.0", "Attribution-NonCommercial", nil),
        "15": ("by-nc-sa", "4.0", "Attribution-NonCommercial-ShareAlike", nil),
        "16": ("by-nc-nd", "4.0", "Attribution-NonCommercial-NoDerivatives", nil),
    ]
}
