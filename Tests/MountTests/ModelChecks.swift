import Foundation
import Glibc

/// What a directory of the mount shows.
struct ModelSight: Sendable {
    var number: UInt64 = 0
    var size: Int64 = 0
    var entries: [ModelCalls.Dirent] = []
    /// Of the photos, by number.
    var ids: [UInt64: String] = [:]
    /// Only where everything was looked at.
    var facts: [String: ModelCalls.Facts] = [:]
    var count: String?
    /// The photos of the map.
    var mapped: [String]?

    /// Blocks. `known` are the photos whose numbers have been seen before.
    init(_ path: String, known: [UInt64: String], isThorough: Bool) throws {
        entries = try ModelCalls.list(path)
        for entry in entries where !entry.isDirectory && entry.name.hasSuffix(".jpg") {
            ids[entry.number] =
                try known[entry.number] ?? ModelCalls.attribute("user.places.id", of: "\(path)/\(entry.name)")
        }
        let own = try ModelCalls.facts(path)
        (number, size) = (own.number, own.size)
        guard isThorough else { return }
        for entry in entries {
            facts[entry.name] = try ModelCalls.facts("\(path)/\(entry.name)")
        }
        count = try? ModelCalls.attribute("user.places.count", of: path)
        if facts["map.geojson"] != nil {
            let map = try JSONDecoder().decode(Map.self, from: Data(ModelCalls.read("\(path)/map.geojson")))
            mapped = map.features.compactMap(\.id)
        }
    }

    private struct Map: Decodable {
        struct Feature: Decodable {
            var id: String?
        }

        var features: [Feature]
    }
}

extension ModelDirectory {
    /// Where what is seen differs from what must be.
    func complaints(about sight: ModelSight, _ world: ModelWorld, _ numbers: inout ModelNumbers) -> [String] {
        var complaints: [String] = []
        func complain(_ text: String) { complaints.append("\(path): \(text)") }
        func check(_ noted: String?) { noted.map(complain) }

        check(numbers.note(directory: identity, sight.number))
        let names = sight.entries.map(\.name)
        if Set(names).count != names.count { complain("a name stands there twice: \(names)") }
        if sight.size != Int64(names.count) { complain("its size is \(sight.size), its entries are \(names.count)") }

        let below = sight.entries.filter(\.isDirectory)
        if Set(below.map(\.name)) != Set(directories.keys) {
            complain("directories are \(below.map(\.name).sorted()), must be \(directories.keys.sorted())")
        }
        for entry in below {
            guard let identity = directories[entry.name] else { continue }
            check(numbers.note(directory: identity, entry.number))
        }

        let photographs = hasPhotos ? sight.entries.filter { sight.ids[$0.number] != nil } : []
        let shown = photographs.compactMap { sight.ids[$0.number] }
        if isOrdered ? shown != photos : Set(shown) != Set(photos) || shown.count != photos.count {
            complain("photos are \(shown), must be \(photos)")
        }
        var written = files
        for (index, entry) in photographs.enumerated() {
            guard let id = sight.ids[entry.number] else { continue }
            check(numbers.note(photo: id, entry.number))
            let rank = isRanked ? (index < 9 ? "0" : "") + "\(index + 1) " : ""
            if !world.names(of: id).contains(where: { rank + $0 == entry.name }) {
                complain("photo \(id) is called \(entry.name)")
            }
            written.insert(String(entry.name.dropLast(4)) + ".geojson")
        }
        let others = sight.entries.filter { !$0.isDirectory && sight.ids[$0.number] == nil }
        if Set(others.map(\.name)) != written {
            let (more, fewer) = (Set(others.map(\.name)).subtracting(written), written.subtracting(others.map(\.name)))
            complain("files too many: \(more.sorted()), too few: \(fewer.sorted())")
        }
        for entry in others { check(numbers.note(file: entry.name, in: identity, entry.number)) }
        for entry in sight.entries { check(fault(of: entry, sight)) }
        if let mapped = sight.mapped, hasPhotos, Set(mapped) != Set(photos) || mapped.count != photos.count {
            complain("its map has \(mapped), must have \(photos)")
        }
        if let count = sight.count, hasPhotos, count != "\(photos.count)" {
            complain("user.places.count is \(count), must be \(photos.count)")
        }
        return complaints
    }

    private func fault(of entry: ModelCalls.Dirent, _ sight: ModelSight) -> String? {
        guard let facts = sight.facts[entry.name] else { return nil }
        let isDirectory = facts.mode & UInt32(S_IFMT) == UInt32(S_IFDIR)
        switch true {
        case facts.number != entry.number: return "\(entry.name) has number \(facts.number), listed as \(entry.number)"
        case isDirectory != entry.isDirectory: return "\(entry.name) is of another kind than listed"
        case !isDirectory && facts.mode & 0o777 != 0o444: return "\(entry.name) has mode \(facts.mode)"
        case isDirectory && facts.mode & 0o555 != 0o555: return "\(entry.name) has mode \(facts.mode)"
        case sight.ids[entry.number] != nil && facts.links < 2: return "\(entry.name) has \(facts.links) links"
        case facts.size == 0 && entry.name != "No Images" && !isDirectory: return "\(entry.name) is empty"
        default: return nil
        }
    }
}
