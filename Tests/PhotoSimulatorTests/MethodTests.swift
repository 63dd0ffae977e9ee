import PhotoSimulator
import Testing

@Suite struct MethodTests {
    @Test(arguments: [
        ("flickr.photos.search", "per_page=5", 3), ("flickr.photos.search", "lat=95&lon=2", 18),
        ("flickr.photos.search", "lat=1", 18), ("flickr.photos.search", "bbox=1,2,3", 18),
        ("flickr.photos.search", "tags=a&min_upload_date=20&max_upload_date=10", 18),
        ("flickr.photos.search", "user_id=nobody@N00", 2),
        ("flickr.photos.search", "tags=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u", 1),
        ("flickr.photos.getInfo", "photo_id=1", 1), ("flickr.photos.getInfo", "photo_id=abc", 1),
        ("flickr.photos.getSizes", "", 1), ("flickr.places.getTopPlacesList", "", 1),
        ("flickr.places.getTopPlacesList", "place_type_id=9", 2),
        ("flickr.places.getTopPlacesList", "place_type_id=7&date=yesterday", 3),
        ("flickr.places.getTopPlacesList", "place_type_id=7&woe_id=1", 4),
        ("flickr.photos.fly", "", 112), ("flickr.test.echo", "format=yaml", 111),
    ])
    func `a bad call gets its documented code under status 200`(method: String, arguments: String, code: Int)
        async throws
    {
        try await serving(synthetic(places: 1, photos: 1)) { (simulator) async throws in
            let format = arguments.contains("format=") ? "" : "&format=json&nojsoncallback=1"
            let answer = try await fetch(simulator.address(method, arguments + format))
            #expect(answer.status == 200)
            if format.isEmpty {
                #expect(answer.text.contains("code=\"\(code)\""))
            } else {
                #expect(answer.string("stat") == "fail")
                #expect(answer.number("code") == code)
                #expect(answer.string("message")?.isEmpty == false)
            }
        }
    }

