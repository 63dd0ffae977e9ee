// Searches bytes of UTF-8, where the standard library searches characters. A character may join an ASCII sign to its
// neighbour (U+0600 joins the dot of ".jpg"), and finding a character's beginning may take as long as the text: a
// search in a row of flags takes quadratic time. ASCII never occurs inside another scalar, so bytes are enough.
extension StringProtocol {
    package func beginsWithBytes(of beginning: String) -> Bool {
        utf8.starts(with: beginning.utf8)
    }

    package func endsWithBytes(of ending: String) -> Bool {
        let length = ending.utf8.count
        return utf8.count >= length && utf8.suffix(length).elementsEqual(ending.utf8)
    }

    package func containsBytes(of part: String) -> Bool {
        Bytes.first(Array(part.utf8), in: Array(utf8), from: 0) != nil
    }

    /// Whether it is the same text in the same normal form; `==` ignores the form.
    package func hasBytes(of other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }

    /// The text without its last `count` bytes, which must be whole scalars.
    package func droppingLastBytes(_ count: Int) -> String {
        String(decoding: utf8.dropLast(count), as: UTF8.self)
    }

    /// The text with `other` in place of every `part`, from left to right.
    package func replacingBytes(of part: String, with other: String) -> String {
        // Most texts have none.
        guard let head = part.utf8.first, utf8.contains(head) else { return String(self) }
        let (bytes, wanted) = (Array(utf8), Array(part.utf8))
        guard var found = Bytes.first(wanted, in: bytes, from: 0) else { return String(self) }
        var (replaced, start) = ([UInt8](), 0)
        while true {
            replaced += bytes[start..<found]
            replaced += other.utf8
            start = found + wanted.count
            guard let next = Bytes.first(wanted, in: bytes, from: start) else { break }
            found = next
        }
        return String(decoding: replaced + bytes[start...], as: UTF8.self)
    }
}

// The same of whole strings, which other modules compare by the thousand: generic code is not made for them there.
extension String {
    package func beginsWithBytes(of beginning: String) -> Bool { utf8.starts(with: beginning.utf8) }

    package func endsWithBytes(of ending: String) -> Bool {
        let (mine, others) = (utf8Span.span, ending.utf8Span.span)
        let start = mine.count - others.count
        guard start >= 0 else { return false }
        for index in others.indices where mine[start + index] != others[index] { return false }
        return true
    }

    package func hasBytes(of other: String) -> Bool {
        let (mine, others) = (utf8Span.span, other.utf8Span.span)
        guard mine.count == others.count else { return false }
        // A loop without an exit, so that the compiler compares many bytes at once.
        var difference: UInt8 = 0
        for index in mine.indices { difference |= mine[index] ^ others[index] }
        return difference == 0
    }
}

private enum Bytes {
    static func first(_ part: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let head = part.first else { return start }
        var index = start
        while index + part.count <= bytes.count {
            if bytes[index] == head, bytes[index..<index + part.count].elementsEqual(part) { return index }
            index += 1
        }
        return nil
    }
}
