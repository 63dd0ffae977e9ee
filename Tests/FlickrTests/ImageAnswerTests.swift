import PhotoAPI
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Flickr

@Suite struct ImageAnswerTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 12)
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ]
    private static let image = ["content-type": "image/jpeg"]
    private static let address = "https://live.staticflickr.com/1/2_3_b.jpg"

    private func judge(
        _ status: Int, _ headers: [String: String] = image, _ bytes: [UInt8] = jpeg, url: String = address
    ) throws -> ImageVerdict {
        try FlickrSource.told(.init("")).judge(ImageHead(status: status, url: url, headers: headers), firstBytes: bytes)
    }

    @Test func `JPEG, PNG and GIF under an image type are photos`() throws {
        #expect(try judge(200) == .photo)
        #expect(try judge(200, ["content-type": "Image/PNG"], Self.png) == .photo)
        #expect(try judge(200, ["content-type": "image/gif"], Array("GIF89a0000000000".utf8)) == .photo)
        #expect(try judge(200, ["content-type": "image/jpeg; x=y"], Array("GIF87a0000000000".utf8)) == .photo)
        #expect(try judge(200, [:]) == .photo)
    }

    @Test(arguments: [404, 410])
    func `an image that is not found is gone`(_ status: Int) throws {
        #expect(try judge(status, ["content-type": "text/html"], []) == .gone)
    }

    @Test(arguments: [400, 401, 403, 429, 451, 500, 502, 503, 204, 304])
    func `no other status is gone`(_ status: Int) throws {
        guard case .refused(let text) = try judge(status) else {
            Issue.record("not refused")
            return
        }
        #expect(text.contains("HTTP \(status)"))
    }

    @Test(arguments: [
        (200, "https://s.yimg.com/pw/images/en-us/photo_unavailable.png", [:]),
        (302, address, ["location": "https://s.yimg.com/pw/images/en-us/photo_unavailable_l.png"]),
        (302, "http://l.yimg.com/g/images/photo_unavailable.gif", [:]),
        (200, "https://combo.staticflickr.com/zz/PHOTO_UNAVAILABLE.png", ["content-type": "image/png"]),
    ])
    func `the picture that stands for a removed photo is no photo`(
        _ status: Int, _ url: String, _ headers: [String: String]
    ) throws {
        #expect(try judge(status, headers, Self.png, url: url) == .gone)
    }

    @Test func `what is no image is refused, with what it was`() throws {
        let html = Array("<html><body>Hello".utf8)
        #expect(
            try judge(200, ["content-type": "text/html; charset=utf-8"], html)
                == .refused("text/html instead of an image"))
        #expect(try judge(200, Self.image, html) == .refused("no JPEG, PNG or GIF"))
        #expect(try judge(200, Self.image, Array("RIFF0000WEBPVP8 ".utf8)) == .refused("no JPEG, PNG or GIF"))
        #expect(try judge(200, Self.image, []) == .refused("an empty answer"))
        #expect(try judge(200, Self.image, [0xFF, 0xD8]) == .refused("no JPEG, PNG or GIF"))
        #expect(try judge(200, ["content-type": "application/octet-stream"]) == .photo)
        #expect(try judge(200, ["content-type": "Binary/Octet-Stream; charset=x"]) == .photo)
        #expect(try judge(200, ["content-type": "video/mp4"]) == .refused("video/mp4 instead of an image"))
        #expect(try judge(302, ["location": "https://login.example/"]) == .refused("HTTP 302, a redirect elsewhere"))
    }

    @Test(arguments: ["bytes 65536-99999/100000", "bytes 0-99/100", "bytes 0-4999/100000"])
    func `a part is no photo`(range: String) throws {
        let part = ["content-type": "image/jpeg", "content-range": range]
        #expect(try judge(206, part) == .refused("a part of it that nobody asked for"))
    }
}
