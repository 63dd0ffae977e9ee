/// A text that names a point in a way that is recognized and not read: a grid reference, a short link, three words.
public enum UnreadPoint {
    /// What such a text is, and what to type instead; nil for any other text.
    public static func explanation(_ text: String) -> String? {
        if isShortLink(text) {
            return "is a short link; open it in a browser, and copy the address that the browser shows then"
        }
        if let grid = GridReference(text) {
            return "is a \(grid.rawValue), which is not read; " + wanted("copy the point in degrees, like")
        }
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        if words.count == 3, words.allSatisfy({ $0.count > 2 && $0.allSatisfy(\.isLowercase) }) {
            return "may be an address of what3words, which is not read; " + wanted("copy the point in degrees, like")
        }
        return nil
    }

    /// Whether the text is nothing else than such a point. Three words may be a name, too.
    static func isCertain(_ text: String) -> Bool { isShortLink(text) || GridReference(text) != nil }

    /// What to do, with an example of a point behind it.
    static func wanted(_ words: String) -> String { "\(words) 48.8584,2.2945" }

    private static func isShortLink(_ text: String) -> Bool {
        let text = text.lowercased()
        let bare = ["https://", "http://", "https:", "http:"].first(where: text.hasPrefix).map {
            text.dropFirst($0.count)
        }
        return shorteners.contains { (bare ?? text[...]).hasPrefix($0) }
    }

    private static let shorteners = [
        "maps.app.goo.gl", "goo.gl", "g.co/", "bit.ly/", "tinyurl.com/", "t.co/", "maps.apple/", "w3w.co/", "flic.kr/",
        "her.is/", "ow.ly/", "is.gd/",
    ]
}
