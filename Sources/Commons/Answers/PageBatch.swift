internal import PhotoAPI

/// The files of one question, combined from the parts of its answer: one part may have a file's image, the next its
/// position.
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

    /// A list that the answer splits is joined. But what follows the image of a file are its older versions, which are
    /// dropped.
    private static func joined(_ name: String, _ old: JSONValue?, _ new: JSONValue) -> JSONValue {
        guard let old else { return new }
        if name == "imageinfo" { return old }
        guard case .array(let first) = old, case .array(let second) = new, first != second else { return new }
        return .array(first + second)
    }

    /// In the order of their numbers.
    var all: [JSONValue] { pages.sorted { $0.key < $1.key }.map { .object($0.value) } }

    /// A page by its number.
    subscript(id: Int) -> JSONValue? { pages[id].map { .object($0) } }

    /// Numbers of pages that were not requested: the targets of redirects.
    func others(than ids: [Int]) -> [Int] {
        pages.keys.filter { !ids.contains($0) }.sorted()
    }
}
