internal import Foundation
internal import Gazetteer
internal import Logging
internal import OwnPhotos
internal import PhotoTree

/// The places of the photos in a folder, as `placesfs places --from` prints them.
struct OwnPlaces {
    private struct Listed: Encodable {
        struct Place: Encodable {
            var country: String
            var place: String
            var photos: Int
        }

        var summary: [String]
        var places: [Place]
    }

    private let source: OwnPhotosSource

    /// - Throws: why there are none.
    init(_ path: String, _ gazetteer: Gazetteer) throws(CommandFailure) {
        try FollowedPath.check([path])
        try OwnFolder.check(path, isKnown: false)
        do throws(OwnPhotosError) {
            source = try OwnPhotosSource(
                folder: OwnFolder.real(path), state: nil, largest: Configuration().files.photoSizeLimit.rawValue,
                owner: OwnerOfPhotos(), gazetteer: gazetteer,
                logger: Logger(label: "folder") { _ in SwiftLogNoOpLogHandler() })
        } catch {
            throw CommandFailure(.failure, "\(error)")
        }
    }

    func show(limit: Int?, asJSON: Bool) async throws {
        let lines: [String]
        var places: [(place: Place, photos: Int)]
        do throws(OwnPhotosError) {
            (lines, places) = try await source.summary()
        } catch {
            throw CommandFailure(.pathUnreadable, "\(error)")
        }
        places.sort { ($1.photos, $0.place.country, $0.place.name) < ($0.photos, $1.place.country, $1.place.name) }
        if let limit { places = Array(places.prefix(limit)) }
        if asJSON {
            return try Output.json(
                Listed(
                    summary: lines,
                    places: places.map {
                        Listed.Place(country: $0.place.country, place: $0.place.name, photos: $0.photos)
                    }))
        }
        let width = places.map { "\($0.photos)".count }.max() ?? 1
        let rows = places.map { place, photos in
            String(repeating: " ", count: width - "\(photos)".count) + "\(photos)  \(place.country)/\(place.name)"
        }
        Output.text((lines + rows).joined(separator: "\n"))
    }
}
