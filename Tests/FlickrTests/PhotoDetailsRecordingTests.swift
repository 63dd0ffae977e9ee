import PhotoAPI
import PhotoTree
import Testing

@testable import Flickr

@Suite struct PhotoDetailsRecordingTests {
    private static let noSizes = JSONValue.object(["sizes": .object([:])])

    private func photo(_ id: String, details: String, sizes: String? = nil) throws -> Photo {
        let sizes = try sizes.map { try Recordings.answer($0) } ?? Self.noSizes
        return try #require(
            try PhotoReader(.live).photo(id, details: Recordings.answer(details), sizes: sizes))
    }

    @Test func `a photo's details of 2013 are read`() throws {
        let photo = try photo("2813364513", details: "photos.getInfo.2013.json")
        #expect(photo.title == "Hana" && photo.description.isEmpty && photo.ownerName == "@miruv-m")
        #expect(photo.uploaded == Timestamp(2013))
        #expect(photo.taken == Timestamp(1_351_423_923))
        #expect(photo.coordinate == Coordinate(latitude: 44.317, longitude: 14.73277) && photo.accuracy == 11)
        #expect(photo.tags == ["foo"] && photo.views == 3)
        #expect(photo.sourceAttributes["flickr.woeid"] == "849427")
        #expect(photo.sourceAttributes["flickr.pathalias"] == nil)
        #expect(photo.pageURL == "https://www.flickr.com/photos/26440199@N04/2813364513/")
        #expect(photo.renditions.contains { $0.name == "b" && $0.url.hasSuffix("/8191/2813364513_d4995e8f67_b.jpg") })
        #expect(photo.renditions.contains { $0.name == "o" && $0.url.hasSuffix("_6b41f46e96_o.jpg") })
    }

    @Test func `details of 2014 lack takenunknown and write numbers as numbers`() throws {
        let photo = try photo("30719387002", details: "photos.getInfo.2014.json")
        #expect(photo.taken == Timestamp(1_401_431_467) && photo.license?.id == "2" && photo.views == 47)
        #expect(photo.description.hasSuffix("Fun bab sufafi in kika sozoru vad be umav udef."))
        #expect(photo.tags.count == 9 && photo.sourceAttributes["flickr.pathalias"] == "foporokeseso")
    }

    @Test func `entities in a description are decoded`() throws {
        let photo = try photo("6160418670", details: "photos.getInfo.entities.2014.json")
        #expect(photo.description == "2010 Momubasez, Bero 1. Bab ugamu is \"Babeletilu\".")
        #expect(photo.coordinate == nil && photo.tags.count == 16)
    }

    @Test func `details of 2023 have a position without identifiers of places`() throws {
        let photo = try photo("68486766655", details: "photos.getInfo.2023.json")
        #expect(photo.coordinate == Coordinate(latitude: 49.016285, longitude: 8.465572) && photo.accuracy == 16)
        #expect(photo.sourceAttributes["flickr.woeid"] == nil)
        #expect(photo.tags.contains("gewässer"))
    }

    @Test(arguments: [
        (
            "photos.getSizes.2013.json", "s q t m n 500 z c b h k o",
            "farm3.staticflickr.com/2822/25872148861_88e458e96d_b.jpg"
        ),
        (
            "photos.getSizes.2014.json", "s q t m n 500 z c b h k o",
            "farm3.staticflickr.com/2918/12283313210_3a9cfcd6e1_b.jpg"
        ),
        (
            "photos.getSizes.2019.jsonp", "s q t m n 500 z c b h k o",
            "farm8.staticflickr.com/7850/12801123750_ec6e494b2c_b.jpg"
        ),
        (
            "photos.getSizes.2023.json", "s q t m n w 500 z c b h k o",
            "live.staticflickr.com/65535/92668282915_2d4ef26b16_b.jpg"
        ),
        ("photos.getSizes.video.2012.json", "s q t m n 500", ""),
    ])
    func `recorded sizes become the ladder`(_ name: String, _ ladder: String, _ large: String) throws {
        let sizes = try Recordings.answer(name)
        let renditions = try ListedRenditions(sizes: sizes, details: .null, hosts: ImageHosts(.live)).renditions
        #expect(renditions.map(\.name).joined(separator: " ") == ladder)
        #expect(renditions.allSatisfy { $0.width != nil && $0.height != nil })
        let named = renditions.first { $0.name == "b" }?.url ?? ""
        #expect(named == (large.isEmpty ? "" : "https://" + large))
    }
}
