/// What a PNG's own texts say of the people behind it. Words that name nobody are left out.
struct PNGClaims {
    private(set) var title = ""
    private(set) var authors: [String] = []
    private(set) var rights = ""

    var nameSomebody: Bool { !authors.isEmpty || !NamelessText.names(nobody: rights) }

    mutating func take(_ text: PNGText) {
        guard let line = text.content.map({ LegacyText.decoded($0) }), !line.isEmpty else { return }
        switch text.keyword.lowercased() {
        case "title": title = title.isEmpty ? line : title
        case "author", "artist", "creator": if !NamelessText.names(nobody: line) { authors.append(line) }
        case "copyright", "license", "licence": rights = rights.isEmpty ? line : rights
        default: break
        }
    }
}
