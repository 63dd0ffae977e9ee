/// The texts of IPTC-IIM (version 4) that name people, as agencies and newsrooms keep them. Words that name nobody are
/// left out.
struct IPTCTexts {
    private(set) var title = ""
    private(set) var byLines: [String] = []
    private(set) var credit = ""
    private(set) var copyright = ""
    private(set) var headline = ""
    private(set) var caption = ""
    private(set) var city = ""
    private(set) var country = ""
    private(set) var keywords: [String] = []
    private var date = ""
    private var time = ""

    private static let mostFields = 1000
    private static let longestText = 4 << 10

    /// Reads fields until the first that is damaged.
    init(_ bytes: ArraySlice<UInt8>) {
        let bytes = ImageBytes(bytes)
        var position = 0
        for _ in 0..<Self.mostFields {
            // A sign, record, number, length.
            guard bytes.number(position, 1) == 0x1C, let field = bytes.number(position + 1, 2),
                let length = bytes.number(position + 3, 2)
            else { return }
            // With the highest bit it tells the length of a length: nothing that names a person is so long.
            guard length < 0x8000, bytes.bytes(position + 5, length) != nil,
                let content = bytes.bytes(position + 5, min(length, Self.longestText))
            else { return }
            position += 5 + length
            take(field, LegacyText.decoded(content.prefix { $0 != 0 }))
        }
    }

    private mutating func take(_ field: Int, _ text: String) {
        switch field {
        case 0x0205: title = title.isEmpty ? text : title
        case 0x0250 where !NamelessText.names(nobody: text): byLines.append(text)
        case 0x026E where !NamelessText.names(nobody: text): credit = credit.isEmpty ? text : credit
        case 0x0219: keywords.append(text)
        case 0x0237: date = date.isEmpty ? text : date
        case 0x023C: time = time.isEmpty ? text : time
        case 0x025A: city = city.isEmpty ? text : city
        case 0x0265: country = country.isEmpty ? text : country
        case 0x0269: headline = headline.isEmpty ? text : headline
        case 0x0278: caption = caption.isEmpty ? text : caption
        case 0x0274: copyright = copyright.isEmpty ? text : copyright
        default: break
        }
    }

    /// When what the picture shows was: "1999:05:06 07:08:09", or as much of it as is told; nil where nothing is.
    var created: String? {
        guard let day = Self.numbers(date, [4, 2, 2])?.prefix(while: { $0 != "00" }), !day.isEmpty else { return nil }
        let clock = day.count == 3 ? Self.numbers(String(time.prefix(6)), [2, 2, 2]) : nil
        return day.joined(separator: ":") + (clock.map { " " + $0.joined(separator: ":") } ?? "")
    }

    /// Numbers of so many digits each; nil where there is anything else.
    private static func numbers(_ text: String, _ lengths: [Int]) -> [String]? {
        var digits = Array(text.utf8)[...]
        guard digits.count == lengths.reduce(0, +),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return lengths.map { length in
            defer { digits = digits.dropFirst(length) }
            return String(decoding: digits.prefix(length), as: UTF8.self)
        }
    }

    var nameSomebody: Bool {
        !byLines.isEmpty || !credit.isEmpty || !NamelessText.names(nobody: copyright)
    }
}
