import Foundation
import PhotoAPI

/// A file as the Action API describes it, with the members a test cares about replaced.
struct FileFixture {
    var id: Int
    var name: String
    var index: Int?
    /// Of the page, of its image and of the image's texts, as JSON; "" takes a member away.
    var page: [String: String] = [:]
    var image: [String: String] = [:]
    var texts: [String: String] = [:]
    /// Whether the part of a batch has the image, or leaves it for a later one.
    var hasImage = true

    init(_ id: Int, _ name: String = "Sunset over the Seine.jpg", index: Int? = nil) {
        self.id = id
        self.name = name
        self.index = index
    }

    static func quoted(_ text: String) -> String {
        let data = try? JSONSerialization.data(withJSONObject: [text], options: [.withoutEscapingSlashes])
        return String(String(decoding: data ?? Data(), as: UTF8.self).dropFirst().dropLast())
    }

    static func address(_ name: String, width: Int? = nil) -> String {
        let file = percentEncoded(name.replacing(" ", with: "_"))
        guard let width else { return "https://upload.wikimedia.org/wikipedia/commons/a/ab/\(file)" }
        return "https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/\(file)/\(width)px-\(file)"
    }

    var json: String {
        var members = ["pageid": "\(id)", "ns": "6", "title": Self.quoted("File:" + name)]
        members["index"] = index.map(String.init)
        members["coordinates"] = #"[{"lat":48.8584,"lon":2.2945,"primary":true,"globe":"earth"}]"#
        members["categories"] = #"[{"ns":14,"title":"Category:Seine"},{"ns":14,"title":"Category:Sunsets of Paris"}]"#
        if hasImage { members["imageinfo"] = "[\(imageJSON)]" }
        return Self.object(members.merging(page) { $1 })
    }

    private var imageJSON: String {
        let texts = [
            "ObjectName": name.split(separator: ".").first.map(String.init) ?? "",
            "ImageDescription": "From the <b>bridge</b>.", "LicenseShortName": "CC BY-SA 4.0",
            "Artist": #"<a href="//commons.wikimedia.org/wiki/User:Ann" title="User:Ann">Ann Lee</a>"#,
            "LicenseUrl": "https://creativecommons.org/licenses/by-sa/4.0", "DateTimeOriginal": "2016-07-14 20:31:05",
        ].merging(self.texts) { $1 }
        let values = texts.mapValues {
            $0.isEmpty ? "" : #"{"value":\#(Self.quoted($0)),"source":"commons-desc-page"}"#
        }
        let members = [
            "timestamp": #""2016-07-15T08:00:00Z""#, "user": #""Ann""#, "size": "5000000", "width": "4000",
            "height": "3000", "mime": #""image/jpeg""#, "sha1": #""da39a3ee5e6b4b0d3255bfef95601890afd80709""#,
            "url": Self.quoted(Self.address(name)), "thumburl": Self.quoted(Self.address(name, width: 1280)),
            "thumbwidth": "1280", "thumbheight": "960",
            "descriptionurl": Self.quoted(
                "https://commons.wikimedia.org/wiki/File:" + percentEncoded(name.replacing(" ", with: "_"))),
            "extmetadata": Self.object(values),
        ]
        return Self.object(members.merging(image) { $1 })
    }

    private static func object(_ members: [String: String]) -> String {
        let pairs = members.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
            "\(quoted($0.key)):\($0.value)"
        }
        return "{\(pairs.joined(separator: ","))}"
    }

    /// An answer with these files, and what to ask on with.
    static func answer(
        _ files: [FileFixture], continuing: [String: String]? = nil, isComplete: Bool = true, total: Int? = nil
    ) -> ScriptedTransport.Reply {
        var query = ["pages": "[\(files.map(\.json).joined(separator: ","))]"]
        if let total { query["searchinfo"] = #"{"totalhits":\#(total)}"# }
        var members = ["query": object(query)]
        if isComplete { members["batchcomplete"] = "true" }
        members["continue"] = continuing.map { object($0.mapValues(quoted)) }
        return ScriptedTransport.Reply(object(members))
    }

    var reply: ScriptedTransport.Reply { Self.answer([self]) }
}

extension [FileFixture] {
    static func numbered(_ ids: some Sequence<Int>) -> [FileFixture] {
        ids.map { FileFixture($0, "Photo \($0).jpg", index: $0) }
    }
}
