import Foundation
import PhotoSimulator
import Testing

@Suite struct RecordingTests {
    private static let list =
        #"{"photos":{"page":1,"photo":[{"id":"7","url_l":"http:\/\/farm3.staticflickr.com\/2822\/7_b14e1be9d0_b.jpg"}]},"stat":"ok"}"#

    /// A simulator on files of a temporary folder.
    private func run(
        _ files: [String: [UInt8]], _ choices: [RecordedAnswers.Choice], lists: [String] = [],
        _ body: (Simulator) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("recorded-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
        let answers = try RecordedAnswers(folder: folder.path, choices: choices, listsByPlace: lists)
        try await serving(Simulator.Configuration(library: .recordings(answers)), body)
    }

    @Test func `a call gets the first file that fits, with its type and our image host`() async throws {
        let choices = [
            RecordedAnswers.Choice("flickr.photos.search", ["tags": "a"], file: "a.json"),
            RecordedAnswers.Choice("flickr.photos.search", ["tags": "*"], file: "b.xml"),
        ]
        try await run(["a.json": Array(Self.list.utf8), "b.xml": Array("<rsp/>".utf8)], choices) {
            (simulator) async throws in
            let answer = try await simulator.call("flickr.photos.search", "tags=a")
            let address = try #require(answer.string("photos.photo.0.url_l"))
            #expect(address == simulator.imageBase + "/2822/7_b14e1be9d0_b.jpg")
            #expect(answer.headers["content-type"] == "application/json")
            let other = try await simulator.call("flickr.photos.search", "tags=z")
            #expect(other.text == "<rsp/>" && other.headers["content-type"] == "text/xml; charset=utf-8")
            #expect(try await simulator.call("flickr.photos.search", "text=z").number("photos.total") == 0)
            let image = try await fetch(address)
            #expect(image.status == 200 && JPEG.size(image.body) != nil)
            #expect(try await fetch(address).body == image.body)
            let original = try await fetch(simulator.imageBase + "/2822/7_a4b14e1be9_o.jpg")
            #expect(original.status == 200 && original.body != image.body)
        }
    }

    @Test func `places get their lists by woeid`() async throws {
        try await run(["0": Array("{}".utf8), "1": Array("[]".utf8)], [], lists: ["0", "1"]) {
            (simulator) async throws in
            #expect(try await simulator.call("flickr.photos.search", "woe_id=10").text == "{}")
            #expect(try await simulator.call("flickr.photos.search", "woe_id=11").text == "[]")
        }
    }

    @Test func `a missing file is named at the start`() {
        #expect(throws: SimulatorError.recordingUnreadable("/nowhere/x.json")) {
            try RecordedAnswers(
                folder: "/nowhere", choices: [.init("flickr.photos.search", file: "x.json")], listsByPlace: [])
        }
    }

    @Test func `bytes that are no text are served as they are`() async throws {
        let bytes: [UInt8] = [0xFF, 0x00, 0xFE, 0x7B]
        try await run(["a.json": bytes], [.init("flickr.test.echo", file: "a.json")]) { (simulator) async throws in
            #expect(try await simulator.call("flickr.test.echo").body == bytes)
        }
    }
}
