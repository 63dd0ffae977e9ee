/// A JSON value in which every scalar can be read as text, number or flag, because services (Flickr) have sent the same field as
/// each of them over the years ("total" as "4100", as 487 and as "").
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// As written, so that no digit of an identifier is lost.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// A member of an object; nil when absent or null.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
        return value
    }

    /// A scalar as text; of an object its `_content`, which is how Flickr wraps the texts of single photos.
    package var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let flag): flag ? "1" : "0"
        case .object(let members):
            switch members["_content"] {
            case .string(let text), .number(let text): text
            default: nil
            }
        case .null, .array: nil
        }
    }

    /// Text that is not empty.
    package var word: String? {
        guard let text, !text.isEmpty else { return nil }
        return text
    }

    /// A whole number; nil for text that is none and for one that does not fit.
    package var integer: Int? {
        guard let text else { return nil }
        return Int(text) ?? real.flatMap { Int(exactly: $0) }
    }

    /// A finite number.
    package var real: Double? {
        guard let text, text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    /// True and false as JSON's words, as 1 and 0, or as text of these.
    package var flag: Bool? {
        switch text {
        case "1", "true": true
        case "0", "false": false
        default: nil
        }
    }

    /// What a list holds; one object alone counts as a list of one.
    package var elements: [JSONValue]? {
        switch self {
        case .array(let values): values
        case .object: [self]
        default: nil
        }
    }
}
