internal import PhotoAPI

/// A page that a list names.
struct FoundPage: Sendable {
    let id: Int
    private let title: String

    /// Nil for what is no file.
    init?(_ entry: JSONValue) {
        guard let id = entry["pageid"]?.integer, id > 0, (entry["ns"]?.integer ?? 6) == 6 else { return nil }
        self.id = id
        title = entry["title"]?.text ?? ""
    }

    /// Commons lets no file in whose name and bytes are of different kinds.
    var isPhoto: Bool {
        // Bytes: a letter with an accent on it is another character, but ends a name all the same.
        let ending = title.utf8.suffix(5).map { $0 | 0x20 }
        return title.isEmpty || ending.suffix(4).elementsEqual(".jpg".utf8) || ending.elementsEqual(".jpeg".utf8)
    }
}
