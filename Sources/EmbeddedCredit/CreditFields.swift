package import PhotoTree

/// The texts that a photo's file says about itself, shortened and cleaned once for both EXIF and XMP. Texts come from
/// the source and are untrusted; an empty text is left out.
package struct CreditFields: Hashable, Sendable {
    package var title: String
    package var description: String
    /// The owner's name as they write it, or else their identifier.
    package var author: String
    /// The licence's name ("CC BY 2.0").
    package var license: String
    /// The address of the licence's text.
    package var licenseURL: String
    /// "© Author. CC BY 2.0, https://…"; empty where nobody holds rights, and where no licence is known.
    package var copyright: String
    /// Whether rights are held; nil where no licence is known.
    package var isReserved: Bool?
    /// Whether `licenseURL` is a licence or public domain tool of Creative Commons.
    package var isCreativeCommons: Bool
    /// The line to print: "Title" by Author, CC BY 2.0, page address.
    package var credit: String
    /// "Flickr", "Wikimedia Commons".
    package var sourceName: String
    /// The photo's page at the source.
    package var page: String
    /// "2016-07-14T20:31:05", local time, or as much of it as the source knows: "2016-07-14", "2016-07", "2016".
    package var taken: String
    package var position: Coordinate?
    package var tags: [String]
    package var city: String
    package var country: String

    /// In bytes of UTF-8; the sidecar has the whole description.
    private static let longestDescription = 4000
    private static let longestText = 500
    private static let longestURL = 1000
    private static let mostTags = 60

    /// Fields for a photo as its source lists it; `sourceName` is what people call the source. City and country are
    /// empty.
    package init(_ photo: Photo, sourceName: String) {
        let credit = PhotoCredit(photo)
        title = Self.line(photo.title)
        description = TextCut.words(Self.legal(photo.description), maximumBytes: Self.longestDescription)
        author = Self.line(credit.author)
        license = Self.line(photo.license?.name ?? "")
        licenseURL = Self.address(photo.license?.url ?? "")
        page = Self.address(photo.pageURL)
        self.credit = Self.line(of: credit)
        self.sourceName = Self.line(sourceName)
        city = ""
        country = ""
        taken = DateText.taken(photo) ?? ""
        position = Self.knowsPosition(photo) ? photo.coordinate : nil
        tags = photo.tags.prefix(Self.mostTags).map {
            TextCut.words(Self.legal(PlainText.oneLine($0)), maximumBytes: 200)
        }.filter { !$0.isEmpty }
        let terms = photo.license.flatMap { LicenseTerms($0) }
        isCreativeCommons = terms?.isCreativeCommons == true && !licenseURL.isEmpty
        isReserved = photo.license == nil ? nil : terms?.isPublicDomain != true
        copyright = ""
        if isReserved == true {
            let holder = author.isEmpty ? "" : "© \(author). "
            copyright = holder + license + (licenseURL.isEmpty ? "" : ", " + licenseURL)
        }
    }

    /// Sets the place where the photo was taken.
    package mutating func stand(in place: Place) {
        city = Self.line(place.name)
        country = Self.line(place.country)
    }

    /// Flickr's accuracy goes from 1 (world) over 11 (city) to 16 (street). The middle of a city is not where the photo
    /// was taken.
    private static func knowsPosition(_ photo: Photo) -> Bool {
        photo.accuracy.map { $0 > 11 } ?? true
    }

    private static func line(_ text: String) -> String {
        TextCut.words(legal(PlainText.oneLine(text)), maximumBytes: longestText)
    }

    /// The line to print. The title is shortened first, because the rest credits the photo.
    private static func line(of credit: PhotoCredit) -> String {
        let longest = 2 * longestText
        let license = credit.license.map {
            License(id: $0.id, name: TextCut.words(PlainText.oneLine($0.name), maximumBytes: 100), url: $0.url)
        }
        var short = PhotoCredit(
            title: "", author: TextCut.words(PlainText.oneLine(credit.author), maximumBytes: 200), license: license,
            page: credit.page.utf8.count <= longestText ? credit.page : "")
        let room = longest - short.line.utf8.count
        short.title = TextCut.words(PlainText.oneLine(credit.title), maximumBytes: room)
        return TextCut.words(legal(short.line), maximumBytes: longest)
    }

    /// An address cut in half leads nowhere, and one that a browser would not follow is useless.
    private static func address(_ text: String) -> String {
        let text = legal(PlainText.oneLine(text))
        guard text.utf8.count <= longestURL, text.hasPrefix("https://") || text.hasPrefix("http://"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") })
        else { return "" }
        return text
    }

    /// Removes the characters that XML 1.0 cannot hold (section 2.2), controls that it could, and those that change the
    /// direction of text: a program that shows several fields in one line would turn around what follows.
    private static func legal(_ text: String) -> String {
        func isLegal(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x09, 0x0A: true
            case ..<0x20, 0x7F...0x9F: false
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
            // Noncharacters: XML allows some of them, but they are of no use.
            case 0xFDD0...0xFDEF: false
            default: scalar.value & 0xFFFE != 0xFFFE
            }
        }
        guard !text.unicodeScalars.allSatisfy(isLegal) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter(isLegal)))
    }
}
