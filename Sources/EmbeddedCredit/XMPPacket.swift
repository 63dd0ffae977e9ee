internal import PhotoTree

/// Writes an XMP packet (ISO 16684-1) with the properties that IPTC's Photo Metadata Standard and Google's licensable
/// images require. Without padding, because nobody edits it in place.
package struct XMPPacket {
    package let text: String

    package init(_ fields: CreditFields) {
        self.init(fields, Self.namespaces)
    }

    /// What the source knows and a file that names its author may not say: licence, page and credit line.
    init(termsOf fields: CreditFields) {
        var terms = fields
        (terms.taken, terms.position, terms.city, terms.country) = ("", nil, "", "")
        self.init(terms, Self.namespaces.filter { $0.prefix != "dc" })
    }

    private init(_ fields: CreditFields, _ namespaces: [(prefix: String, address: String)]) {
        let groups = namespaces.map { ($0, Self.elements($0.prefix, fields)) }.filter { !$0.1.isEmpty }
        let spaces = groups.map { " xmlns:\($0.0.prefix)=\"\($0.0.address)\"" }.joined()
        text =
            String(decoding: Self.beginning, as: UTF8.self) + "\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
            + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
            + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            + "<rdf:Description rdf:about=\"\"\(spaces)>\(groups.map(\.1).joined())</rdf:Description></rdf:RDF></x:xmpmeta>"
            + String(decoding: Self.end, as: UTF8.self)
    }

    /// Escapes may make a text six times as long. When the packet is too long for a JPEG segment, the tags are left out
    /// first, then the description. The texts that credit the photo are short enough.
    init(fitting fields: CreditFields) {
        self.init(fields)
        var fields = fields
        if text.utf8.count > Self.longest {
            fields.tags = []
            self.init(fields)
        }
        if text.utf8.count > Self.longest {
            fields.description = ""
            self.init(fields)
        }
    }

    /// In bytes: the longest content of a segment, without its length and identifier.
    private static let longest = 65_533 - JPEGMarker.xmp.count

    /// The properties of one of `namespaces`.
    private static func elements(_ prefix: String, _ fields: CreditFields) -> String {
        switch prefix {
        case "dc":
            alternative("dc:title", fields.title)
                + alternative("dc:description", fields.description)
                + list("dc:creator", "Seq", fields.author.isEmpty ? [] : [fields.author])
                + alternative("dc:rights", fields.copyright)
                + list("dc:subject", "Bag", fields.tags)
        case "photoshop":
            element("photoshop:Credit", fields.credit)
                + element("photoshop:Source", fields.sourceName)
                + element("photoshop:City", fields.city)
                + element("photoshop:Country", fields.country)
                + element("photoshop:DateCreated", fields.taken)
        case "xmpRights":
            element("xmpRights:Marked", fields.isReserved.map { $0 ? "True" : "False" } ?? "")
                + element("xmpRights:WebStatement", fields.licenseURL.isEmpty ? fields.page : fields.licenseURL)
                + alternative("xmpRights:UsageTerms", fields.license)
        case "cc":
            (fields.isCreativeCommons ? resource("cc:license", fields.licenseURL) : "")
                + element("cc:attributionName", fields.author)
                + (fields.page.isEmpty ? "" : resource("cc:attributionURL", fields.page))
        case "plus": fields.page.isEmpty ? "" : licensor(fields)
        default: fields.position.map(position) ?? ""
        }
    }

    private static func licensor(_ fields: CreditFields) -> String {
        "<plus:Licensor><rdf:Seq><rdf:li rdf:parseType=\"Resource\">"
            + element("plus:LicensorName", fields.author) + element("plus:LicensorURL", fields.page)
            + "</rdf:li></rdf:Seq></plus:Licensor>"
    }

    private static func position(_ position: Coordinate) -> String {
        element("exif:GPSLatitude", angle(position.latitude, "N", "S"))
            + element("exif:GPSLongitude", angle(position.longitude, "E", "W"))
    }

    static let beginning = Array("<?xpacket begin=".utf8)
    static let end = Array("<?xpacket end=\"r\"?>".utf8)

    static let namespaces: [(prefix: String, address: String)] = [
        ("dc", "http://purl.org/dc/elements/1.1/"),
        ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
        ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/"),
        ("cc", "http://creativecommons.org/ns#"),
        ("plus", "http://ns.useplus.org/ldf/xmp/1.0/"),
        ("exif", "http://ns.adobe.com/exif/1.0/"),
    ]

    private static func element(_ name: String, _ value: String) -> String {
        value.isEmpty ? "" : "<\(name)>\(escaped(value))</\(name)>"
    }

    private static func resource(_ name: String, _ address: String) -> String {
        "<\(name) rdf:resource=\"\(escaped(address))\"/>"
    }

    private static func alternative(_ name: String, _ value: String) -> String {
        guard !value.isEmpty else { return "" }
        return "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(value))</rdf:li></rdf:Alt></\(name)>"
    }

    private static func list(_ name: String, _ kind: String, _ values: [String]) -> String {
        guard !values.isEmpty else { return "" }
        let items = values.map { "<rdf:li>\(escaped($0))</rdf:li>" }.joined()
        return "<\(name)><rdf:\(kind)>\(items)</rdf:\(kind)></\(name)>"
    }

    /// XMP's form of a GPS coordinate: degrees and minutes ("48,51.504000N").
    private static func angle(_ value: Double, _ positive: String, _ negative: String) -> String {
        let parts = Int((min(value.magnitude, 180) * 60_000_000).rounded())
        let fraction = String(parts % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        return "\(parts / 60_000_000),\(parts / 1_000_000 % 60).\(zeros)\(fraction)\(value < 0 ? negative : positive)"
    }

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
