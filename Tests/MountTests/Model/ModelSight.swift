import Foundation
import Glibc

/// What a directory of the mount shows.
struct ModelSight: Sendable {
    /// A feature of `map.geojson` or of a sidecar.
    struct Feature: Decodable, Sendable {
        struct Properties: Decodable, Sendable {
            var href: String?
            var count: Int?
        }

        var id: String?
        var properties: Properties

        /// What it leads to from where the map lies.
        var target: String { properties.href?.removingPercentEncoding ?? "" }
    }

    private struct Map: Decodable {
        var features: [Feature]
    }

    /// From the root.
    var path: String
    var number: UInt64
    var size: Int64
    var entries: [ModelCalls.Dirent]
    /// Of the photos, by number.
    var ids: [UInt64: String] = [:]

    // Only where everything was looked at.
    var facts: [String: ModelCalls.Facts] = [:]
    var count: String?
    var map: [Feature]?
    /// By the photo they stand beside.
    var sidecars: [String: Feature] = [:]
    /// The pages of photos that the credits name.
    var credited: [String]?

    /// Blocks. `known` are the photos whose numbers have been seen before.
    init(_ path: String, known: [UInt64: String], isThorough: Bool) throws {
        self.path = path
        entries = try ModelCalls.list(path)
        for entry in entries where !entry.isDirectory && entry.name.hasSuffix(".jpg") {
            ids[entry.number] =
                try known[entry.number] ?? ModelCalls.attribute("user.places.id", of: "\(path)/\(entry.name)")
        }
        let own = try ModelCalls.facts(path)
        (number, size) = (own.number, own.size)
        if isThorough { try look() }
    }

    private mutating func look() throws {
        for entry in entries {
            facts[entry.name] = try ModelCalls.facts("\(path)/\(entry.name)")
        }
        count = try? ModelCalls.attribute("user.places.count", of: path)
        if facts["map.geojson"] != nil {
            map = try JSONDecoder().decode(Map.self, from: Data(ModelCalls.read("\(path)/map.geojson"))).features
        }
        if facts["CREDITS.txt"] != nil {
            let text = String(decoding: try ModelCalls.read("\(path)/CREDITS.txt"), as: UTF8.self)
            credited = text.matches(of: /https:[^ \n]+(?:\/photos\/[^\/]+\/[0-9]+\/|\/wiki\/File:[^ \n]+)/).map {
                String($0.0)
            }
        }
        // Of a long collection some stand for all: each costs three calls.
        for entry in entries where ids[entry.number] != nil && sidecars.count < 20 {
            let bytes = try ModelCalls.read("\(path)/\(entry.name.dropLast(4)).geojson")
            sidecars[entry.name] = try JSONDecoder().decode(Feature.self, from: Data(bytes))
        }
    }
}
