import PhotoTree
import Testing

@testable import Sample

@Suite("The sample as a source") struct SampleSourceTests {
    private let source: SampleSource

    init() throws {
        source = try SampleSource(folder: SampleSource.bundled)
    }

    private func photos(
        _ subject: PhotoQuery.Subject, limit: Int = 100, order: PhotoQuery.Order = .newest,
        license: LicenseFilter = .any, page: Int = 1
    ) async throws -> PhotoPage {
        try await source.photos(
            PhotoQuery(subject: subject, limit: limit, order: order, license: license, page: page))
    }

    @Test func `the sample lists eight cities of six countries, the most photographed first`() async throws {
        let places = try await source.topPlaces()
        #expect(places.count == 8 && Set(places.map(\.country)).count == 6)
        #expect(places.first?.name == "New York" && places.contains { $0.id == PlaceID("woe:615702") })
        #expect(places.allSatisfy { $0.coordinate != nil && $0.origin == .source })
        for place in places {
            #expect(try await photos(.place(place)).photos.count >= 6)
        }
    }

    @Test func `an area holds what lies in its box and its outline`() async throws {
        let box = try #require(BoundingBox(west: -10, south: 35, east: 30, north: 60))
        func area(_ test: @escaping @Sendable (Coordinate) -> Bool) -> PhotoArea {
            PhotoArea(id: PlaceID("area:x"), name: "X", box: box, towns: [], test: test)
        }
        let all = try await photos(.area(area { _ in true })).photos
        #expect(all.count > 5 && all.allSatisfy { $0.coordinate.map { box.contains($0) } == true })
        let north = try await photos(.area(area { $0.latitude > 48 })).photos
        #expect(!north.isEmpty && north.count < all.count)
    }

    @Test func `a place that it does not list is searched around its position`() async throws {
        let paris = try #require(Coordinate(latitude: 48.86, longitude: 2.35))
        let place = Place(id: PlaceID("geoname:1"), name: "Here", country: "France", coordinate: paris, origin: .added)
        let found = try await photos(.place(place))
        #expect((1...8).contains(found.photos.count) && found.total == found.photos.count)
        #expect(found.photos.allSatisfy { ($0.coordinate?.metres(to: paris) ?? .infinity) <= 10_000 })
        let near = try #require(found.photos.first?.coordinate)
        #expect(try await photos(.point(near, radiusInMetres: 1)).photos.first?.coordinate == near)
        let nowhere = Place(id: PlaceID("geoname:2"), name: "Nowhere", country: "", origin: .added)
        #expect(try await photos(.place(nowhere)).photos.isEmpty)
    }

    @Test func `a tag is found however it is written`() async throws {
        let tagged = try await photos(.tag("cs193pspot"))
        #expect(tagged.photos.count == 10)
        #expect(try await photos(.tag("CS193p Spot")).photos == tagged.photos)
        #expect(try await photos(.tag("Eiffel Tower")).photos.contains { $0.title == "Iron lady, 10 pm" })
        #expect(try await photos(.tag("no such tag")).photos.isEmpty)
        await #expect(throws: PhotoSourceError.failed("no tag: --")) { try await photos(.tag("--")) }
    }

    @Test func `pages follow each other without gap or repeat, and end`() async throws {
        let whole = try await photos(.tag("cs193pspot"))
        var paged: [Photo] = []
        for page in 1...4 {
            let next = try await photos(.tag("cs193pspot"), limit: 3, page: page)
            #expect(next.total == 10)
            paged += next.photos
        }
        #expect(paged == whole.photos)
        #expect(try await photos(.tag("cs193pspot"), limit: 3, page: 5).photos.isEmpty)
        #expect(try await photos(.tag("cs193pspot"), limit: .max, page: .max).photos.isEmpty)
        #expect(try await photos(.tag("cs193pspot"), limit: 0).photos.isEmpty)
    }

    @Test func `newest or most looked at come first, and licences are filtered`() async throws {
        let newest = try await photos(.tag("cs193pspot")).photos.compactMap(\.uploaded?.rawValue)
        #expect(newest == newest.sorted(by: >) && newest.count == 10)
        let liked = try await photos(.tag("cs193pspot"), order: .interesting).photos.compactMap(\.views)
        #expect(liked == liked.sorted(by: >) && liked.count == 10)
        for filter in LicenseFilter.allCases {
            let admitted = try await photos(.tag("paris"), license: filter).photos
            #expect(admitted.allSatisfy { filter.admits($0.license) } && !admitted.isEmpty)
        }
    }

    @Test func `a photo has what its listing told, and none is known by another's number`() async throws {
        let photo = try #require(try await source.photo(PhotoID("53900000000")))
        #expect(photo.title == "Sunset over the Seine" && photo.ownerName == "ada.paints.cities")
        #expect(photo.description.contains("Pont Alexandre III") && !photo.description.contains("<"))
        #expect(photo.license?.name == "CC BY 2.0" && photo.tags.contains("eiffeltower"))
        #expect(photo.taken == Timestamp(1_694_721_871) && photo.uploaded == Timestamp(1_694_772_000))
        #expect(try await source.photo(PhotoID("1")) == nil)
        #expect(try await source.photo(PhotoID("130000000")) == nil, "Commons' own")
    }

    @Test func `the image is the largest up to the choice; what is none means the standard`() async throws {
        let photo = try #require(try await source.photo(PhotoID("53900000000")))
        #expect(photo.renditions.map(\.name) == source.renditionNames)
        for size in source.renditionNames {
            #expect(source.image(of: photo, upTo: size)?.name == size)
        }
        #expect(source.image(of: photo, upTo: "1280")?.name == "b")
        var bare = photo
        bare.renditions = photo.renditions.filter { $0.name == "n" }
        #expect(source.image(of: bare, upTo: "s")?.name == "n")
        bare.renditions = []
        #expect(source.image(of: bare, upTo: "b") == nil)
    }

    @Test func `files that are missing or damaged are named`() throws {
        #expect(throws: SampleError.unreadable(path: "/nowhere/sample.json")) { try SampleSource(folder: "/nowhere") }
    }
}
