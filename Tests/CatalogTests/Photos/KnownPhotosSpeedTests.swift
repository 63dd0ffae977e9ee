import Foundation
import PhotoTree
import Testing

@testable import Catalog

/// How long a search of what is known takes; `scripts/test` runs it with nothing else beside it.
@Suite("Speed of what is known") struct KnownPhotosSpeedTests {
    private let clock = TestClock()

    /// In a long run 100,000 photos, else 10,000.
    @Test(.timeLimit(.minutes(10)))
    func `what is known is found in 20 ms, however common its words are`() async throws {
        let isLong = ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] != nil
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        var random = SystemRandomNumberGenerator()
        for part in 0..<(isLong ? 100 : 10) {
            let photos = (1...1000).map { index in
                let id = part * 1000 + index
                var photo = photo(id, id % 2 == 0 ? "Sea and sky" : "Sky")
                photo.description =
                    (0..<20).map { _ in "word\(Int.random(in: 0..<5_000, using: &random))" }
                    .joined(separator: " ") + (id % 100 == 0 ? " lighthouse" : "") + (id == 777 ? " rarely" : "")
                photo.uploaded = Timestamp(1_400_000_000 + Int64.random(in: 0..<300_000_000, using: &random))
                photo.taken = photo.uploaded
                photo.coordinate = Coordinate(
                    latitude: Double.random(in: -60...60, using: &random),
                    longitude: Double.random(in: -180...180, using: &random))
                return photo
            }
            _ = try await catalog.replaceListing(of: .place(PlaceID("woe:\(part)")), with: page(photos))
        }
        let watch = ContinuousClock()
        let began = watch.now
        try await catalog.indexTexts()
        let indexed = watch.now - began
        var slowest = (query: "", time: Duration.zero)
        for text in [
            "known, sea", "known, sky", "known, sea sky", "known, lighthouse", "known, rarely", "known, nothing",
            "known, 2015", "known, sky, 2015-03", "known, sky, cc",
        ] {
            let search = try SearchName.query(text, now: clock.now) { _ in false }
            let paris = try #require(Coordinate(latitude: 48.85, longitude: 2.35))
            for place in [nil, SearchPlace.circle(paris, radiusInMetres: 5_000)] {
                var best = Duration.seconds(60)
                for _ in 0..<5 {
                    let start = watch.now
                    _ = try await catalog.knownPhotos(search, near: place, limit: 50)
                    best = min(best, watch.now - start)
                }
                if best > slowest.time { slowest = (text + (place == nil ? "" : ", in Paris"), best) }
            }
        }
        print("known photos: \(slowest.query) took \(slowest.time), the slowest; indexed in \(indexed)")
        #if DEBUG
            let bound = Duration.milliseconds(60)
        #else
            let bound = Duration.milliseconds(20)
        #endif
        #expect(slowest.time < bound, "\(slowest.query): \(slowest.time)")
        catalog.close()
    }
}
