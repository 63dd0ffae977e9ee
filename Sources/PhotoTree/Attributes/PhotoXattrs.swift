/// The extended attributes that a photo lists. Absent values are absent, not empty.
///
/// A copy keeps its attributes only if they all fit into one block of ext4, so they have a budget. The attributes that
/// credit the photo are bounded so that they always fit. The rest is added by usefulness; the tags and the description
/// come last and are cut at a word, because the sidecar has both in full.
public enum PhotoXattrs {
    /// In bytes, all listed attributes of a photo together as ext4 counts them.
    public static let budget = 3500

    /// Names with their namespace ("user.geo.latitude") and values, in a fixed order. `image` is the rendition that the
    /// photo's file contains, `namespace` is its source's.
    public static func listed(
        for photo: Photo, image: Rendition?, namespace: String
    ) -> [(name: String, value: String)] {
        var attributes = AttributeSet(budget: budget)
        addCredit(of: photo, image: image, namespace: namespace, to: &attributes)
        addFacts(of: photo, image: image, namespace: namespace, to: &attributes)
        for (name, value) in photo.sourceAttributes.sorted(by: { $0.key < $1.key }) where isName(name) {
            attributes.add("user." + name, line(value, maximumBytes: 256))
        }
        let tags = photo.tags.map { line($0, maximumBytes: 255).replacingBytes(of: ",", with: " ") }.filter {
            !$0.isEmpty
        }
        attributes.addTags("user.xdg.tags", tags, maximumBytes: 1000)
        attributes.addCut("user.xdg.comment", text(photo.description))
        return attributes.inOrder(order)
    }

    /// The attributes that must always fit: bounded, they take less than two thirds of the budget.
    private static func addCredit(
        of photo: Photo, image: Rendition?, namespace: String, to attributes: inout AttributeSet
    ) {
        let author = line(Credits.author(of: photo), maximumBytes: 200)
        let license = line(photo.license?.name ?? "", maximumBytes: 100)
        // An address cut in half leads nowhere.
        let page = unlessCut(photo.pageURL, maximumBytes: 500)
        let title = line(photo.title, maximumBytes: 250)
        attributes.add("user.mime_type", image?.mediaType ?? "image/jpeg")
        attributes.add("user.dublincore.creator", author)
        attributes.add("user.dublincore.rights", license)
        attributes.add("user.places.license", license)
        attributes.add("user.xdg.referrer.url", page)
        attributes.add(
            "user.places.credit", Credits.line(title: title, author: author, license: license, page: page))
        attributes.add("user.places.source", unlessCut(namespace, maximumBytes: 64))
        attributes.add("user.places.id", unlessCut(photo.id.rawValue, maximumBytes: 100))
        attributes.add("user.places.license_url", unlessCut(photo.license?.url ?? "", maximumBytes: 200))
    }

    private static func addFacts(
        of photo: Photo, image: Rendition?, namespace: String, to attributes: inout AttributeSet
    ) {
        attributes.addCut("user.dublincore.title", exactTitle(photo.title))
        attributes.add("user.dublincore.date", DateText.of(photo) ?? "")
        attributes.add("user.geo.latitude", photo.coordinate.map { DecimalText.of($0.latitude) } ?? "")
        attributes.add("user.geo.longitude", photo.coordinate.map { DecimalText.of($0.longitude) } ?? "")
        attributes.add("user.geo.accuracy", photo.coordinate == nil ? "" : number(photo.accuracy))
        attributes.add("user.places.width", number(image?.width))
        attributes.add("user.places.height", number(image?.height))
        attributes.add("user.places.views", number(photo.views))
        attributes.add("user.places.owner", unlessCut(photo.owner, maximumBytes: 100))
        // A file of one's own came from nowhere, and the sample's addresses open nothing.
        let isOnline = photo.ownPath == nil && image?.url.hasPrefix("http") == true
        attributes.add("user.xdg.origin.url", isOnline ? unlessCut(image?.url ?? "", maximumBytes: 500) : "")
        let identifier = unlessCut(photo.id.rawValue, maximumBytes: 100)
        attributes.add("user.dublincore.identifier", identifier.isEmpty ? "" : "\(namespace):\(identifier)")
        attributes.add("user.dublincore.source", unlessCut(photo.pageURL, maximumBytes: 500))
    }

    /// The order in which attributes are listed; those that only one source has come after. A copy on a file system
    /// with little room for attributes keeps the first ones: the credit.
    private static let order = [
        "user.places.credit", "user.dublincore.title", "user.xdg.comment", "user.xdg.tags", "user.dublincore.creator",
        "user.dublincore.date",
        "user.dublincore.rights", "user.dublincore.identifier", "user.dublincore.source", "user.xdg.origin.url",
        "user.xdg.referrer.url", "user.mime_type", "user.geo.latitude", "user.geo.longitude", "user.geo.accuracy",
        "user.places.source", "user.places.id", "user.places.owner", "user.places.license", "user.places.license_url",
        "user.places.width", "user.places.height", "user.places.views",
    ]

    private static func number(_ value: Int?) -> String {
        value.map(String.init) ?? ""
    }

    /// The title as its author wrote it, with runs of blanks; only line breaks and invisible characters are changed.
    private static func exactTitle(_ title: String) -> String {
        let breaks: Set<Unicode.Scalar> = [
            "\n", "\r", "\t", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
        ]
        let visible = title.replacing("\r\n", with: "\n").unicodeScalars.map { breaks.contains($0) ? " " : $0 }
            .filter { !PlainText.isControl($0) }
        return TextCut.words(TextCut.trimmed(String(String.UnicodeScalarView(visible))), maximumBytes: 1200)
    }

    /// The value on one line, cut at a word.
    private static func line(_ value: String, maximumBytes limit: Int) -> String {
        TextCut.words(PlainText.oneLine(value), maximumBytes: limit)
    }

    /// The value on one line, or an empty text where it is too long.
    private static func unlessCut(_ value: String, maximumBytes limit: Int) -> String {
        let value = PlainText.oneLine(value)
        return value.utf8.count <= limit ? value : ""
    }

    /// The value without control characters, which programs print as escapes; line breaks stay.
    private static func text(_ value: String) -> String {
        let visible = value.unicodeScalars.filter { !PlainText.isControl($0) || $0 == "\n" || $0 == "\t" }
        return TextCut.trimmed(String(String.UnicodeScalarView(visible)))
    }

    /// Whether a source's own name can be an attribute's: the kernel allows 255 bytes with `user.`.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100 && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && !order.contains("user." + name)
    }
}
