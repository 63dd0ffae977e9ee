/// A JSON value whose scalars can each be read as text, number or flag. Over the years Flickr has sent the same field
/// as each of them ("total" as "4100", as 487 and as "").
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// As written, so that no digit of an identifier is lost.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// A member of an object; nil if absent or null.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
        return value
    }

    /// A scalar as text. For an object its `_content`, in which Flickr wraps the texts of single photos.
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

    /// A whole number; nil if the text is none, or the number does not fit.
    package var integer: Int? {
        guard let text else { return nil }
        return Int(text) ?? real.flatMap { Int(exactly: $0) }
    }

    /// A width or height that an image can have.
    package var pixels: Int? { integer.flatMap { (1...1_000_000).contains($0) ? $0 : nil } }

    /// A finite number.
    package var real: Double? {
        guard let text, text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    /// True or false, written as JSON's words, as 1 or 0, or as one of these in a text.
    package var flag: Bool? {
        switch text {
        case "1", "true": true
        case "0", "false": false
        default: nil
        }
    }

    /// The elements of a list; a single object counts as a list of one.
    package var elements: [JSONValue]? {
        switch self {
        case .array(let values): values
        case .object: [self]
        default: nil
        }
    }
}
