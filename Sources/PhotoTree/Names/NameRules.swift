/// What every name that a user gives a directory of ours must be like.
enum NameRules {
    /// NAME_MAX of Linux, in bytes.
    static let maximumBytes = 255

    /// Whether `name` is visible, begins with something to see, holds no control character (C0, DEL, C1) and fits.
    static func mayBeTyped(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first != ".", !first.properties.isWhitespace,
            name.utf8.count <= maximumBytes
        else { return false }
        return !name.unicodeScalars.contains { $0 == "/" || PlainText.isControl($0) }
    }
}
