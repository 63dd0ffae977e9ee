/// A name that a service is sent as an argument of its own: of a tag, a category or a user.
public enum SearchArgument {
    /// The typed name without what ends or divides such an argument: quotation marks, bars, backslashes, control
    /// characters, and a leading "id:", which CirrusSearch reads as the number of a page. nil where no letter and no
    /// digit is left.
    public static func name(_ typed: String) -> String? {
        let ends: Set<Unicode.Scalar> = ["\"", "|", "\\"]
        let plain = typed.unicodeScalars.map { ends.contains($0) || PlainText.isControl($0) ? " " : String($0) }
        var name = words(plain.joined())
        while name.lowercased().beginsWithBytes(of: "id:") {
            name = words(String(name.unicodeScalars.dropFirst(3)))
        }
        return name.unicodeScalars.contains(where: TopicName.says) ? name : nil
    }

    /// With one blank between words.
    private static func words(_ text: String) -> String {
        text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
    }
}
