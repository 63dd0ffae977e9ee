import PhotoTree
import Testing

@testable import Sample

@Suite struct SampleSearchTests {
    private let source: SampleSource
    private let paris: Coordinate

    init() throws {
        source = try SampleSource(folder: SampleSource.bundled)
        paris = try #require(Coordinate(latitude: 48.8566, longitude: 2.3522))
    }

    private func photos(
        _ name: String, near place: SearchPlace? = nil, limit: Int = 100, license: LicenseFilter = .any,
        page: Int = 1
    ) async throws -> PhotoPage {
        let search = try SearchName.query(name, now: Timestamp(1_750_000_000)) { _ in false }
        return try await source.photos(
            PhotoQuery(subject: .search(search, near: place), limit: limit, license: license, page: page))
    }

    @Test func `words, tags, authors, times and licences are all answered by the sample itself`() async throws {
        #expect(try await photos("sunset seine").photos.map(\.title).contains("Sunset over the Seine"))
        let tagged = try await photos("#Eiffel Tower").photos
        #expect(!tagged.isEmpty && tagged.allSatisfy { $0.tags.contains("eiffeltower") })
        let own = try await photos("by ADA.paints.cities").photos
        #expect(!own.isEmpty && own.allSatisfy { $0.ownerName == "ada.paints.cities" })
        #expect(try await photos("by nobody at all").photos.isEmpty)
        let year = try await photos("#paris, 2023").photos
        #expect(year.allSatisfy { $0.taken.map { (1_672_531_200..<1_704_067_200).contains($0.rawValue) } == true })
        let all = try await photos("#paris").photos
        #expect(!year.isEmpty && year.count < all.count)
        let free = try await photos("#paris, cc", license: .commercial).photos
        #expect(!free.isEmpty)
        #expect(
            free.allSatisfy {
                LicenseFilter.cc.admits($0.license) && LicenseFilter.commercial.admits($0.license)
            })
        #expect(try await photos("#paris -sunset").photos.allSatisfy { !$0.title.lowercased().contains("sunset") })
    }

    @Test func `a place bounds a search, and the nearest come first where that is asked`() async throws {
        let place = SearchPlace.circle(paris, radiusInMetres: 10_000)
        let near = try await photos("in Paris, nearest", near: place)
        let distances = near.photos.compactMap { $0.coordinate?.metres(to: paris) }
        #expect(distances.count > 3 && distances == distances.sorted() && distances.allSatisfy { $0 <= 10_000 })
        #expect(near.total == near.photos.count)
    }

    @Test func `a lot always draws the same, and another lot draws others`() async throws {
        var draws: Set<[PhotoID]> = []
        for lot in 1...5 {
            let draw = try await photos("#cs193pspot, random", limit: 4, page: lot)
            #expect(draw.photos.count == 4 && draw.total == 10)
            #expect(try await photos("#cs193pspot, random", limit: 4, page: lot).photos == draw.photos)
            draws.insert(draw.photos.map(\.id))
        }
        #expect(draws.count == 5)
    }
}
