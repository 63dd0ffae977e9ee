/// A page in a query.
enum WikiPage: Sendable {
    case file(CommonsFile)
    /// A file's former name: questions about its image are answered with the file that it redirects to.
    case redirect(CommonsRedirect)
    /// By its name without "Category:".
    case category(String)
    case missingID(Int)
    case missingTitle(String, namespace: Int)
    case invalid(String)

    /// nil for a page that has no number.
    var id: Int? {
        switch self {
        case .file(let file): file.pageID
        case .redirect(let redirect): redirect.pageID
        // Above all ids of photos.
        case .category(let name): 2_000_000_000_000 + Int(Noise.digest(WikiTitle.key(name)) % 1_000_000_000)
        case .missingID(let id): id
        case .missingTitle, .invalid: nil
        }
    }

    var file: CommonsFile? {
        if case .file(let file) = self { file } else { nil }
    }

    /// The file whose image the page shows.
    var shownFile: CommonsFile? {
        switch self {
        case .file(let file): file
        case .redirect(let redirect): redirect.target
        default: nil
        }
    }

    /// The members that every answer has for the page.
    var members: WikiMembers {
        switch self {
        case .file(let file):
            WikiMembers([("pageid", .whole(file.pageID)), ("ns", .whole(6)), ("title", .text(file.title))])
        case .redirect(let redirect):
            WikiMembers([
                ("pageid", .whole(redirect.pageID)), ("ns", .whole(6)), ("title", .text("File:\(redirect.name)")),
            ])
        case .category(let name):
            WikiMembers([("pageid", .whole(id ?? 0)), ("ns", .whole(14)), ("title", .text("Category:\(name)"))])
        case .missingID(let id):
            WikiMembers([("pageid", .whole(id)), ("missing", .flag(true))])
        case .missingTitle(let title, let namespace):
            WikiMembers([("ns", .whole(namespace)), ("title", .text(title)), ("missing", .flag(true))])
        case .invalid(let title):
            WikiMembers([
                ("title", .text(title)),
                ("invalidreason", .text("The requested page title contains invalid characters.")),
                ("invalid", .flag(true)),
            ])
        }
    }
}

extension CommonsIndex {
    /// The page of a title, after MediaWiki's normalisation.
    func page(titled title: String) -> WikiPage {
        guard !title.contains(where: { "#<>[]|{}".contains($0) }) else { return .invalid(title) }
        let parts = title.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? WikiTitle.key(parts[1]) : ""
        let readable = rest.replacing("_", with: " ")
        switch parts.count == 2 ? parts[0].lowercased() : "" {
        case "file", "image":
            return byKey[rest].map { .file($0) } ?? redirects[rest].map { .redirect($0) }
                ?? .missingTitle("File:\(readable)", namespace: 6)
        case "category":
            return byCategory[rest] == nil ? .missingTitle("Category:\(readable)", namespace: 14) : .category(readable)
        default:
            let key = WikiTitle.key(title).replacing("_", with: " ")
            return key.isEmpty ? .invalid(title) : .missingTitle(key, namespace: 0)
        }
    }
}
