import PhotoSimulator
import Testing

@Suite struct SearchTests {
    @Test func `a place search names photos of that place with the extras asked for`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let answer = try await simulator.call(
                "flickr.photos.search",
                "woe_id=\(firstPlace)&min_upload_date=1&extras=geo,url_l,description,tags,license")
            #expect(answer.string("stat") == "ok")
            #expect(answer.number("photos.total") == 12)
            #expect(answer.string("photos.photo.0.woeid") == firstPlace)
            #expect(answer.string("photos.photo.0.url_l")?.hasPrefix(simulator.imageBase + "/65535/") == true)
            #expect(answer.number("photos.photo.0.width_l") != nil)
            #expect(answer.string("photos.photo.0.description._content")?.contains("<b>") == true)
            #expect(answer.string("photos.photo.0.tags")?.hasPrefix("synthetic tag") == true)
            #expect(answer.json("photos.photo.0.url_n") == nil)
            #expect(answer.json("photos.photo.0.ownername") == nil)
        }
    }

    @Test func `a region and a country find the photos of their places`() async throws {
        try await serving(synthetic(places: 3)) { (simulator) async throws in
            for area in ["8000000", "7000000"] {
                let answer = try await simulator.call("flickr.photos.search", "woe_id=\(area)&min_upload_date=1")
                #expect(answer.number("photos.total") == 36)
            }
        }
    }

    @Test func `a geographic search without a limit finds only the last 12 hours`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            simulator.library.add(
                SimulatedPhoto(id: "77", uploaded: 1_750_000_000 - 3600, woeid: firstPlace))
            let unlimited = try await simulator.call("flickr.photos.search", "woe_id=\(firstPlace)")
            #expect(unlimited.ids() == ["77"])
            let limited = try await simulator.call(
                "flickr.photos.search", "woe_id=\(firstPlace)&min_taken_date=1970-01-02")
            #expect(limited.ids().count == 13)
        }
    }

    @Test func `a search near a point answers nearest first and nothing beyond its radius`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            for (id, latitude) in [("1", 10.03), ("2", 10.01), ("3", 10.2)] {
                simulator.library.add(
                    SimulatedPhoto(id: id, position: .init(latitude: latitude, longitude: 20), woeid: "1"))
            }
            let near = try await simulator.call("flickr.photos.search", "lat=10&lon=20&min_upload_date=1")
            #expect(near.ids() == ["2", "1"])
            let wide = try await simulator.call("flickr.photos.search", "lat=10&lon=20&radius=30&min_upload_date=1")
            #expect(wide.ids() == ["2", "1", "3"])
            let sorted = try await simulator.call(
                "flickr.photos.search", "lat=10&lon=20&radius=30&min_upload_date=1&sort=date-posted-asc")
            #expect(sorted.ids() == ["1", "2", "3"])
        }
    }

    @Test func `a box across the antimeridian finds both sides`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            for (id, longitude) in [("1", 179.5), ("2", -179.5), ("3", 0.0)] {
                simulator.library.add(SimulatedPhoto(id: id, position: .init(latitude: 1, longitude: longitude)))
            }
            let answer = try await simulator.call("flickr.photos.search", "bbox=179,0,-179,2&min_upload_date=1")
            #expect(Set(answer.ids()) == ["1", "2"])
        }
    }

    @Test(arguments: [
        ("tags=Eastern%20Sierra", ["1"]), ("tags=easternsierra,lake", ["2", "1"]),
        ("tags=easternsierra,lake&tag_mode=all", []), ("text=golden+light", ["2"]), ("license=4", ["1"]),
        ("user_id=9@N09", ["2"]), ("min_upload_date=1600000001", ["2"]),
        ("max_upload_date=2020-09-13%2012:26:40", ["1"]), ("media=videos&license=4,5", ["2"]),
        ("license=4,5&sort=interestingness-desc", ["1", "2"]), ("license=4,5&has_geo=1", []),
        ("max_taken_date=1960-01-01", ["1"]),
    ])
    func `arguments narrow and order`(arguments: String, expected: [String]) async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(
                SimulatedPhoto(
                    id: "1", tags: ["Eastern Sierra"], license: "4", uploaded: 1_600_000_000,
                    taken: "1958-03-09 07:10:00", views: 9),
                SimulatedPhoto(
                    id: "2", title: "Golden hour", description: "Evening light", tags: ["Lake"], owner: "9@N09",
                    license: "5", uploaded: 1_600_000_500, media: .video))
            #expect(try await simulator.call("flickr.photos.search", arguments).ids() == expected)
        }
    }

    @Test func `geographic pages hold 250 at most, others 500`() async throws {
        try await serving(synthetic(places: 1, photos: 600)) { (simulator) async throws in
            let place = try await simulator.call(
                "flickr.photos.search", "woe_id=\(firstPlace)&min_upload_date=1&per_page=500")
            #expect(place.number("photos.perpage") == 250)
            #expect(place.number("photos.pages") == 3)
            let unasked = try await simulator.call("flickr.photos.search", "woe_id=\(firstPlace)&min_upload_date=1")
            #expect(unasked.number("photos.perpage") == 250)
            let tagged = try await simulator.call("flickr.photos.search", "tags=synthetic&per_page=501")
            #expect(tagged.ids().count == 500)
            let last = try await simulator.call("flickr.photos.search", "tags=synthetic&per_page=500&page=2")
            #expect(last.ids().count == 100)
            #expect(Set(last.ids()).isDisjoint(with: tagged.ids()))
        }
    }

    @Test func `pages beyond the 4,000th result repeat earlier ones`() async throws {
        try await serving(synthetic(places: 1, photos: 4300)) { (simulator) async throws in
            let first = try await simulator.call("flickr.photos.search", "tags=synthetic&per_page=500")
            #expect(first.number("photos.total") == 4300)
            #expect(first.number("photos.pages") == 9)
            let ninth = try await simulator.call("flickr.photos.search", "tags=synthetic&per_page=500&page=9")
            #expect(ninth.ids() == first.ids())
        }
    }

    @Test func `what was sent last with a position is found without a place, 250 a page`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            for number in 1...260 {
                simulator.library.add(
                    SimulatedPhoto(
                        id: "\(number)", owner: "\(number % 7)@N00", uploaded: 1_750_000_000 - Int64(number) * 3600,
                        position: number % 2 == 0 ? .init(latitude: 10, longitude: 20) : nil, views: number))
            }
            let sent = "has_geo=1&sort=interestingness-desc&media=photos&content_types=0&per_page=500&extras=geo"
            let day = try await simulator.call(
                "flickr.photos.search", sent + "&min_upload_date=\(1_750_000_000 - 86_400)")
            #expect(day.ids() == (1...12).reversed().map { "\($0 * 2)" } && day.number("photos.perpage") == 250)
            #expect(day.string("photos.photo.0.owner") == "3@N00")
            #expect(day.string("photos.photo.0.latitude") == "10.000000")
            let unlimited = try await simulator.call("flickr.photos.search", sent)
            #expect(unlimited.ids().count == 6, "without a limit only the last 12 hours")
        }
    }

    @Test func `oddities come on demand`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let search = "woe_id=\(firstPlace)&min_upload_date=1&extras=geo,url_l"
            let plain = try await simulator.call("flickr.photos.search", search)
            simulator.change { behaviour in
                behaviour.surplusTotal = 7
                behaviour.repeatsPhotos = true
                behaviour.emptiesPlaceIDs = true
                behaviour.omitsImageURLs = true
            }
            let odd = try await simulator.call("flickr.photos.search", search)
            #expect(odd.number("photos.total") == 19)
            #expect(odd.ids().count == 13 && odd.ids().last == odd.ids().first)
            #expect(odd.string("photos.photo.0.place_id") == "" && odd.string("photos.photo.0.woeid") == firstPlace)
            #expect(odd.json("photos.photo.0.url_l") == nil)
            simulator.change { behaviour in
                behaviour = Behaviour()
                behaviour.shufflesResults = true
            }
            let shuffled = try await simulator.call("flickr.photos.search", search)
            #expect(Set(shuffled.ids()) == Set(plain.ids()))
            simulator.change { $0.emptiesLists = true }
            let empty = try await simulator.call("flickr.photos.search", search)
            #expect(empty.number("photos.total") == 12 && empty.count("photos.photo") == 0)
        }
    }
}
