import Foundation

/// The members of a JSON answer by their paths, "photos.photo.title". The elements of a list share one path, and a
/// member whose name is a number ("query.pages.123") is `*` in it.
enum JSONMembers {
    private static let placeholder = "@@member@@"

    /// The paths of all members that are neither objects nor lists.
    static func paths(in body: [UInt8]) -> Set<String> {
        var paths: Set<String> = []
        walk(value(of: body), []) { paths.insert($0) }
        return paths
    }

    /// The answer with `json[n]` in place of the `n`th member with this path; after the last it begins again with the
    /// first. nil where no member has the path.
    static func replacing(_ path: String, with json: [String], in body: [UInt8]) -> [UInt8]? {
        guard let value = value(of: body), !json.isEmpty else { return nil }
        var count = 0
        let marked = marking(path, value, [], &count)
        guard count > 0, let data = try? JSONSerialization.data(withJSONObject: marked, options: [.sortedKeys]) else {
            return nil
        }
        var replaced: [UInt8] = []
        var rest = Array(data)[...]
        let mark = Array("\"\(placeholder)\"".utf8)
        for number in 0..<count {
            guard let found = rest.firstRange(of: mark) else { break }
            replaced += rest[..<found.lowerBound]
            replaced += Array(json[number % json.count].utf8)
            rest = rest[found.upperBound...]
        }
        return replaced + rest
    }

    private static func value(of body: [UInt8]) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(body))
    }

    private static func step(_ name: String) -> String { Int(name) == nil ? name : "*" }

    private static func walk(_ value: Any?, _ way: [String], _ found: (String) -> Void) {
        if let members = value as? [String: Any] {
            for (name, member) in members { walk(member, way + [step(name)], found) }
        } else if let elements = value as? [Any] {
            for element in elements { walk(element, way, found) }
        } else {
            found(way.joined(separator: "."))
        }
    }

    private static func marking(_ path: String, _ value: Any, _ way: [String], _ count: inout Int) -> Any {
        if way.joined(separator: ".") == path, !(value is [Any]) {
            count += 1
            return placeholder
        }
        if let members = value as? [String: Any] {
            var marked: [String: Any] = [:]
            for (name, member) in members { marked[name] = marking(path, member, way + [step(name)], &count) }
            return marked
        }
        if let elements = value as? [Any] {
            return elements.map { marking(path, $0, way, &count) }
        }
        return value
    }
}
