import PhotoTree
import Promises
import Testing

@testable import PlacesFileSystem

/// Who goes through many new places is a crawler, but for people who look at photos there.
@Suite("Who reads photos is no crawler", .timeLimit(.minutes(1)))
struct ReadingCrawlTests {
    private static let places = (1...24).map { number in
        Place(id: PlaceID("woe:\(number)"), name: "Place \(number)", country: "France", origin: .source)
    }

    private func crawlers(reading: Bool) async throws -> Int {
        let world = try await World(places: Self.places, transport: ImageTransport())
        for place in Self.places { world.source.show([World.photo(place.name, place.name)], in: place) }
        for place in Self.places {
            let folder = "places/France/" + place.name
            #expect(try await world.list(folder).contains(place.name + ".jpg"))
            if reading { _ = try await world.read("\(folder)/\(place.name).jpg") }
        }
        return world.files.listings.crawls.crawlers.count
    }

    @Test(.proves("A program that opens more than twenty"), arguments: [false, true])
    func `a program that goes through new places is a crawler if it reads no photo there`(isReading: Bool) async throws
    {
        #expect(try await crawlers(reading: isReading) == (isReading ? 0 : 1))
    }
}
