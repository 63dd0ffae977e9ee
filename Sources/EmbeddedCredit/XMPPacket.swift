internal import PhotoTree

/// Writes an XMP packet (ISO 16684-1) of what IPTC's Photo Metadata Standard and Google's licensable images call for.
/// Without padding: nobody edits it in place.
package struct XMPPacket {
    let fields: CreditFields

    package init(_ fields: CreditFields) {
        self.fields = fields
    }

    /// Escapes make a text up to six times as long: of one that then fits into no segment of JPEG the tags go first, the
    /// description next. What credits the photo is short enough.
    init(fitting fields: CreditFields) {
        var fields = fields
        if XMPPacket(fields).text.utf8.count > Self.longest { fields.tags = [] }
        if XMPPacket(fields).text.utf8.count > Self.longest { fields.description = "" }
        self.fields = fields
    }

    /// In bytes: a segment without its length and identifier.
    private static let longest = 65_533 - JPEGMarker.xmp.count

    package var text: String {
        var body = ""
        body += alternative("dc:title", fields.title)
        body += alternative("dc:description", fields.description)
        body += list("dc:creator", "Seq", fields.author.isEmpty ? [] : [fields.author])
        body += alternative("dc:rights", fields.copyright)
        body += list("dc:subject", "Bag", fields.tags)
        body += element("photoshop:Credit", fields.credit)
        body += element("photoshop:Source", fields.sourceName)
        body += element("photoshop:City", fields.city)
        body += element("photoshop:Country", fields.country)
        body += element("photoshop:DateCreated", fields.taken)
        body += element("xmpRights:Marked", fields.isReserved.map { $0 ? "True" : "False" } ?? "")
        body += element("xmpRights:WebStatement", fields.licenseURL.isEmpty ? fields.page : fields.licenseURL)
        body += alternative("xmpRights:UsageTerms", fields.license)
        if fields.isCreativeCommons { body += resource("cc:license", fields.licenseURL) }
        body += element("cc:attributionName", fields.author)
        if !fields.page.isEmpty {
            body += resource("cc:attributionURL", fields.page)
            body += "<plus:Licensor><rdf:Seq><rdf:li rdf:parseType=\"Resource\">"
            body += element("plus:LicensorName", fields.author) + element("plus:LicensorURL", fields.page)
            body += "</rdf:li></rdf:Seq></plus:Licensor>"
        }
        if let position = fields.position {
            body += element("exif:GPSLatitude", Self.angle(position.latitude, "N", "S"))
            body += element("exif:GPSLongitude", Self.angle(position.longitude, "E", "W"))
        }
        let spaces = Self.namespaces.filter { body.contains("<\($0.prefix):") }
            .map { " xmlns:\($0.prefix)=\"\($0.address)\"" }.joined()
        return String(decoding: Self.beginning, as: UTF8.self) + "\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
            + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
            + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            + "<rdf:Description rdf:about=\"\"\(spaces)>\(body)</rdf:Description></rdf:RDF></x:xmpmeta>"
            + String(decoding: Self.end, as: UTF8.self)
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

    private func element(_ name: String, _ value: String) -> String {
        value.isEmpty ? "" : "<\(name)>\(Self.escaped(value))</\(name)>"
    }

    private func resource(_ name: String, _ address: String) -> String {
        "<\(name) rdf:resource=\"\(Self.escaped(address))\"/>"
    }

    private func alternative(_ name: String, _ value: String) -> String {
        guard !value.isEmpty else { return "" }
        return "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.escaped(value))</rdf:li></rdf:Alt></\(name)>"
    }

    private func list(_ name: String, _ kind: String, _ values: [String]) -> String {
        guard !values.isEmpty else { return "" }
        let items = values.map { "<rdf:li>\(Self.escaped($0))</rdf:li>" }.joined()
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
