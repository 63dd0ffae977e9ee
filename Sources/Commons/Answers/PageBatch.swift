internal import PhotoAPI

/// The files of one question, put together from the parts of its answer: one part has a file's image, the next its position.
struct PageBatch: Sendable {
    private var pages: [Int: [String: JSONValue]] = [:]

    mutating func take(_ answer: CommonsAnswer) {
        for case .object(let members) in answer.pages {
            guard let id = JSONValue.object(members)["pageid"]?.integer, id > 0 else { continue }
            var page = pages[id] ?? [:]
            for (name, value) in members {
                page[name] = Self.joined(name, page[name], value)
            }
            pages[id] = page
        }
    }

    /// Of lists that an answer cuts, both halves count; but what follows the image of a file are its older versions.
    private static func joined(_ name: String, _ old: JSONValue?, _ new: JSONValue) -> JSONValue {
        guard let old else { return new }
        if name == "imageinfo" { return old }
        guard case .array(let first) = old, case .array(let second) = new, first != second else { return new }
        return .array(first + second)
    }

    /// By its page's number.
    subscript(id: Int) -> JSONValue? { pages[id].map { .object($0) } }

    /// Numbers of pages that were not asked for: those to which others lead.
    func others(than ids: [Int]) -> [Int] {
        pages.keys.filter { !ids.contains($0) }.sorted()
    }
}
