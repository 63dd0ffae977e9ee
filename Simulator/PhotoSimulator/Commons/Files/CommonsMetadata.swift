/// `extmetadata`: the contents of the templates on a file's page, in HTML and in the order of CommonsMetadata.
struct CommonsMetadata {
    private let file: CommonsFile
    private let license: CommonsLicense
    /// Whether descriptions are objects with a member for each language (`iiextmetadatamultilang`).
    private let isByLanguage: Bool

    init(_ file: CommonsFile, isByLanguage: Bool = false) {
        self.file = file
        self.isByLanguage = isByLanguage
        license = CommonsLicense(of: file.photo)
    }

    private var photo: SimulatedPhoto { file.photo }
    private var page: CommonsPage { file.photo.commons ?? CommonsPage() }

    var members: WikiMembers {
        var members = WikiMembers()
        func add(_ name: String, _ value: String?, _ source: String = "commons-desc-page", isHidden: Bool = false) {
            guard let value else { return }
            members[name] = Self.entry(.text(value), source, isHidden)
        }
        add("DateTime", CivilDate.database(file.uploaded), "mediawiki-metadata", isHidden: true)
        add(
            "ObjectName", objectName, photo.title.isEmpty ? "mediawiki-metadata" : "commons-desc-page",
            isHidden: photo.title.isEmpty)
        members["CommonsMetadataExtension"] = Self.entry(.number(1.2), "extension", true)
        let categories = file.categories + file.hiddenCategories
        add("Categories", categories.joined(separator: "|"), "commons-categories", isHidden: true)
        add("Assessments", "", "commons-categories", isHidden: true)
        if let position = photo.position {
            add("GPSLatitude", "\(position.latitude)", isHidden: true)
            add("GPSLongitude", "\(position.longitude)", isHidden: true)
            add("GPSMapDatum", "WGS-84", isHidden: true)
        }
        add("ImageDescription", description)
        if isByLanguage, let description {
            members["ImageDescription"] = Self.entry(Self.byLanguage(description), "commons-desc-page", false)
        }
        add("DateTimeOriginal", date)
        add("Credit", page.credit ?? #"<span class="int-own-work" lang="en">Own work</span>"#, isHidden: true)
        add("Artist", artist)
        add("LicenseShortName", license.shortName, isHidden: true)
        add("UsageTerms", license.usageTerms, isHidden: true)
        add("Attribution", page.attribution, isHidden: true)
        add("AttributionRequired", license.isPublicDomain ? "false" : "true", isHidden: true)
        add("LicenseUrl", license.address, isHidden: true)
        add("Copyrighted", license.isPublicDomain ? "False" : "True", isHidden: true)
        add("Restrictions", "", isHidden: true)
        add("License", license.code, "commons-templates", isHidden: true)
        return members
    }

    /// In both versions of the format an empty string means "hidden".
    private static func entry(_ value: WikiValue, _ source: String, _ isHidden: Bool) -> WikiValue {
        var members = WikiMembers([("value", value), ("source", .text(source))])
        if isHidden { members["hidden"] = .text("") }
        return .object(members)
    }

    /// `{"en": …, "fr": …, "_type": "lang"}` for a description in boxes by language; any other description is English.
    private static func byLanguage(_ description: String) -> WikiValue {
        let boxes = description.matches(of: /(?s)<div class="description[^>]* lang="([a-z-]+)">(.*?)<\/div>/)
        var members = WikiMembers(boxes.map { (String($0.1), .text(String($0.2))) })
        if boxes.isEmpty { members["en"] = .text(description) }
        members["_type"] = .text("lang")
        return .object(members)
    }

    /// The file's name where the page gives no title.
    private var objectName: String {
        guard photo.title.isEmpty else { return photo.title }
        return file.name.lastIndex(of: ".").map { String(file.name[..<$0]) } ?? file.name
    }

    /// HTML would turn the line breaks of a Flickr description into blanks, so they become `<br>`.
    private var description: String? {
        if let own = page.description { return own }
        return photo.description.isEmpty ? nil : photo.description.replacing("\n", with: "<br>\n")
    }

    private var artist: String {
        if let own = page.artist { return own }
        guard !photo.ownerName.isEmpty else {
            return #"<span class="int-unknown-author" lang="en">Unknown author</span>"#
        }
        let user = WikiTitle.escapedHTML(photo.ownerName)
        let address = "//commons.wikimedia.org/wiki/User:" + WikiTitle.encodedPage(WikiTitle.key(photo.ownerName))
        return "<a href=\"\(address)\" title=\"User:\(user)\">\(user)</a>"
    }

    private var date: String? {
        if let own = page.date { return own }
        guard !photo.takenUnknown else { return nil }
        switch photo.takenGranularity {
        case 4: return String(photo.taken.prefix(7))
        case 6: return String(photo.taken.prefix(4))
        case 8: return "circa\u{A0}\(photo.taken.prefix(4))"
        default: return photo.taken
        }
    }
}

extension CivilDate {
    /// "2019-05-04T18:20:11Z".
    static func iso(_ seconds: Int64) -> String {
        database(seconds).replacing(" ", with: "T") + "Z"
    }

    /// "20190504182011", as MediaWiki's tables have it.
    static func compact(_ seconds: Int64) -> String {
        database(seconds).filter(\.isNumber)
    }
}
