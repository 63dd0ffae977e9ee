internal import PhotoTree

/// What an XMP packet says of a picture. Untrusted.
struct XMPFacts {
    let position: Coordinate?
    let title: String
    let headline: String
    let description: String
    let tags: [String]
    let city: String
    let country: String
    let taken: String?
    /// When the file was made, which a scan or an export is much later.
    let made: String?

    init(_ properties: XMPProperties) {
        func text(_ name: String) -> String { properties.first(name) ?? "" }
        if let latitude = Self.degrees(text("exif:GPSLatitude"), "N", "S"),
            let longitude = Self.degrees(text("exif:GPSLongitude"), "E", "W")
        {
            position = Coordinate(known: latitude, longitude)
        } else {
            position = nil
        }
        title = text("dc:title")
        headline = text("photoshop:Headline")
        description = text("dc:description")
        tags = properties.values["dc:subject"] ?? []
        city = text("photoshop:City")
        country = text("photoshop:Country")
        taken = properties.first("exif:DateTimeOriginal") ?? properties.first("photoshop:DateCreated")
        made = properties.first("xmp:CreateDate")
    }

    /// "48,51.4925N", "48,51,29N", or degrees with a sign, as some programs write.
    static func degrees(_ text: String, _ positive: Character, _ negative: Character) -> Double? {
        var text = text[...].drop { $0 == " " }
        while text.last == " " { text = text.dropLast() }
        let side = text.last.map { Character($0.uppercased()) }
        let hasSide = side == positive || side == negative
        if hasSide { text = text.dropLast() }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> Double? in
            guard part.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
            return Double(part)
        }
        guard (1...3).contains(parts.count), hasSide || parts.count == 1 else { return nil }
        var degrees = 0.0
        for (part, unit) in zip(parts, [1.0, 60, 3600]) {
            guard let part, part.isFinite else { return nil }
            degrees += part / unit
        }
        return side == negative ? -degrees : degrees
    }
}
