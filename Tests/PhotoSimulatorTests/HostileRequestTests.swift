import PhotoSimulator
import Testing

/// What a web page in the user's own browser, or anybody on the machine, can send to a simulator.
@Suite struct HostileRequestTests {
    @Test func `nobody gets in to the control who was not let in`() async throws {
        try await serving(synthetic()) { (simulator) async throws in
            for path in ["__ledger", "__faults", "__behaviour", "__library"] {
                #expect(try await fetch(simulator.imageBase + "/" + path).status == 404)
            }
        }
        try await serving(controlled()) { (simulator) async throws in
            let ledger = simulator.imageBase + "/__ledger"
            #expect(try await fetch(ledger).status == 200)
            #expect(try await fetch(ledger, "-H", "Host: localhost:1").status == 200)
            for header in [
                "Host: evil.example", "Host: 127.0.0.1.evil.example", "Origin: https://evil.example", "Origin: null",
                "Sec-Fetch-Site: cross-site",
            ] {
                #expect(try await fetch(ledger, "-H", header).status == 403, "\(header)")
            }
        }
    }

    @Test func `no number of a request ends it`() async throws {
        let numbers = [
            "9223372036854775807", "-9223372036854775808", "9223372036854775800", "18446744073709551616", "1e308", "-1",
            "inf",
            "nan",
        ]
        try await serving(synthetic()) { (simulator) async throws in
            for number in numbers {
                for query in [
                    "method=flickr.photos.search&api_key=k&tags=x&page=N&per_page=N",
                    "method=flickr.photos.search&api_key=k&min_taken_date=N",
                    "method=flickr.photos.search&api_key=k&min_taken_date=N-01-01",
                    "method=flickr.photos.search&api_key=k&lat=N&lon=N&radius=N",
                    "method=flickr.photos.search&api_key=k&bbox=N,N,N,N&accuracy=N",
                    "method=flickr.places.findByLatLon&api_key=k&lat=N&lon=N",
                    "method=flickr.places.getTopPlacesList&api_key=k&place_type_id=N",
                ] {
                    _ = try await fetch(simulator.apiBase + "?" + query.replacing("N", with: number))
                }
                for query in [
                    "action=query&generator=search&gsrsearch=filemime:image/jpeg&gsrnamespace=6&gsroffset=N&gsrlimit=N&prop=imageinfo&iiurlwidth=N",
                    "action=query&pageids=N&prop=imageinfo&iistart=N&iilimit=N",
                    "action=query&generator=geosearch&ggscoord=N|N&ggsradius=N",
                    "action=query&list=search&srsearch=nearcoord:Nkm,N,N&sroffset=N&maxlag=N",
                ] {
                    _ = try await fetch(
                        simulator.commonsBase + "?format=json&" + query.replacing("N", with: number), "-A",
                        "a (a@b.example)")
                }
                _ = try await fetch(simulator.image(firstPhoto), "-H", "Range: bytes=\(number)-\(number)")
                _ = try await fetch(simulator.image(firstPhoto), "-H", "Range: bytes=-\(number)")
                _ = try await fetch(simulator.imageBase + "/wikipedia/commons/thumb/a/ab/x.jpg/\(number)px-x.jpg")
            }
            #expect(try await fetch(simulator.image(firstPhoto)).status == 200, "it lives")
        }
    }
}
