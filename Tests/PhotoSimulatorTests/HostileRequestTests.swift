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

    /// N stands for a number.
    private static let flickr = [
        "photos.search&tags=x&page=N&per_page=N", "photos.search&min_taken_date=N",
        "photos.search&min_taken_date=N-01-01",
        "photos.search&lat=N&lon=N&radius=N", "photos.search&bbox=N,N,N,N&accuracy=N",
        "places.findByLatLon&lat=N&lon=N",
        "places.getTopPlacesList&place_type_id=N",
    ]
    private static let commons = [
        "generator=search&gsrsearch=filemime:image/jpeg&gsrnamespace=6&gsroffset=N&gsrlimit=N&prop=imageinfo&iiurlwidth=N",
        "pageids=N&prop=imageinfo&iistart=N&iilimit=N", "generator=geosearch&ggscoord=N|N&ggsradius=N",
        "list=search&srsearch=nearcoord:Nkm,N,N&sroffset=N&maxlag=N",
    ]

    @Test func `no number of a request ends it`() async throws {
        let numbers = [
            "9223372036854775807", "-9223372036854775808", "9223372036854775800", "18446744073709551616", "1e308", "-1",
            "inf",
            "nan",
        ]
        try await serving(synthetic()) { (simulator) async throws in
            for number in numbers {
                let flickr = Self.flickr.map { simulator.apiBase + "?api_key=k&method=flickr." + $0 }
                let commons = Self.commons.map { simulator.commonsBase + "?format=json&action=query&" + $0 }
                let thumbnail = simulator.imageBase + "/wikipedia/commons/thumb/a/ab/x.jpg/Npx-x.jpg"
                let urls = (flickr + commons + [thumbnail]).map { $0.replacing("N", with: number) }
                _ = try await fetch(urls, ["-A", "a (a@b.example)"])
                _ = try await fetch(simulator.image(firstPhoto), "-H", "Range: bytes=\(number)-\(number)")
                _ = try await fetch(simulator.image(firstPhoto), "-H", "Range: bytes=-\(number)")
            }
            #expect(try await fetch(simulator.image(firstPhoto)).status == 200, "it lives")
        }
    }
}
