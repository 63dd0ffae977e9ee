import PhotoAPI
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Commons

@Suite struct PhotoReaderTests {
    private func photo(_ name: String = "Sunset over the Seine.jpg", _ change: (inout FileFixture) -> Void = { _ in })
        async throws -> Photo
    {
        var file = FileFixture(7, name)
        change(&file)
        return try #require(try await CommonsSource.told(file.reply).photo(PhotoID("7")))
    }

    @Test func `a file becomes a photo`() async throws {
        let photo = try await photo()
        #expect(photo.id == PhotoID("7") && photo.title == "Sunset over the Seine")
        #expect(photo.description == "From the bridge." && photo.owner == "Ann" && photo.ownerName == "Ann Lee")
        #expect(photo.license?.name == "CC BY-SA 4.0")
        #expect(photo.license?.url == "https://creativecommons.org/licenses/by-sa/4.0")
        #expect(photo.taken == CivilTime.timestamp(year: 2016, month: 7, day: 14, hour: 20, minute: 31, second: 5))
        #expect(photo.uploaded == CivilTime.timestamp(year: 2016, month: 7, day: 15, hour: 8))
        #expect(photo.coordinate == Coordinate(latitude: 48.8584, longitude: 2.2945))
        #expect(photo.tags == ["Seine", "Sunsets of Paris"])
        #expect(photo.pageURL == "https://commons.wikimedia.org/wiki/File:Sunset_over_the_Seine.jpg")
        #expect(photo.sourceAttributes["commons.title"] == "File:Sunset over the Seine.jpg")
        #expect(photo.sourceAttributes["commons.sha1"] == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(photo.sourceAttributes["commons.date"] == nil)
    }

