/// One element of an answer. Flickr writes it as XML or as JSON by fixed rules: attributes are members, text is
/// `_content`, and repeated elements are an array under their name.
struct Element: Sendable {
    enum Child: Sendable {
        case one(Element)
        /// An array in JSON even when it holds one element or none.
        case many(String, [Element])
    }

    var name: String
    var attributes: [(name: String, value: Scalar)] = []
    var text: Scalar?
    var children: [Child] = []

    init(
        _ name: String, _ attributes: [(String, Scalar)] = [], text: Scalar? = nil, children: [Child] = []
    ) {
        self.name = name
        self.attributes = attributes.map { (name: $0.0, value: $0.1) }
        self.text = text
        self.children = children
    }

    /// An element with nothing but text: `<title>Sunset</title>`, `"title":{"_content":"Sunset"}`.
    static func text(_ name: String, _ text: String) -> Child {
        .one(Element(name, text: .text(text)))
    }
}

/// A value in an answer, whose JSON type depends on the year.
enum Scalar: Sendable {
    /// Always a string.
    case text(String)
    /// Always a number.
    case whole(Int)
    /// A number written as a string, except by the API Explorer.
    case numeric(String)
    /// The number of results of a list.
    case total(Int)
    /// An image's pixels; `isLooseNumber` marks values that were numbers when the others were strings.
    case pixels(Int, isLooseNumber: Bool)
    /// Degrees with six decimals.
    case degrees(Double)
    /// `null` in JSON, empty in XML.
    case null

    /// The text in XML, and between quotes in JSON.
    var string: String {
        switch self {
        case .text(let text), .numeric(let text): text
        case .whole(let number), .total(let number), .pixels(let number, _): String(number)
        case .degrees(let degrees): Self.sixDecimals(degrees)
        case .null: ""
        }
    }

    func isNumber(in year: Year) -> Bool {
        switch self {
        case .text, .null: false
        case .whole: true
        case .numeric(let text):
            year == .explorer2014 && (Double(text).map { $0 <= 100 } ?? false)
        case .total(let total):
            year == .totalNumber2023 || (year == .explorer2014 && total <= 100)
        case .pixels(_, let isLooseNumber):
            year == .totalNumber2023 || year == .totalString2021 || isLooseNumber
        case .degrees(let degrees):
            year == .explorer2014 && degrees <= 100
        }
    }

    private static func sixDecimals(_ degrees: Double) -> String {
        let millionths = Int((degrees * 1_000_000).rounded())
        let fraction = String(abs(millionths) % 1_000_000)
        let padding = String(repeating: "0", count: 6 - fraction.count)
        return "\(millionths < 0 ? "-" : "")\(abs(millionths) / 1_000_000).\(padding)\(fraction)"
    }
}
