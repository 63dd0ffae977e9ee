import Testing

@testable import placesfs

@Suite struct PlacesLinkTests {
    private static let page = "file%3A%2F%2F%2Fhome%2Fann%2FPlaces%2Fpins%2Fmap.html"

    @Test func `a map's links are understood`() throws {
        #expect(
            try PlacesLink("placesfs:pin?in=\(Self.page)&at=48.8584,-2.2945")
                == .pin(page: "/home/ann/Places/pins/map.html", point: "48.8584,-2.2945"))
        #expect(
            try PlacesLink("placesfs:open?in=file:///a%2520b/it%27s%2F") == .open(folder: "/a b/it's"))
        #expect(
            try PlacesLink("placesfs:new-collection?in=file%3A%2F%2Flocalhost%2Fp%2F1%2C1%2F")
                == .newCollection(folder: "/p/1,1"))
    }

    @Test(arguments: [
        "", "placesfs:", "placesfs:pin", "pin?in=file:///a&at=1,1", "https://placesfs/pin?in=file:///a&at=1,1",
        "placesfs:pin?in=file:///a", "placesfs:pin?in=file:///a&at=", "placesfs:pin?in=file:///a&at=91,0",
        "placesfs:pin?in=file:///a&at=0,181", "placesfs:pin?in=file:///a&at=1,1;rm",
        "placesfs:pin?in=file:///a&at=1,1%2F..",
        "placesfs:pin?in=file:///a&at=nan,1", "placesfs:pin?in=file:///a&at=1,1&at=2,2", "placesfs:pin?at=1,1",
        "placesfs:pin?in=file:///a&at=1,1&words=x", "placesfs:open?in=file:///a&at=1,1", "placesfs:open?in=/a",
        "placesfs:open?in=http://x/a", "placesfs:open?in=file://host/a", "placesfs:open?in=file:///a/../b",
        "placesfs:open?in=file:///a%2F..%2Fb", "placesfs:open?in=file:///a%252F..%252Fb",
        "placesfs:open?in=file:///%2500",
        "placesfs:open?in=%FF", "placesfs:rm?in=file:///a", "placesfs:OPEN?in=file:///a", "placesfs:open?in=file:///",
        "placesfs:open?in", "placesfs:open?in=file:///a&",
        "placesfs:open?in=file:///" + String(repeating: "a", count: 9000),
    ])
    func `what no map's page writes is refused`(text: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try PlacesLink(text) }
        #expect(failure?.status == .usage)
    }
}
