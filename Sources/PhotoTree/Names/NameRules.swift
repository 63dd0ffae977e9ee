/// The rules for every name that a user gives one of our directories.
enum NameRules {
    /// NAME_MAX of Linux, in bytes.
    static let maximumBytes = 255

    /// Whether `name` is not hidden, does not begin with a blank, has no control character (C0, DEL, C1) and is short
    /// enough.
    static func mayBeTyped(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first != ".", !first.properties.isWhitespace,
            name.utf8.count <= maximumBytes
        else { return false }
        return !name.unicodeScalars.contains { $0 == "/" || PlainText.isControl($0) }
    }
}