    @Test func `only the right key is let in`() async throws {
        var configuration = synthetic()
        configuration.apiKey = "0123456789abcdef0123456789abcdef"
        try await serving(configuration) { (simulator) async throws in
            #expect(try await simulator.call("flickr.test.echo").string("stat") == "ok")
            let signed = try await fetch(
                "\(simulator.apiBase)?method=flickr.test.echo&format=json&nojsoncallback=1", "-H",
                #"Authorization: OAuth oauth_nonce="1", oauth_consumer_key="0123456789abcdef0123456789abcdef""#)
            #expect(signed.string("stat") == "ok" && signed.json("oauth_consumer_key") == nil)
            for key in ["", "wrong", "ffffffffffffffffffffffffffffffff"] {
                let answer = try await fetch(
                    "\(simulator.apiBase)?method=flickr.test.echo&api_key=\(key)&format=json&nojsoncallback=1")
                #expect(answer.number("code") == 100)
            }
        }
    }

    @Test func `failures come on demand in the format asked for`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            for code in [10, 105, 106, 116, 201] {
                simulator.faults.add(.apiFailure(code: code), on: .method("flickr.photos.search"), times: 2)
                #expect(try await simulator.call("flickr.photos.search", "tags=a").number("code") == code)
                let xml = try await fetch(simulator.address("flickr.photos.search", "tags=a"))
                #expect(xml.text.contains("<err code=\"\(code)\" msg=\""))
            }
            #expect(try await simulator.call("flickr.photos.search", "tags=a").string("stat") == "ok")
        }
    }

    @Test func `a photo's page and sizes tell what the list told`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let photo = try #require(simulator.library.photo(firstPhoto))
            let page = try await simulator.call("flickr.photos.getInfo", "photo_id=\(firstPhoto)")
            #expect(page.string("photo.title._content") == photo.title)
            #expect(page.string("photo.owner.nsid") == photo.owner)
            #expect(page.string("photo.dates.taken") == photo.taken)
            #expect(page.count("photo.tags.tag") == 2)
            #expect(page.string("photo.location.locality._content") == "Town 0")
            #expect(page.string("photo.urls.url.0._content")?.hasSuffix("/\(firstPhoto)/") == true)
            let sizes = try await simulator.call("flickr.photos.getSizes", "photo_id=\(firstPhoto)")
            #expect(sizes.count("sizes.size") == photo.renditions.count)
            #expect(sizes.string("sizes.size.9.label") == "Large")
            let address = try simulator.image(firstPhoto)
            #expect(sizes.string("sizes.size.9.source") == address)
        }
    }

    @Test func `top places come as localities, regions and countries, or not at all`() async throws {
        try await serving(synthetic(places: 22)) { (simulator) async throws in
            let cities = try await simulator.call("flickr.places.getTopPlacesList", "place_type_id=7")
            #expect(cities.number("places.total") == 22)
            #expect(cities.string("places.place.0._content") == "Town 0, Region 0, Country 0")
            #expect(cities.string("places.place.0.place_url") == "/Country+0/Region+0/Town+0")
            #expect(
                try await simulator.call("flickr.places.getTopPlacesList", "place_type_id=8").number("places.total")
                    == 5)
            let countries = try await simulator.call("flickr.places.getTopPlacesList", "place_type_id=12")
            #expect(countries.count("places.place") == 2)
            #expect(countries.string("places.place.0._content") == "Country 0")
            let within = try await simulator.call("flickr.places.getTopPlacesList", "place_type_id=7&woe_id=7000001")
            #expect(within.number("places.total") == 2)
            simulator.change { $0.hasTopPlaces = false }
            let none = try await simulator.call("flickr.places.getTopPlacesList", "place_type_id=7")
            #expect(none.string("stat") == "ok" && none.number("places.total") == 0 && none.count("places.place") == 0)
        }
    }

    @Test func `places are found by id, name and point, and degrade on demand`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let page = try await simulator.call("flickr.places.getInfo", "woe_id=9000001")
            #expect(page.string("place.region.woeid") == "8000000")
            #expect(
                try await simulator.call("flickr.places.find", "query=town+1").string("places.place.0.woeid")
                    == "9000001")
            let position = try #require(simulator.library.places.last?.position)
            let near = try await simulator.call(
                "flickr.places.findByLatLon", "lat=\(position.latitude)&lon=\(position.longitude)")
            #expect(near.string("places.place.0.name") == "Town 1, Region 0, Country 0")
            #expect(near.json("places.place.0._content") == nil)
            simulator.change { $0.degradesPlaces = true }
            let degraded = try await simulator.call("flickr.places.getInfo", "woe_id=9000001")
            #expect(degraded.string("place.latitude") == "" && degraded.string("place.name") == "Town 1,")
        }
    }

    @Test func `licences and recent photos are listed`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            let licences = try await simulator.call("flickr.photos.licenses.getInfo")
            #expect(licences.count("licenses.license") == 17)
            #expect(licences.string("licenses.license.9.name") == "CC0 1.0")
            let recent = try await simulator.call("flickr.photos.getRecent", "per_page=3")
            #expect(recent.ids() == simulator.library.photos.prefix(3).map(\.id))
        }
    }

    @Test func `the most interesting photos are those of a day that is over, most of them without a position`()
        async throws
    {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            for number in 1...5 {
                simulator.library.add(
                    SimulatedPhoto(
                        id: "\(number)", position: number == 1 ? .init(latitude: 10, longitude: 20) : nil,
                        views: number))
            }
            let list = try await simulator.call("flickr.interestingness.getList", "per_page=500&extras=geo")
            #expect(list.ids() == ["5", "4", "3", "2", "1"] && list.number("photos.perpage") == 500)
            #expect(list.number("photos.photo.0.latitude") == 0 && list.json("photos.photo.0.woeid") == nil)
            #expect(list.string("photos.photo.4.latitude") == "10.000000")
            // It is 15:06 UTC on 2025-06-15.
            for (date, isThere) in [("2025-06-13", true), ("2025-06-14", true), ("2025-06-15", false)] {
                let day = try await simulator.call("flickr.interestingness.getList", "date=\(date)")
                #expect((day.string("stat") == "ok") == isThere, "\(date)")
                #expect(isThere || day.number("code") == 1)
            }
        }
    }
}
