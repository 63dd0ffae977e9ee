internal import PhotoAPI

/// A page in a list of an answer.
struct FoundPage: Sendable {
    let id: Int
    private let title: String

    /// Nil if the page is no file.
    init?(_ entry: JSONValue) {
        guard let id = entry["pageid"]?.integer, id > 0, (entry["ns"]?.integer ?? 6) == 6 else { return nil }
        self.id = id
        title = entry["title"]?.text ?? ""
    }

    /// Whether the name is a JPEG's. That is enough, because Commons accepts no file whose name and content are of
    /// different kinds.
    var isPhoto: Bool {
        // By bytes: a letter with a combining accent is another `Character`, but still ends the name.
        let ending = title.utf8.suffix(5).map { $0 | 0x20 }
        return title.isEmpty || ending.suffix(4).elementsEqual(".jpg".utf8) || ending.elementsEqual(".jpeg".utf8)
    }
}
