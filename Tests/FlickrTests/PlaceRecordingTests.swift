import PhotoTree
import Testing

@testable import Flickr

@Suite struct PlaceRecordingTests {
    @Test(arguments: [
        ("places.getTopPlacesList.type8-region.2017.json", 100, 100),
        ("places.find.idaho.2017.json", 6, 6),
        ("places.findByLatLon.sf.2017.json", 1, 1),
        ("places.findByLatLon.nyc.2017.jsonp", 1, 1),
        ("places.placesForBoundingBox.region.2017.json", 1, 1),
        ("places.placesForTags.type22.2017.json", 75, 75),
        ("places.getChildrenWithPhotosPublic.sf.2017.json", 99, 99),
    ])
    func `a recorded list of places decodes whole`(_ name: String, _ count: Int, _ total: Int) throws {
        let list = try PlaceList(Recordings.answer(name))
        #expect(list.places.count == count)
        #expect(list.total == total)
        for place in list.places {
            #expect(!place.name.isEmpty && !place.country.isEmpty && place.coordinate != nil)
            #expect(place.id.rawValue == "woe:\(place.sourceKeys["woeid"] ?? "")")
            #expect(place.origin == .source)
        }
    }

    @Test func `regions come with a code between name and country, or without`() throws {
        let places = try PlaceList(Recordings.answer("places.getTopPlacesList.type8-region.2017.json")).places
        let england = try #require(places.first)
        #expect(england.name == "England" && england.region == "GB" && england.country == "United Kingdom")
        #expect(england.coordinate == Coordinate(latitude: 52.883, longitude: -1.974))
        #expect(england.sourceKeys == ["woeid": "24554868", "place_id": "2eIY2QFTVr_DwWZNLg"])
        let bonaire = try #require(places.first { $0.name == "Bonaire" })
        #expect(bonaire.region.isEmpty && bonaire.country == "Caribbean Netherlands")
    }

    @Test func `neighbourhoods have three parts between name and country`() throws {
        let places = try PlaceList(Recordings.answer("places.placesForTags.type22.2017.json")).places
        let district = try #require(places.first)
        #expect(district.name == "Theater District" && district.region == "New York, NY, US")
        #expect(district.country == "United States")
    }

    @Test func `raw types of 2017 are all text, and the full name is called name`() throws {
        let place = try #require(try PlaceList(Recordings.answer("places.findByLatLon.nyc.2017.jsonp")).places.first)
        #expect(place.name == "Hunters Point" && place.country == "United States")
        #expect(place.coordinate == Coordinate(latitude: 40.748, longitude: -73.948))
    }

    @Test(arguments: [
        "places.getPlaceTypes.2017.json", "places.getInfo.california.2017.json", "places.tagsForPlace.2017.json",
    ])
    func `what is no list of places is refused`(_ name: String) throws {
        let answer = try Recordings.answer(name)
        #expect(throws: FlickrError.self) { try PlaceList(answer) }
    }
}
