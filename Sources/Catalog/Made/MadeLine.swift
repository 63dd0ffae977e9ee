import PhotoTree

/// One line of `made.txt`: its number, the checksum of the rest, and a change. Bytes that are blank, control characters
/// or `%` stand as `%` and two digits, so that a line is a line whatever users typed.
///
///     17 8c1b63f9d2a40e57 pin number=65 name=48.8584,2.2945%20Eiffel%20Tower latitude=48.8584 …
struct MadeLine: Hashable, Sendable {
    /// Each line has a higher number than the line before.
    let number: Int64
    /// The kind of the change and its fields.
    let body: String
    /// FNV-1a of number and body, 64 bits: it has to find damage, not forgery.
    let digest: UInt64

    /// So that a number above it is always left.
    private static let highest = Int64.max / 2

    init(number: Int64, body: String) {
        self.number = number
        self.body = body
        digest = "\(number) \(body)".utf8.reduce(0xcbf2_9ce4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
    }

    /// nil for a line that is damaged or cut.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: MadeFields.blank, maxSplits: 2, omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard parts.count == 3, let number = Int64(parts[0]), (1...Self.highest).contains(number) else { return nil }
        self.init(number: number, body: String(parts[2]))
        guard text == self.text else { return nil }
    }

    var text: String {
        let digits = String(digest, radix: 16)
        return "\(number) " + String(repeating: "0", count: 16 - digits.count) + digits + " " + body
    }
}

/// The fields of a line: `name=value`, in order; a name may come more than once.
///
/// Blanks and signs are found as bytes: before a combining mark, with which a name may begin, they are part of another
/// character.
struct MadeFields {
    static let blank = UInt8(ascii: " ")
    private static let sign = UInt8(ascii: "=")

    private(set) var list: [(name: String, value: String)] = []

    init(_ list: KeyValuePairs<String, String>) {
        self.list = list.map { (name: $0.key, value: $0.value) }
    }

    init(text: Substring) {
        list = text.utf8.split(separator: Self.blank).compactMap { field in
            guard let end = field.firstIndex(of: Self.sign),
                let value = Self.unescaped(Substring(field[field.index(after: end)...]))
            else { return nil }
            return (name: String(Substring(field[..<end])), value: value)
        }
    }

    mutating func append(_ name: String, _ value: String) {
        list.append((name: name, value: value))
    }

    subscript(name: String) -> String? { list.first { $0.name == name }?.value }
    func all(_ name: String) -> [String] { list.filter { $0.name == name }.map(\.value) }

    var text: String { list.map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: " ") }

    private static func escaped(_ text: String) -> String {
        String(percentCodeOf: text) { !isEscaped($0) }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
    }

    /// nil where the text is none of ours.
    private static func unescaped(_ text: Substring) -> String? {
        // Most have none.
        text.utf8.contains(UInt8(ascii: "%")) ? String(percentCode: text.utf8) : String(text)
    }
}
