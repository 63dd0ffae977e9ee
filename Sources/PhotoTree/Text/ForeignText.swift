/// Text that others wrote, cut where it enters, so that the cost of everything computed from it grows only with its
/// length.
///
/// Bounds are in bytes of UTF-8, because a single character may have any number of them. Swift sorts the marks on a
/// letter whenever it compares, hashes or composes strings, in time quadratic in their number. So of consecutive marks
/// 30 stay, as many as in Unicode's Stream-Safe Text Format (UAX #15) and far more than any script needs.
public enum ForeignText {
    /// For a title, an author, a tag, an address.
    public static let maximumLine = 4 << 10
    /// For a description, and for any other text of an answer.
    package static let maximumText = 64 << 10
    /// For a licence's name or address.
    package static let maximumLicense = 1 << 10
    /// For a member's name in an answer.
    package static let maximumName = 256
    package static let maximumTags = 500

    private static let maximumMarks = 30

    /// The beginning of `text`, cut between scalars, with at most 30 marks in a row.
    package static func bounded(_ text: String, maximumBytes limit: Int = maximumText) -> String {
        if isBounded(text, limit) { return text }
        var kept = String.UnicodeScalarView()
        var (bytes, marks) = (0, 0)
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= limit else { break }
            marks = isMark(scalar) ? marks + 1 : 0
            if marks <= maximumMarks { kept.append(scalar) }
        }
        return String(kept)
    }

    /// Whether all of `text` is within its bounds, at little cost; false for some that are.
    fileprivate static func isBounded(_ text: String, _ limit: Int = maximumText) -> Bool {
        text.utf8.count <= limit && !mayHaveMarks(text)
    }

    private static func mayHaveMarks(_ text: String) -> Bool {
        // A loop without an exit, so that the compiler compares many bytes at once.
        let bytes = text.utf8Span.span
        var highest: UInt8 = 0
        for index in bytes.indices { highest = max(highest, bytes[index]) }
        // Marks begin at U+0300, whose first byte this is.
        return highest >= 0xCC
    }

    /// The address, or an empty text where it is too long: half of an address leads nowhere.
    package static func unlessCut(_ address: String, maximumBytes limit: Int = maximumLine) -> String {
        address.utf8.count <= limit ? bounded(address, maximumBytes: limit) : ""
    }

    /// Whether normalisation may move the scalar: one with a combining class (a "non-starter").
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x3100..<0xA66F, 0xAC00..<0xFB1E: false
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}

extension Photo {
    /// The photo with every text within its bound.
    package var bounded: Photo {
        // Most are: a listing of hundreds copies none of its texts.
        guard !isBounded else { return self }
        var photo = self
        photo.title = ForeignText.bounded(title, maximumBytes: ForeignText.maximumLine)
        photo.description = ForeignText.bounded(description)
        photo.owner = ForeignText.bounded(owner, maximumBytes: ForeignText.maximumLine)
        photo.ownerName = ForeignText.bounded(ownerName, maximumBytes: ForeignText.maximumLine)
        photo.license = license?.bounded
        photo.tags = tags.prefix(ForeignText.maximumTags).map {
            ForeignText.bounded($0, maximumBytes: ForeignText.maximumLine)
        }
        photo.pageURL = ForeignText.unlessCut(pageURL)
        photo.renditions = renditions.filter { $0.url.utf8.count <= ForeignText.maximumLine }
        photo.sourceAttributes = Dictionary(
            sourceAttributes.filter { $0.key.utf8.count <= ForeignText.maximumName }
                .map { ($0.key, ForeignText.bounded($0.value)) }
        ) { first, _ in first }
        return photo
    }
}

extension Photo {
    private var isBounded: Bool {
        [title, owner, ownerName, pageURL].allSatisfy { ForeignText.isBounded($0, ForeignText.maximumLine) }
            && ForeignText.isBounded(description) && (license?.isBounded ?? true)
            && tags.count <= ForeignText.maximumTags
            && tags.allSatisfy { ForeignText.isBounded($0, ForeignText.maximumLine) }
            && renditions.allSatisfy { $0.url.utf8.count <= ForeignText.maximumLine }
            && sourceAttributes.allSatisfy {
                $0.key.utf8.count <= ForeignText.maximumName && ForeignText.isBounded($0.value)
            }
    }
}

extension License {
    fileprivate var isBounded: Bool {
        [id, name, url ?? ""].allSatisfy { ForeignText.isBounded($0, ForeignText.maximumLicense) } && url != ""
    }

    package var bounded: License {
        License(
            id: ForeignText.bounded(id, maximumBytes: ForeignText.maximumLicense),
            name: ForeignText.bounded(name, maximumBytes: ForeignText.maximumLicense),
            url: url.map { ForeignText.unlessCut($0, maximumBytes: ForeignText.maximumLicense) }
                .flatMap { $0.isEmpty ? nil : $0 })
    }
}

extension Place {
    /// The place with every text within its bound.
    package var bounded: Place {
        var place = self
        place.name = ForeignText.bounded(name, maximumBytes: ForeignText.maximumLine)
        place.region = ForeignText.bounded(region, maximumBytes: ForeignText.maximumLine)
        place.country = ForeignText.bounded(country, maximumBytes: ForeignText.maximumLine)
        place.sourceKeys = sourceKeys.filter {
            $0.key.utf8.count <= ForeignText.maximumName && $0.value.utf8.count <= ForeignText.maximumName
        }
        return place
    }
}
