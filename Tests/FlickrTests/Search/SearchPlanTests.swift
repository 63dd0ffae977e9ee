import PhotoTree
import Testing

@testable import Flickr

@Suite struct SearchPlanTests {
    private static let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)

    private func place(keys: [String: String], at coordinate: Coordinate? = paris) -> Place {
        Place(
            id: PlaceID("p"), name: "Paris", country: "France", coordinate: coordinate, sourceKeys: keys,
            origin: .gazetteer)
    }

    private func arguments(_ subject: PhotoQuery.Subject) throws -> [String: String] {
        try SearchPlan(PhotoQuery(subject: subject, limit: 50)).arguments
    }

    @Test func `a place is searched by its woeid`() throws {
        let arguments = try arguments(.place(place(keys: ["woeid": "615702", "place_id": "x"])))
        #expect(
            arguments == ["woe_id": "615702", "min_upload_date": "86400", "sort": "date-posted-desc"])
    }

    @Test func `a place without woeid is searched around its position`() throws {
        let arguments = try arguments(.place(place(keys: [:])))
        #expect(arguments["lat"] == "48.856600" && arguments["lon"] == "2.352200")
        #expect(arguments["radius"] == "10.000" && arguments["radius_units"] == "km")
        #expect(arguments["min_upload_date"] == "86400")
    }

    private func area(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double, page: Int = 1
    ) throws -> AreaSearch {
        let box = try #require(BoundingBox(west: west, south: south, east: east, north: north))
        let area = PhotoArea(id: PlaceID("area:x"), name: "X", box: box, towns: []) { $0.latitude < 1 }
        return AreaSearch(PhotoQuery(subject: .area(area), limit: 50, page: page), area)
    }

    @Test func `an area is searched by its box, a whole page of Flickr's at once`() throws {
        let search = try area(12.4, 36.6, 15.7, 38.3, page: 3)
        let box = "12.400000,36.600000,15.700000,38.300000"
        #expect(search.searches == [["bbox": box, "min_upload_date": "86400", "sort": "date-posted-desc"]])
        #expect(search.next.map(\.page) == [3])
        #expect(try area(12.4, 36.6, 15.7, 38.3, page: 17).next.isEmpty)
    }

    @Test func `Flickr takes no box across the antimeridian, and is asked for the part on either side`() throws {
        let boxes = ["176.000000,-20.000000,180.000000,-16.000000", "-180.000000,-20.000000,-179.000000,-16.000000"]
        #expect(try area(176, -20, -179, -16).searches.map { $0["bbox"] } == boxes)
    }

    @Test func `a place with neither is searched by place_id or refused`() throws {
        #expect(try arguments(.place(place(keys: ["place_id": "x.y_z"], at: nil)))["place_id"] == "x.y_z")
        #expect(throws: FlickrError.unanswerable("Paris has neither a woeid nor a position to search by")) {
            try SearchPlan(PhotoQuery(subject: .place(place(keys: [:], at: nil)), limit: 1))
        }
    }

    @Test(arguments: [
        (0.000001, -0.000009, 5_000, "0.000001", "-0.000009", "5.000"),
        (-89.5, 179.999999, 32_000, "-89.500000", "179.999999", "31.999"),
        (0, -0.0, 0, "0.000000", "0.000000", "0.001"),
        (1.23456789, -180, 250, "1.234568", "-180.000000", "0.250"),
    ])
    func `a point is written in plain decimals and its radius kept in Flickr's bounds`(
        _ latitude: Double, _ longitude: Double, _ radius: Int, _ lat: String, _ lon: String, _ km: String
    ) throws {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let arguments = try arguments(.point(point, radiusInMetres: radius))
        #expect(arguments["lat"] == lat && arguments["lon"] == lon && arguments["radius"] == km)
        #expect(arguments["min_upload_date"] != nil)
    }

    @Test(arguments: [("sunset", "sunset"), ("new york", "new york"), ("a,b", "ab"), ("--not", "not"), ("東京", "東京")])
    func `a tag is one tag`(_ tag: String, _ expected: String) throws {
        let arguments = try arguments(.tag(tag))
        #expect(arguments["tags"] == expected)
        #expect(arguments["min_upload_date"] == nil)
    }

    @Test(arguments: ["", ",", " - ", "!!"])
    func `what is no tag is not asked for`(_ tag: String) {
        #expect(throws: FlickrError.self) { try SearchPlan(.tag(tag)) }
    }

    @Test(arguments: [
        (LicenseFilter.any, nil),
        (.cc, "1,2,3,4,5,6,9,10,11,12,13,14,15,16"),
        (.commercial, "4,5,6,7,8,9,10,11,12,13"),
        (.publicDomain, "7,8,9,10"),
    ])
    func `a licence filter becomes Flickr's numbers`(_ filter: LicenseFilter, _ expected: String?) throws {
        let query = PhotoQuery(subject: .tag("x"), limit: 1, order: .interesting, license: filter)
        let arguments = try SearchPlan(query).arguments
        #expect(arguments["license"] == expected)
        #expect(arguments["sort"] == "interestingness-desc")
    }

    @Test func `no licence that forbids commercial use passes the commercial filter`() {
        let numbers = LicenseTable.argument(for: .commercial)?.split(separator: ",").map(String.init) ?? []
        #expect(numbers.allSatisfy { !LicenseTable.license($0).name.contains("NC") })
        #expect(numbers.allSatisfy { LicenseTable.license($0).url != nil })
        let all = (0...16).map { LicenseTable.license(String($0)) }
        #expect(all.count { $0.name.contains("-NC") } == 6 && Set(all.map(\.name)).count == 17)
    }

    @Test(arguments: [
        // limit, page, geographic: per page, first page, skip, limit
        (50, 1, true, [50, 1, 0, 50]),
        (50, 80, true, [50, 80, 0, 50]),
        (50, 81, true, [50, 81, 0, 0]),
        (500, 1, true, [250, 1, 0, 500]),
        (500, 1, false, [500, 1, 0, 500]),
        (300, 2, true, [250, 2, 50, 300]),
        (4000, 1, false, [500, 1, 0, 4000]),
        (9000, 1, false, [500, 1, 0, 4000]),
        (9000, 2, false, [500, 9, 0, 0]),
        (600, 7, false, [500, 8, 100, 400]),
        (0, 1, true, [1, 1, 0, 0]),
        (Int.max, Int.max, true, [250, 64_001, 0, 0]),
        (-5, -5, true, [1, 1, 0, 0]),
    ])
    func `limit and page become Flickr's pages`(
        _ limit: Int, _ page: Int, _ isGeographic: Bool, _ expected: [Int]
    ) throws {
        let subject = isGeographic ? PhotoQuery.Subject.place(place(keys: ["woeid": "1"])) : .tag("x")
        let plan = try SearchPlan(PhotoQuery(subject: subject, limit: limit, page: page))
        #expect([plan.perPage, plan.firstPage, plan.skip, plan.limit] == expected)
    }
}
