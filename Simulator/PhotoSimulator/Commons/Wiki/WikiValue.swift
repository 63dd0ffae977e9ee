/// A value in an answer of MediaWiki's API, which writes it by one of two conventions (`formatversion`).
indirect enum WikiValue: Sendable {
    case text(String)
    case whole(Int)
    case number(Double)
    /// true or false; in the older convention an empty string or an absent member.
    case flag(Bool)
    case list([WikiValue])
    /// In this order, which the older convention keeps, too.
    case object(WikiMembers)
}

/// The members of an object in the order they are written.
struct WikiMembers: Sendable {
    private(set) var pairs: [(name: String, value: WikiValue)]

    init(_ pairs: [(String, WikiValue)] = []) {
        self.pairs = pairs.map { (name: $0.0, value: $0.1) }
    }

    var isEmpty: Bool { pairs.isEmpty }

    subscript(name: String) -> WikiValue? {
        get { pairs.first { $0.name == name }?.value }
        set {
            let place = pairs.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let newValue?): pairs[place].value = newValue
            case (let place?, nil): pairs.remove(at: place)
            case (nil, let newValue?): pairs.append((name, newValue))
            case (nil, nil): break
            }
        }
    }

    mutating func add(_ others: WikiMembers) {
        for pair in others.pairs { self[pair.name] = pair.value }
    }
}

/// Writes answers as MediaWiki does: version 1 as ASCII with flags as empty strings, version 2 as UTF-8.
struct WikiWriter {
    private(set) var bytes: [UInt8] = []
    private let isOld: Bool

    init(isOld: Bool) {
        self.isOld = isOld
        bytes.reserveCapacity(64 * 1024)
    }

    mutating func write(_ value: WikiValue) {
        switch value {
        case .text(let text): writeString(text)
        case .whole(let number): write("\(number)")
        case .number(let number):
            // A whole number has no point in PHP's JSON.
            write(number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)")
        case .flag(let flag): write(isOld ? "\"\"" : "\(flag)")
        case .list(let values):
            write("[")
            for (index, value) in values.enumerated() {
                if index > 0 { write(",") }
                write(value)
            }
            write("]")
        case .object(let members):
            write("{")
            var isFirst = true
            for (name, value) in members.pairs {
                if isOld, case .flag(false) = value { continue }
                if !isFirst { write(",") }
                isFirst = false
                writeString(name)
                write(":")
                write(value)
            }
            write("}")
        }
    }

    private mutating func write(_ raw: String) {
        bytes.append(contentsOf: raw.utf8)
    }

    private mutating func writeString(_ text: String) {
        write("\"")
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: write("\\\"")
            case 0x5C: write("\\\\")
            case 0x0A: write("\\n")
            case 0x0D: write("\\r")
            case 0x09: write("\\t")
            case 0..<0x20: writeEscape(UInt16(scalar.value))
            case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            default:
                guard isOld else {
                    bytes.append(contentsOf: String(scalar).utf8)
                    continue
                }
                for unit in String(scalar).utf16 { writeEscape(unit) }
            }
        }
        write("\"")
    }

    private mutating func writeEscape(_ unit: UInt16) {
        let digits = String(unit, radix: 16)
        write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
}
