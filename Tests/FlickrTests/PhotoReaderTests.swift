import PhotoAPI
import PhotoTree
import Testing

@testable import Flickr

@Suite struct PhotoReaderTests {
    private static let usual = #""id":"11","owner":"12@N00","server":"65535","secret":"abc","title":"T""#

    private func photo(_ members: String) throws -> Photo? {
        let value = try JSONParser.value(in: Array("{\(Self.usual),\(members)}".utf8))
        return PhotoReader(.live).photo(listed: value)
    }

    @Test(arguments: [
        #""latitude":0,"longitude":0,"accuracy":0"#, #""latitude":"0","longitude":"0","accuracy":"0""#,
        #""latitude":"0","longitude":"0""#, #""latitude":"","longitude":"""#,
        #""latitude":91,"longitude":0,"accuracy":16"#,
        #""latitude":1e999,"longitude":1"#, #""latitude":null,"longitude":5"#, #""latitude":"x","longitude":"y""#,
    ])
    func `no position is no position`(_ members: String) throws {
        let photo = try #require(try photo(members))
        #expect(photo.coordinate == nil && photo.accuracy == nil)
    }

    @Test(arguments: [
        (#""latitude":"10.5","longitude":-76,"accuracy":"0""#, 10.5, -76.0, nil),
        (#""latitude":0,"longitude":0,"accuracy":16"#, 0.0, 0.0, 16),
        (#""latitude":0,"longitude":"9.1","accuracy":99"#, 0.0, 9.1, nil),
    ])
    func `a real position is kept whatever its accuracy`(
        _ members: String, _ latitude: Double, _ longitude: Double, _ accuracy: Int?
    ) throws {
        let photo = try #require(try photo(members))
        #expect(photo.coordinate == Coordinate(latitude: latitude, longitude: longitude))
        #expect(photo.accuracy == accuracy)
    }

    @Test(arguments: [
        #""media":"video""#, #""media":"photo","video":{"ready":1}"#, #""ispublic":0"#, #""ispublic":"0""#,
    ])
    func `videos and what is not public are left out`(_ members: String) throws {
        #expect(try photo(members) == nil)
    }

    @Test(arguments: [#""id":"""#, #""id":null"#, #""id":"../x""#, #""id":{}"#, #""server":null"#, #""secret":"""#])
    func `an entry that cannot be told or shown is left out`(_ members: String) throws {
        #expect(try photo(members) == nil)
    }

    @Test func `an entry without a secret but with an address is shown`() throws {
        let url = #""url_z":"https://live.staticflickr.com/65535/11_abc_z.jpg""#
        let photo = try #require(try photo(#""secret":null,\#(url)"#))
        #expect(photo.renditions.map(\.name) == ["z"])
    }

    @Test func `numbers and text may stand for each other`() throws {
        let photo = try #require(
            try photo(#""id":11,"title":42,"license":4,"views":"1234","dateupload":1381061206,"server":65535"#))
        #expect(photo.id == PhotoID("11") && photo.title == "42" && photo.license?.name == "CC BY 2.0")
        #expect(photo.views == 1234 && photo.uploaded == Timestamp(1_381_061_206))
        #expect(photo.sourceAttributes["flickr.server"] == "65535")
    }

    @Test(arguments: [(#""0""#, false), (#""1""#, true), ("1", true), ("true", true), ("0", false)])
    func `an unknown date taken is known by text or number`(_ flag: String, _ isUnknown: Bool) throws {
        let photo = try #require(try photo(#""datetaken":"2020-01-01 00:00:00","datetakenunknown":\#(flag)"#))
        #expect((photo.taken == nil) == isUnknown)
    }

    @Test func `tags are told from machine tags and from repeats`() throws {
        let tags = #""tags":"a  b a geo:lat=1 c:d","machine_tags":"geo:lat=1 x:y=z","pathalias":null"#
        let photo = try #require(try photo(tags))
        #expect(photo.tags == ["a", "b", "c:d"])
        #expect(photo.sourceAttributes["flickr.machine_tags"] == "geo:lat=1 x:y=z")
        #expect(photo.sourceAttributes["flickr.pathalias"] == nil)
        #expect(try #require(try self.photo(#""tags":"a""#)).sourceAttributes["flickr.machine_tags"] == nil)
    }

    @Test func `a title is plain text and a description HTML`() throws {
        let photo = try #require(
            try photo(#""title":"R&amp;B <3","description":{"_content":"a &amp; <b>b<\/b>"}"#))
        #expect(photo.title == "R&amp;B <3" && photo.description == "a & b")
    }

    @Test func `a licence that is new is passed through`() throws {
        let photo = try #require(try photo(#""license":"17""#))
        #expect(photo.license == License(id: "17", name: "Flickr licence 17", url: nil))
    }

    @Test func `a photo without an owner still has a page`() throws {
        #expect(try photo(#""owner":"""#)?.pageURL == "https://www.flickr.com/photo.gne?id=11")
        #expect(try photo(#""owner":"a/b c""#)?.pageURL == "https://www.flickr.com/photos/a%2Fb%20c/11/")
    }
}
