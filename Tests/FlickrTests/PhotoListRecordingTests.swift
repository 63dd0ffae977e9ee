import PhotoTree
import Testing

@testable import Flickr

@Suite struct PhotoListRecordingTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        var name: String
        var entries: Int
        /// That are photos of ours.
        var photos: Int
        var total: Int
        var pages: Int
        var untitled = 0
        var located = 0
        var dated = 0
        var tagged = 0
        var testDescription: String { name }
    }

    static let expectations = [
        Expectation(name: "photos.search.user.plain.2013.json", entries: 1, photos: 1, total: 1, pages: 1),
        Expectation(
            name: "photos.search.user.all-extras.2013.json", entries: 2, photos: 2, total: 2, pages: 1, located: 2,
            dated: 2, tagged: 2),
        Expectation(
            name: "photos.search.user.all-extras.98.2012.json", entries: 32, photos: 31, total: 98, pages: 1,
            located: 1, dated: 31, tagged: 1),
        Expectation(name: "photos.search.videos.2012.json", entries: 1, photos: 0, total: 1, pages: 1),
        Expectation(
            name: "photos.search.geo-nyc.p1of17.2019.jsonp", entries: 31, photos: 31, total: 4100, pages: 17),
        Expectation(
            name: "photos.search.geo-miami.2019.jsonp", entries: 38, photos: 38, total: 249, pages: 1, untitled: 7),
        Expectation(
            name: "photos.search.tag-dolomites.2017.json", entries: 1, photos: 1, total: 159_876, pages: 159_876),
        Expectation(name: "photos.search.tag-EMPTY.2017.json", entries: 0, photos: 0, total: 0, pages: 0),
        Expectation(
            name: "photos.search.text.TOTAL7-BUT-EMPTY.2021.json", entries: 0, photos: 0, total: 7, pages: 7),
        Expectation(name: "photos.search.text-denver.2021.json", entries: 1, photos: 1, total: 2782, pages: 2782),
        Expectation(
            name: "photos.search.license.html-descriptions.2020.json", entries: 30, photos: 30, total: 30, pages: 1,
            dated: 5, tagged: 4),
        Expectation(
            name: "photos.search.text-gundam.2011.json", entries: 58, photos: 58, total: 95_578, pages: 956,
            untitled: 19),
        Expectation(
            name: "photos.search.all-extras.2014.json", entries: 5, photos: 5, total: 799, pages: 160, untitled: 2,
            dated: 5, tagged: 5),
        Expectation(
            name: "photos.getWithGeoData.2014.json", entries: 5, photos: 5, total: 5089, pages: 1018, located: 5,
            dated: 5, tagged: 5),
        Expectation(
            name: "photos.list.page1of5.total-number.2023.json", entries: 30, photos: 30, total: 487, pages: 5),
        Expectation(
            name: "photos.search.geo-dublin.trimmed.2014.json", entries: 3, photos: 3, total: 2368, pages: 119,
            located: 3),
        Expectation(
            name: "photos.getRecent.all-extras.2013.json", entries: 42, photos: 42, total: 1000, pages: 10,
            untitled: 14, located: 6, dated: 42, tagged: 12),
    ]

    @Test(arguments: expectations)
    func `a recorded list decodes to what was recorded`(_ expected: Expectation) throws {
        let list = try Recordings.photos(expected.name)
        let photos = list.entries.compactMap { $0 }
        #expect(list.entries.count == expected.entries)
        #expect(photos.count == expected.photos)
        #expect(list.total == expected.total)
        #expect(list.pages == expected.pages)
        #expect(photos.count { $0.title.isEmpty } == expected.untitled)
        #expect(photos.count { $0.coordinate != nil } == expected.located)
        #expect(photos.count { $0.taken != nil } == expected.dated)
        #expect(photos.count { !$0.tags.isEmpty } == expected.tagged)
        #expect(Set(photos.map(\.id)).count == photos.count)
        for photo in photos {
            #expect(photo.pageURL == "https://www.flickr.com/photos/\(photo.owner)/\(photo.id)/")
            #expect(photo.renditions.allSatisfy { $0.url.hasPrefix("https://") })
        }
    }

    @Test func `no recorded list is left out`() {
        let prefixes = ["photos.search.", "photos.getRecent.", "photos.list.", "photos.getWithGeoData."]
        let lists = Recordings.names.filter { name in
            prefixes.contains { name.hasPrefix($0) } && !name.hasSuffix("xml")
        }
        #expect(Set(lists) == Set(Self.expectations.map(\.name)))
    }

    @Test func `a photo with every extra keeps each of them`() throws {
        let photo = try #require(try Recordings.photos("photos.search.user.all-extras.2013.json").entries.first ?? nil)
        #expect(photo.id == PhotoID("25872148861"))
        #expect(photo.title == "Meb Ukul")
        #expect(photo.description == "It's a orole")
        #expect(photo.owner == "26440199@N04")
        #expect(photo.ownerName == "@miruv-m")
        #expect(photo.license?.id == "0" && photo.license?.name == "All rights reserved")
        #expect(photo.taken == Timestamp(1_381_068_401))
        #expect(photo.uploaded == Timestamp(1_381_061_206))
        #expect(photo.coordinate == Coordinate(latitude: 45.811854, longitude: 15.915291))
        #expect(photo.accuracy == 11)
        #expect(photo.tags == ["foo"])
        #expect(photo.views == 0)
        #expect(
            photo.sourceAttributes == [
                "flickr.woeid": "851128", "flickr.place_id": "00j4IylZV7scWik", "flickr.server": "2822",
                "flickr.machine_tags": "vision:night=077",
            ])
        #expect(
            photo.renditions.map(\.name) == ["s", "q", "t", "m", "n", "500", "z", "c", "b", "h", "k", "o"])
        let large = try #require(photo.renditions.first { $0.name == "h" })
        #expect(large.url == "https://farm3.staticflickr.com/2822/25872148861_f5dea4b642_h.jpg")
        #expect(large.width == 1600 && large.height == 1000)
    }

    @Test func `odd titles arrive as they were written`() throws {
        let miami = try Recordings.photos("photos.search.geo-miami.2019.jsonp").entries.compactMap { $0?.title }
        #expect(miami.contains(". . . ."))
        let york = try Recordings.photos("photos.search.geo-nyc.p1of17.2019.jsonp").entries.compactMap { $0?.title }
        #expect(york.contains("NYC - Twilight - Crepúsculo   # 052"))
        #expect(york.contains("The Clock Tower & the Bridge - New York City"))
        #expect(york.contains { $0.count == 255 && $0.hasSuffix("#sunset #n") })
        let recent = try Recordings.photos("photos.getRecent.all-extras.2013.json").entries.compactMap { $0?.title }
        #expect(recent.contains("20130216_14：59__R0028566.jpg"))
    }

    @Test func `descriptions lose their HTML`() throws {
        let list = try Recordings.photos("photos.search.license.html-descriptions.2020.json")
        let photo = try #require(list.entries.compactMap { $0 }.first { $0.id == PhotoID("13353435553") })
        #expect(photo.description.hasPrefix("Bavof (Ezeti, Igalan) -\n\nwww.bumofa.com/apab/@49."))
        #expect(list.entries.allSatisfy { !($0?.description.contains("<a ") ?? false) })
        #expect(photo.license?.name == "CC BY-NC-SA 2.0")
    }

    @Test func `a small original caps the ladder`() throws {
        let recent = try Recordings.photos("photos.getRecent.all-extras.2013.json")
        let photo = try #require(recent.entries.compactMap { $0 }.first { $0.id == PhotoID("71095023286") })
        #expect(photo.renditions.map(\.name) == ["s", "q", "t", "m", "n", "500", "z", "o"])
    }

    @Test func `the addresses of a photo for which none is named are built from its secret`() throws {
        let list = try Recordings.photos("photos.search.tag-dolomites.2017.json")
        let photo = try #require(list.entries.first ?? nil)
        #expect(photo.renditions.map(\.name) == ["s", "q", "t", "m", "n", "w", "500", "z", "c", "b"])
        #expect(
            photo.renditions.last?.url == "https://live.staticflickr.com/758/10673894479_69ec3dc96c_b.jpg")
    }
}