    @Test(arguments: [
        ("IMG_1.jpg", "A <i>fine</i> day", "A fine day"), ("IMG_1.JPG", "", "IMG_1"),
        ("Lake - panoramio (12345).jpg", " <br> ", "Lake - panoramio (12345)"), ("a/b? c#d.jpeg", "…", "a/b? c#d"),
        ("v1.5 of it.jpg", "", "v1.5 of it"), (".jpg", "", ".jpg"), ("No ending", "", "No ending"),
        ("X.jpg", #"<span style="display:none">label QS:Len</span>Named"#, "Named"),
        ("🌅.jpg", "", "🌅"),
    ])
    func `a photo's title is the page's, where that says something, else the file's name`(
        file: String, object: String, title: String
    ) async throws {
        #expect(try await photo(file) { $0.texts["ObjectName"] = object }.title == title)
    }

    @Test(arguments: [
        ("CC BY-SA 3.0 de", "//creativecommons.org/licenses/by-sa/3.0/de/deed.en", "CC BY-SA 3.0 de"),
        ("Public domain", "", "Public domain"), ("<b>GFDL</b>", "http://www.gnu.org/copyleft/fdl.html", "GFDL"),
        ("KOGL Type 1", "", "KOGL Type 1"),
    ])
    func `a photo's licence is named as the page names it`(short: String, url: String, name: String) async throws {
        let license = try await photo { $0.texts.merge(["LicenseShortName": short, "LicenseUrl": url]) { $1 } }.license
        #expect(license?.name == name && license?.id == name)
        #expect(license?.url?.hasPrefix("http") ?? true)
    }

    @Test func `a photo whose page names no licence has none`() async throws {
        let photo = try await photo { $0.texts.merge(["LicenseShortName": "", "LicenseUrl": ""]) { $1 } }
        #expect(photo.license == nil)
    }

    @Test func `a date that is none is kept as it was written`() async throws {
        let photo = try await photo { $0.texts["DateTimeOriginal"] = "between <i>1890</i> and 1895" }
        #expect(photo.taken == nil && photo.sourceAttributes["commons.date"] == "between 1890 and 1895")
        #expect(photo.uploaded != nil)
    }

    @Test func `of a photo without an author the uploader is named, as such`() async throws {
        #expect(try await photo { $0.texts["Artist"] = "" }.ownerName == "Ann (uploader)")
        let hidden = try await photo { file in
            file.texts["Artist"] = ""
            file.image["userhidden"] = "true"
        }
        #expect(hidden.owner == "" && hidden.ownerName == "")
    }

    @Test(arguments: [
        ("", nil), (#"[{"lat":10,"lon":20,"globe":"moon"}]"#, nil), (#"[{"lat":91,"lon":20}]"#, nil),
        (#"[{"lat":"1.5","lon":"-2.5","primary":""}]"#, [1.5, -2.5]), (#"{"lat":3,"lon":4}"#, [3, 4]),
        (#"[{"lat":1,"lon":1},{"lat":5,"lon":6,"primary":true}]"#, [5, 6]), ("[7,null]", nil),
    ])
    func `a photo is where its page says that it was taken, on Earth`(json: String, place: [Double]?) async throws {
        let coordinate = try await photo { $0.page["coordinates"] = json }.coordinate
        #expect(coordinate == place.flatMap { Coordinate(latitude: $0[0], longitude: $0[1]) })
    }

    @Test func `a photo's tags are its categories, without hidden ones and repeats`() async throws {
        let photo = try await photo {
            $0.page["categories"] =
                #"[{"title":"Category:Eiffel Tower"},{"title":"Category:Eiffel Tower"},{"title":"Category:C: D"},"#
                + #"{"title":"Category:Media by X","hidden":true},{"title":"Category:"},{"title":"odd"},{},7]"#
        }
        #expect(photo.tags == ["Eiffel Tower", "C: D"])
    }

    @Test(arguments: [
        "javascript:alert(1)", "https://evil.example/File:X.jpg", "", "https://commons.wikimedia.org",
        "https://commons.wikimedia.org/wiki/File:" + String(repeating: "%E5%A4%95", count: 60) + ".jpg",
    ])
    func `a page's address that is none, or too long to keep, becomes the short one`(url: String) async throws {
        let photo = try await photo { $0.image["descriptionurl"] = FileFixture.quoted(url) }
        #expect(photo.pageURL == "https://commons.wikimedia.org/w/index.php?curid=7")
    }

    @Test(arguments: [
        ["mime": #""image/svg+xml""#], ["mime": #""image/png""#], ["mime": #""video/webm""#], ["filehidden": "true"],
        ["filemissing": "true"], ["mime": "", "url": #""https://upload.wikimedia.org/a.pdf""#],
    ])
    func `what is no photo is left out of lists, and not there alone`(image: [String: String]) async throws {
        var file = FileFixture(7)
        file.image = image
        #expect(
            try await CommonsSource.told(FileFixture.answer([file, FileFixture(8)])).photos(.inParis()).photos.count
                == 1)
        #expect(try await CommonsSource.told(file.reply).photo(PhotoID("7")) == nil)
    }

    @Test func `a deleted file is gone; an answer without it is an error`() async throws {
        let deleted = #"{"batchcomplete":true,"query":{"pages":[{"pageid":7,"missing":true}]}}"#
        #expect(try await CommonsSource.told(.init(deleted)).photo(PhotoID("7")) == nil)
        let empty = #"{"batchcomplete":true,"query":{"pages":[{"pageid":7,"ns":6,"title":"File:X.jpg"}]}}"#
        #expect(try await CommonsSource.told(.init(empty)).photo(PhotoID("7")) == nil)
        for body in [#"{"batchcomplete":true}"#, #"{"batchcomplete":true,"query":{"pages":[]}}"#, "{}"] {
            await #expect(throws: PhotoSourceError.self) {
                try await CommonsSource.told(.init(body)).photo(PhotoID("7"))
            }
        }
        await #expect(throws: PhotoSourceError.self) {
            try await CommonsSource.told(FileFixture(8).reply).photo(PhotoID("7"))
        }
    }

    @Test func `numbers may be text, and texts of several languages are read in English`() async throws {
        let photo = try await photo { file in
            file.image.merge(["width": #""4000""#, "size": #""5000000""#, "thumbwidth": #""1280""#]) { $1 }
            file.image["extmetadata"] =
                #"{"ImageDescription":{"value":{"_type":"lang","de":"Tag","en":"Day"}},"Artist":{"value":7},"Attribution":[]}"#
        }
        #expect(photo.description == "Day" && photo.ownerName == "7")
        #expect(photo.renditions.count == 8 && photo.renditions.last?.byteCount == 5_000_000)
    }
}
