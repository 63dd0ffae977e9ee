import Commons
import PhotoTree
import ScriptedHTTP
import Testing

/// Files and searches that once kept good photos from being shown.
@Suite struct AwkwardFilesTests {
    private static let point = Coordinate(latitude: 48.8584, longitude: 2.2945)

    @Test func `one file that the wiki cannot measure costs the photos beside it their thumbnails' names only`()
        async throws
    {
        let files = [FileFixture].numbered(1...3)
        var bad = FileFixture(4, "Photo 4.jpg", index: 4)
        bad.image = ["width": "0", "height": "0", "thumburl": ""]
        let all = files + [bad]
        let transport = ScriptedTransport { call in
            guard call["list"] == nil else { return FileFixture.found(all) }
            guard call["iiurlwidth"] == nil else {
                return .init(
                    #"{"error":{"code":"urlparamnormal","info":"Could not normalize image parameters for Photo_4.jpg."}}"#
                )
            }
            return FileFixture.answer(
                all.map { file in
                    var file = file
                    file.image["thumburl"] = ""
                    return file
                })
        }
        let source = CommonsSource(transport)
        let page = try await source.photos(.inParis())
        #expect(page.photos.map(\.id.rawValue) == ["1", "2", "3"])
        #expect(transport.calls.count == 3)
        let image = try #require(page.photos.first.flatMap { source.image(of: $0, upTo: "1280") })
        #expect(image.url == FileFixture.address("Photo 1.jpg", width: 1280) && image.width == 1280)
    }

    @Test func `a name of more than 160 bytes does not stand in a thumbnail's address`() async throws {
        let name = String(repeating: "é", count: 90) + ".JPG"
        var file = FileFixture(1, name)
        file.image["thumburl"] = ""
        let photo = try #require(try await CommonsSource.told(file.reply).photo(PhotoID("1")))
        #expect(
            photo.renditions.first?.url == FileFixture.address(name).replacing("/a/ab/", with: "/thumb/a/ab/")
                + "/250px-thumbnail.jpg")
    }

    @Test func `fifty scans at one point hide no photo near it, and cost no look at their pages`() async throws {
        let scans = (1...50).map { FileFixture($0, "Map sheet \($0).tif") }
        let photos = [FileFixture].numbered(101...104)
        let transport = ScriptedTransport { call in
            guard call["list"] != nil else { return FileFixture.answer(photos.asked(call)) }
            let near = String(decoding: FileFixture.found(scans, in: "geosearch").body, as: UTF8.self)
            let found = String(decoding: FileFixture.found(photos, total: 4).body, as: UTF8.self)
            let query = near.replacing(#""query":{"#, with: #""query":{"searchinfo":{"totalhits":4},"#)
            let list = found.firstMatch(of: /"search":(\[.*?\])/).map { String($0.1) } ?? ""
            return .init(query.replacing(#""geosearch":"#, with: #""search":\#(list),"geosearch":"#))
        }
        let query = PhotoQuery(subject: .point(try #require(Self.point), radiusInMetres: 5_000), limit: 50)
        let page = try await CommonsSource(transport).photos(query)
        #expect(Set(page.photos.map(\.id.rawValue)) == ["101", "102", "103", "104"] && page.total == 4)
        #expect(transport.calls.count == 2)
        #expect(transport.calls.last?["pageids"] == "101|102|103|104")
    }

    @Test(arguments: [
        "The search timed out, only partial results are available.",
        "GeoData search timed out. Only partial results are available.",
    ])
    func `a search that ran out of time is told from one that found no more`(warning: String) async throws {
        let files = [FileFixture].numbered(1...2)
        let transport = ScriptedTransport { call in
            call["list"] == nil
                ? FileFixture.answer(files) : FileFixture.found(files, total: 2, warning: warning)
        }
        let page = try await CommonsSource(transport).photos(.inParis())
        #expect(page.photos.count == 2 && page.extent == .partial)
        let other = ScriptedTransport { call in
            call["list"] == nil
                ? FileFixture.answer(files) : FileFixture.found(files, total: 2, warning: "Unrecognized parameter: x.")
        }
        #expect(try await CommonsSource(other).photos(.inParis()).extent == .whole)
    }

    @Test func `a file's former name brings the file once, under its own number`() async throws {
        let file = FileFixture(7)
        let transport = ScriptedTransport { call in
            call["list"] == nil
                ? FileFixture.answer([file]) : FileFixture.found([FileFixture(9, "Old name.jpg"), file])
        }
        let page = try await CommonsSource(transport).photos(.inParis())
        #expect(page.photos.map(\.id.rawValue) == ["7"])
        let only = ScriptedTransport { call in
            call["list"] == nil ? FileFixture.answer([file]) : FileFixture.found([FileFixture(9, "Old name.jpg")])
        }
        #expect(try await CommonsSource(only).photos(.inParis()).photos.map(\.id.rawValue) == ["7"])
    }

    @Test func `a photo that lies on its side has the widths of what is served`() async throws {
        var file = FileFixture(7)
        // Asked for 1280 the wiki turned it in its own width, and says that it is as wide as that.
        file.image.merge([
            "width": "600", "height": "800", "thumbwidth": "1280", "thumbheight": "1707",
            "thumburl": FileFixture.quoted(FileFixture.address(file.name, width: 600)),
        ]) { $1 }
        let source = CommonsSource.told(file.reply)
        let photo = try #require(try await source.photo(PhotoID("7")))
        #expect(photo.renditions.map(\.name) == ["250", "330", "500", "o"])
        let image = try #require(source.image(of: photo, upTo: "1280"))
        #expect(image.width == 500 && image.height == 667 && image.url == FileFixture.address(file.name, width: 500))
    }
}
