internal import PhotoAPI

/// The files of one batch, put together from its parts: one part has a file's image, the next its position.
struct PageBatch: Sendable {
    private struct Page {
        var members: [String: JSONValue]
        /// The search's own order; pages come in any.
        var index: Int?
    }

    private var pages: [Int: Page] = [:]
    /// In the order they came.
    private var order: [Int] = []
    private(set) var total: Int?

    mutating func take(_ answer: CommonsAnswer) {
        total = total ?? answer.total
        for case .object(let members) in answer.pages {
            guard let id = JSONValue.object(members)["pageid"]?.integer, id > 0 else { continue }
            if pages[id] == nil { order.append(id) }
            var page = pages[id] ?? Page(members: [:])
            for (name, value) in members {
                page.members[name] = Self.joined(name, page.members[name], value)
            }
            page.index = page.index ?? members["index"]?.integer
            pages[id] = page
        }
    }

    /// Of lists that a batch cuts, both halves count; but what follows the image of a file are its older versions.
    private static func joined(_ name: String, _ old: JSONValue?, _ new: JSONValue) -> JSONValue {
        guard let old else { return new }
        if name == "imageinfo" { return old }
        guard case .array(let first) = old, case .array(let second) = new, first != second else { return new }
        return .array(first + second)
    }

    /// By the search's order; what has no place in it comes after, as it came.
    var files: [JSONValue] {
        let ranked = order.enumerated().sorted { left, right in
            let (first, second) = (pages[left.element]?.index ?? .max, pages[right.element]?.index ?? .max)
            return (first, left.offset) < (second, right.offset)
        }
        return ranked.compactMap { pages[$0.element].map { .object($0.members) } }
    }
}
