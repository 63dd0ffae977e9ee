internal import PhotoTree

/// Writes an XMP packet (ISO 16684-1) with the properties that IPTC's Photo Metadata Standard and Google's licensable
/// images require. Without padding, because nobody edits it in place.
package struct XMPPacket {
    /// UTF-8.
    package let bytes: [UInt8]

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
        var properties = XMPText()
        var packet = XMPText()
        packet.bytes += Self.beginning
        packet.add("\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\">")
        packet.add("<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\"")
        for (prefix, address) in namespaces {
            let before = properties.bytes.count
            properties.add(fields, of: prefix)
            if properties.bytes.count > before { packet.add(" xmlns:", prefix, "=\"", address, "\"") }
        }
        packet.add(">")
        packet.bytes += properties.bytes
        packet.add("</rdf:Description></rdf:RDF></x:xmpmeta>")
        packet.bytes += Self.end
        bytes = packet.bytes
    }

    /// Escapes may make a text six times as long. When the packet is too long for a JPEG segment, the tags are left out
    /// first, then the description. The texts that credit the photo are short enough.
    init(fitting fields: CreditFields) {
        self.init(fields)
        var fields = fields
        if bytes.count > Self.longest {
            fields.tags = []
            self.init(fields)
        }
        if bytes.count > Self.longest {
            fields.description = ""
            self.init(fields)
        }
    }

    /// In bytes: the longest content of a segment, without its length and identifier.
    private static let longest = 65_533 - JPEGMarker.xmp.count

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
}

/// The packet as it is written: one buffer, because a photo's first OPEN waits for it.
private struct XMPText {
    var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(4096) }

    mutating func add(_ texts: String...) {
        for text in texts { bytes += text.utf8 }
    }

    /// The properties of one of `XMPPacket.namespaces`.
    mutating func add(_ fields: CreditFields, of prefix: String) {
        switch prefix {
        case "dc":
            alternative("dc:title", fields.title)
            alternative("dc:description", fields.description)
            list("dc:creator", "Seq", fields.author.isEmpty ? [] : [fields.author])
            alternative("dc:rights", fields.copyright)
            list("dc:subject", "Bag", fields.tags)
        case "photoshop":
            element("photoshop:Credit", fields.credit)
            element("photoshop:Source", fields.sourceName)
            element("photoshop:City", fields.city)
            element("photoshop:Country", fields.country)
            element("photoshop:DateCreated", fields.taken)
        case "xmpRights":
            element("xmpRights:Marked", fields.isReserved.map { $0 ? "True" : "False" } ?? "")
            element("xmpRights:WebStatement", fields.licenseURL.isEmpty ? fields.page : fields.licenseURL)
            alternative("xmpRights:UsageTerms", fields.license)
        case "cc":
            if fields.isCreativeCommons { resource("cc:license", fields.licenseURL) }
            element("cc:attributionName", fields.author)
            if !fields.page.isEmpty { resource("cc:attributionURL", fields.page) }
        case "plus":
            if !fields.page.isEmpty { addLicensor(fields) }
        default:
            if let position = fields.position { add(position) }
        }
    }

    private mutating func addLicensor(_ fields: CreditFields) {
        add("<plus:Licensor><rdf:Seq><rdf:li rdf:parseType=\"Resource\">")
        element("plus:LicensorName", fields.author)
        element("plus:LicensorURL", fields.page)
        add("</rdf:li></rdf:Seq></plus:Licensor>")
    }

    private mutating func add(_ position: Coordinate) {
        element("exif:GPSLatitude", Self.angle(position.latitude, "N", "S"))
        element("exif:GPSLongitude", Self.angle(position.longitude, "E", "W"))
    }

    private mutating func element(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        add("<", name, ">")
        escape(value)
        add("</", name, ">")
    }

    private mutating func resource(_ name: String, _ address: String) {
        add("<", name, " rdf:resource=\"")
        escape(address)
        add("\"/>")
    }

    private mutating func alternative(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        add("<", name, "><rdf:Alt><rdf:li xml:lang=\"x-default\">")
        escape(value)
        add("</rdf:li></rdf:Alt></", name, ">")
    }

    private mutating func list(_ name: String, _ kind: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        add("<", name, "><rdf:", kind, ">")
        for value in values {
            add("<rdf:li>")
            escape(value)
            add("</rdf:li>")
        }
        add("</rdf:", kind, "></", name, ">")
    }

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            default: bytes.append(byte)
            }
        }
    }

    /// XMP's form of a GPS coordinate: degrees and minutes ("48,51.504000N").
    private static func angle(_ value: Double, _ positive: String, _ negative: String) -> String {
        let parts = Int((min(value.magnitude, 180) * 60_000_000).rounded())
        let fraction = String(parts % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        return "\(parts / 60_000_000),\(parts / 1_000_000 % 60).\(zeros)\(fraction)\(value < 0 ? negative : positive)"
    }
}
