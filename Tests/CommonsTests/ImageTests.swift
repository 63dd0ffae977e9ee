import PhotoTree
import ScriptedHTTP
import Testing

@testable import Commons

@Suite struct ImageTests {
    private func photo(_ change: (inout FileFixture) -> Void = { _ in }) async throws -> Photo {
        var file = FileFixture(7)
        change(&file)
        return try #require(try await CommonsSource.told(file.reply).photo(PhotoID("7")))
    }

    private let source = CommonsSource.told(.init(""))

    @Test func `a large photo has every width the service has, and the original with its length and digest`()
        async throws
    {
        let images = try await photo().renditions
        #expect(images.map(\.name) == ["250", "330", "500", "960", "1280", "1920", "3840", "o"])
        #expect(images.map(\.name) == source.renditionNames)
        #expect(images.map(\.width) == [250, 330, 500, 960, 1280, 1920, 3840, 4000])
        #expect(images.map(\.height) == [188, 248, 375, 720, 960, 1440, 2880, 3000])
        let folder = "https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/Sunset_over_the_Seine.jpg/"
        #expect(
            images.dropLast().map(\.url) == images.dropLast().map { "\(folder)\($0.name)px-Sunset_over_the_Seine.jpg" })
        let original = try #require(images.last)
        #expect(original.url == "https://upload.wikimedia.org/wikipedia/commons/a/ab/Sunset_over_the_Seine.jpg")
        #expect(original.byteCount == 5_000_000)
        #expect(original.digest == "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(images.dropLast().allSatisfy { $0.byteCount == nil && $0.digest == nil })
    }

    @Test(arguments: [
        ("1280", "1280"), ("330", "330"), ("3840", "3840"), ("o", "o"), ("nonsense", "1280"), ("b", "1280"),
        ("", "1280"),
    ])
    func `the choice is a width, "o", or the standard one`(choice: String, name: String) async throws {
        #expect(source.image(of: try await photo(), upTo: choice)?.name == name)
        #expect(source.standardRendition == "1280" && source.thumbnailRendition == "330")
    }

    /// As the API answers for a file that is no wider than the thumbnail asked for.
    private func small(_ file: inout FileFixture) {
        file.image["thumburl"] = FileFixture.quoted(FileFixture.address(file.name))
        file.image.merge(["width": "1024", "height": "768", "thumbwidth": "1024", "thumbheight": "768"]) { $1 }
    }

    @Test(arguments: [("1280", "960"), ("3840", "960"), ("o", "o"), ("330", "330"), ("960", "960")])
    func `an original is fetched where it is chosen, never for want of a larger thumbnail`(
        choice: String, name: String
    ) async throws {
        let photo = try await photo(small)
        #expect(photo.renditions.map(\.name) == ["250", "330", "500", "960", "o"])
        let image = try #require(source.image(of: photo, upTo: choice))
        #expect(image.name == name && (image.byteCount == nil) == (name != "o"))
        #expect(photo.renditions.first?.url == FileFixture.address(FileFixture(7).name, width: 250))
    }

    @Test(arguments: [
        ("250", "120"), ("121", "120"), ("120", "60"), ("60", "40"), ("21", "20"), ("20", "o"), ("1", "o"),
    ])
    func `a photo smaller than every thumbnail comes in the largest width below its own`(
        width: String, name: String
    ) async throws {
        let photo = try await photo { file in
            small(&file)
            file.image["width"] = width
        }
        for choice in ["1280", "330"] { #expect(source.image(of: photo, upTo: choice)?.name == name) }
        #expect(source.image(of: photo, upTo: "o")?.name == "o")
    }

    @Test(arguments: [("960", true), ("960", false), ("1000", true)])
    func `a photo that the wiki turns has a thumbnail of its own width`(width: String, isTurned: Bool) async throws {
        let photo = try await photo { file in
            small(&file)
            file.image.merge(["width": width, "height": "1280"]) { $1 }
            if isTurned {
                file.image["thumburl"] = FileFixture.quoted(FileFixture.address(file.name, width: Int(width) ?? 0))
            }
        }
        let image = try #require(source.image(of: photo, upTo: "1280"))
        #expect(image.name == (width == "960" && !isTurned ? "500" : "960"))
        if width == "960", isTurned { #expect(image.width == 960 && image.height == 1280) }
    }

    @Test func `originals are a part of their host's service, for which nothing else will do`() async throws {
        let images = try await photo().renditions
        #expect(images.map { source.section(of: $0) } == Array(repeating: nil, count: 7) + ["originals"])
        #expect(images.map { source.hasSubstitutes(for: $0) } == Array(repeating: true, count: 7) + [false])
    }

    @Test func `an original offered as its own thumbnail is known by its path`() async throws {
        let photo = try await photo { file in
            small(&file)
            let path = FileFixture.address(file.name)
            file.image["url"] = FileFixture.quoted(path + "?utm_content=original")
            file.image["thumburl"] = FileFixture.quoted(path + "?utm_content=thumbnail_unscaled&v=2")
        }
        #expect(photo.renditions.map(\.name) == ["250", "330", "500", "960", "o"])
        #expect(photo.renditions.first?.url == FileFixture.address(FileFixture(7).name, width: 250))
    }

    @Test func `thumbnails have a host of their own since 2026`() async throws {
        let photo = try await photo { file in
            let url = FileFixture.address(file.name, width: 250).replacing("upload.", with: "thumb.")
            file.image["thumburl"] = FileFixture.quoted(
                url + "?utm_source=commons.wikimedia.org&utm_campaign=imageinfo")
        }
        #expect(photo.renditions.count == 8)
        #expect(photo.renditions.dropLast().allSatisfy { $0.url.hasPrefix("https://thumb.wikimedia.org/wikipedia/") })
        #expect(photo.renditions.last?.url.hasPrefix("https://upload.wikimedia.org/wikipedia/") == true)
    }

    @Test func `an original between two widths is shown in the smaller one`() async throws {
        let photo = try await photo { $0.image["width"] = "1600" }
        #expect(photo.renditions.map(\.name) == ["250", "330", "500", "960", "1280", "o"])
        #expect(source.image(of: photo, upTo: "1280")?.name == "1280")
        #expect(source.image(of: photo, upTo: "1920")?.name == "1280")
    }

    @Test func `where no thumbnail can be made the original is all there is`() async throws {
        let photo = try await photo { file in
            file.image["thumburl"] = ""
            file.image["url"] = #""https://upload.wikimedia.org/odd/Name.jpg""#
        }
        #expect(source.image(of: photo, upTo: "1280")?.name == "o")
    }

    @Test(arguments: [
        "https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/X.jpg/page1-1280px-X.jpg",
        "https://upload.wikimedia.org/wikipedia/commons/a/ab/1280px-X.jpg",
        "https://upload.wikimedia.org/900px-X.jpg",
    ])
    func `a thumbnail's address that does not show how the others are made gives way to the original's`(
        url: String
    ) async throws {
        let photo = try await photo { $0.image["thumburl"] = FileFixture.quoted(url) }
        #expect(photo.renditions.map(\.name) == source.renditionNames)
        #expect(photo.renditions.first?.url == FileFixture.address(FileFixture(7).name, width: 250))
    }

    @Test func `addresses are used as given, without the marks that count visitors`() async throws {
        let name = "Ça? 100% \"déjà\" #1 🌅 a&b.jpg"
        let photo = try await photo { file in
            file.name = name
            file.image["url"] = FileFixture.quoted(
                FileFixture.address(name) + "?utm_source=commons&utm_content=original")
            file.image["thumburl"] = FileFixture.quoted(
                "//" + FileFixture.address(name, width: 250).dropFirst(8) + "?utm_campaign=api")
        }
        #expect(photo.renditions.last?.url == FileFixture.address(name))
        #expect(photo.renditions.first?.url == FileFixture.address(name, width: 250))
        let raw = try await self.photo { $0.image["url"] = #""https://upload.wikimedia.org/a/é b.jpg""# }
        #expect(raw.renditions.last?.url == "https://upload.wikimedia.org/a/%C3%A9%20b.jpg")
    }

    @Test(arguments: [
        "https://evil.example/a.jpg", "http://upload.wikimedia.org.evil.example/a.jpg", "file:///etc/passwd",
        "https://user@upload.wikimedia.org/a.jpg", "javascript:x", "", "https://upload.wikimedia.org\\@evil.example/",
    ])
    func `an image elsewhere is none`(url: String) async throws {
        var file = FileFixture(7)
        file.image = ["url": FileFixture.quoted(url), "thumburl": FileFixture.quoted(url)]
        #expect(try await CommonsSource.told(FileFixture.answer([file])).photos(.inParis()).photos.isEmpty)
    }

    @Test func `a mirror stands before every address, and is the only host`() async throws {
        let endpoints = CommonsEndpoints(imageBase: "http://127.0.0.1:8080/images/")
        let transport = ScriptedTransport { _ in FileFixture(7).reply }
        let source = CommonsSource(transport: transport, endpoints: endpoints)
        #expect(source.imageHosts == ["127.0.0.1:8080"])
        let photo = try #require(try await source.photo(PhotoID("7")))
        #expect(photo.renditions.allSatisfy { $0.url.hasPrefix("http://127.0.0.1:8080/images/wikipedia/commons/") })
        #expect(photo.pageURL == "https://commons.wikimedia.org/wiki/File:Sunset_over_the_Seine.jpg")
        #expect(self.source.imageHosts == ["upload.wikimedia.org", "thumb.wikimedia.org"])
    }

    @Test func `a width that is not served is told from what is no photo`() {
        let head = ImageHead(status: 400, url: "", headers: ["content-type": "text/html"])
        guard case .unserved(let text) = source.judge(head, firstBytes: Array("Use thumbnail steps".utf8)) else {
            Issue.record("taken for something else")
            return
        }
        #expect(text.contains("400"))
    }

    @Test(arguments: [403, 429, 500, 503, 302])
    func `an answer that is no photo is refused, in words`(status: Int) throws {
        let head = ImageHead(
            status: status, url: "https://upload.wikimedia.org/x", headers: ["content-type": "text/html"])
        guard case .refused(let text) = source.judge(head, firstBytes: Array("Use thumbnail sizes".utf8)) else {
            Issue.record("not refused")
            return
        }
        #expect(text.contains("\(status)"))
        #expect((status == 403) == text.contains("--contact"))
    }

    @Test func `a photo is a photo, and a missing one is gone`() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
        let head = ImageHead(status: 200, url: "", headers: ["content-type": "image/jpeg"])
        #expect(source.judge(head, firstBytes: jpeg) == .photo)
        #expect(source.judge(ImageHead(status: 404, url: "", headers: [:]), firstBytes: []) == .gone)
        #expect(source.judge(head, firstBytes: Array("<html>".utf8)) != .photo)
    }
}
