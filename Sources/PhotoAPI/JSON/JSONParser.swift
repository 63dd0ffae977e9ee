internal import PhotoTree

/// Reads JSON as photo services really send it: bare or as a JSONP call, sometimes with an extra comma, with bytes that
/// are not UTF-8 (they become U+FFFD) and with `\'`. The depth, the number of values, and the length of each text
/// (`ForeignText.maximumText`) are limited, so that an answer costs no more than a small multiple of its length.
package struct JSONParser {
    package enum Failure: Error, Hashable, Sendable {
        case syntax
        case tooDeep
        case tooMany
    }

    package static let maximumDepth = 64
    /// The largest real answer, 500 photos with all extras, has about 35,000 values.
    package static let maximumCount = 100_000

    private let bytes: [UInt8]
    private var index = 0
    private var count = 0
    /// How many members the last object at each depth had. The objects of a list are alike, and growing a dictionary
    /// step by step takes as long as parsing its members.
    private var membersBefore = [Int](repeating: 0, count: maximumDepth)

    /// Parses `bytes`, which must hold exactly one value.
    package static func value(in bytes: [UInt8]) throws(Failure) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        return try parser.document()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func document() throws(Failure) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        skipBlanks()
        let isCall = skipFunctionName()
        let value = try value(depth: 0)
        skipBlanks()
        if isCall {
            guard skip(")") else { throw .syntax }
            _ = skip(";")
        } else {
            _ = skip(",")
        }
        skipBlanks()
        guard index == bytes.count else { throw .syntax }
        return value
    }

    /// Skips the name and parenthesis before a JSONP answer: "jsonFlickrApi(".
    private mutating func skipFunctionName() -> Bool {
        var end = index
        while end < bytes.count, end - index < 64, bytes[end].isNameByte { end += 1 }
        guard end > index, end < bytes.count, bytes[end] == UInt8(ascii: "(") else { return false }
        index = end + 1
        return true
    }

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        guard depth < Self.maximumDepth else { throw .tooDeep }
        count += 1
        guard count <= Self.maximumCount else { throw .tooMany }
        skipBlanks()
        guard index < bytes.count else { throw .syntax }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    /// If several members have the same name, the last counts. Members whose name is longer than any we use are
    /// skipped.
    private mutating func object(depth: Int) throws(Failure) -> JSONValue {
        index += 1
        var members: [String: JSONValue] = Dictionary(minimumCapacity: min(membersBefore[depth], 64))
        while true {
            skipBlanks()
            if skip("}") {
                membersBefore[depth] = members.count
                return .object(members)
            }
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw .syntax }
            let name = try string()
            skipBlanks()
            guard skip(":") else { throw .syntax }
            let value = try value(depth: depth + 1)
            if name.utf8.count <= ForeignText.maximumName { members[name] = value }
            skipBlanks()
            guard skip(",") || isNext("}") else { throw .syntax }
        }
    }

    private mutating func array(depth: Int) throws(Failure) -> JSONValue {
        index += 1
        var values: [JSONValue] = []
        while true {
            skipBlanks()
            if skip("]") { return .array(values) }
            values.append(try value(depth: depth + 1))
            skipBlanks()
            guard skip(",") || isNext("]") else { throw .syntax }
        }
    }

    private mutating func number() throws(Failure) -> JSONValue {
        let start = index
        while index < bytes.count, bytes[index].isNumberByte { index += 1 }
        guard bytes[start..<index].contains(where: \.isDigit) else { throw .syntax }
        return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
        let name = Array(word.description.utf8)
        guard bytes[index...].starts(with: name) else { throw .syntax }
        index += name.count
        return value
    }

    private mutating func string() throws(Failure) -> String {
        index += 1
        var start = index
        var decoded: [UInt8] = []
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                defer { index += 1 }
                if decoded.isEmpty { return Self.text(bytes[start..<index]) }
                Self.append(bytes[start..<index], to: &decoded)
                return Self.text(decoded[...])
            case UInt8(ascii: "\\"):
                Self.append(bytes[start..<index], to: &decoded)
                try escape(into: &decoded)
                start = index
            default:
                index += 1
            }
        }
        throw .syntax
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        ForeignText.bounded(String(decoding: bytes.prefix(ForeignText.maximumText + 4), as: UTF8.self))
    }

    /// Appends no more than the final text can hold.
    private static func append(_ bytes: ArraySlice<UInt8>, to decoded: inout [UInt8]) {
        decoded += bytes.prefix(max(0, ForeignText.maximumText + 4 - decoded.count))
    }

    private mutating func escape(into decoded: inout [UInt8]) throws(Failure) {
        guard index + 1 < bytes.count else { throw .syntax }
        let letter = bytes[index + 1]
        index += 2
        let meant: [UInt8] =
            switch letter {
            case UInt8(ascii: "b"): [0x08]
            case UInt8(ascii: "f"): [0x0C]
            case UInt8(ascii: "n"): [0x0A]
            case UInt8(ascii: "r"): [0x0D]
            case UInt8(ascii: "t"): [0x09]
            case UInt8(ascii: "u"): Array(String(Character(try scalar())).utf8)
            default: [letter]
            }
        Self.append(meant[...], to: &decoded)
    }

    /// Reads the four digits after `\u`, and a second surrogate if the first needs one. A single surrogate becomes
    /// U+FFFD.
    private mutating func scalar() throws(Failure) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let mark = index
        index += 2
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second) else {
            index = mark
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(Failure) -> UInt32 {
        guard index + 4 <= bytes.count,
            let number = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
        else { throw .syntax }
        index += 4
        return number
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index].isBlank { index += 1 }
    }

    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard isNext(mark) else { return false }
        index += 1
        return true
    }

    private func isNext(_ mark: Unicode.Scalar) -> Bool {
        index < bytes.count && UInt32(bytes[index]) == mark.value
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    fileprivate var isNumberByte: Bool { isDigit || "+-.eE".utf8.contains(self) }

    fileprivate var isNameByte: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || "_.$".utf8.contains(self)
    }
}
