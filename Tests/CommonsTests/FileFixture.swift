import Foundation
import PhotoAPI
import ScriptedHTTP

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
            "url": Self.quoted(Self.address(name)), "thumburl": Self.quoted(Self.address(name, width: 250)),
            "thumbwidth": "250", "thumbheight": "188",
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

    /// As a list names it.
    private var entry: String { #"{"ns":6,"title":\#(Self.quoted("File:" + name)),"pageid":\#(id)}"# }

    /// An answer that tells of these files, and names them as a search does, in the order of their index; with what to
    /// ask on with.
    static func answer(
        _ files: [FileFixture], continuing: [String: String]? = nil, isComplete: Bool = true, total: Int? = nil
    ) -> ScriptedTransport.Reply {
        let ranked = files.enumerated().sorted {
            ($0.element.index ?? .max, $0.offset) < ($1.element.index ?? .max, $1.offset)
        }
        var query = [
            "pages": "[\(files.map(\.json).joined(separator: ","))]",
            "search": "[\(ranked.map(\.element.entry).joined(separator: ","))]",
        ]
        if let total { query["searchinfo"] = #"{"totalhits":\#(total)}"# }
        return reply(query, continuing: continuing, isComplete: isComplete)
    }

    /// What a list answers: these files by name and number, and how many there are.
    static func found(
        _ files: [FileFixture], in list: String = "search", continuing: [String: String]? = nil, total: Int? = nil,
        warning: String? = nil
    ) -> ScriptedTransport.Reply {
        var query = [list: "[\(files.map(\.entry).joined(separator: ","))]"]
        if let total { query["searchinfo"] = #"{"totalhits":\#(total)}"# }
        return reply(query, continuing: continuing, isComplete: true, warning: warning.map { (list, $0) })
    }

    private static func reply(
        _ query: [String: String], continuing: [String: String]?, isComplete: Bool,
        warning: (module: String, text: String)? = nil
    ) -> ScriptedTransport.Reply {
        var members = ["query": object(query)]
        if isComplete { members["batchcomplete"] = "true" }
        members["continue"] = continuing.map { object($0.mapValues(quoted)) }
        members["warnings"] = warning.map { object([$0.module: object(["warnings": quoted($0.text)])]) }
        return ScriptedTransport.Reply(object(members))
    }

    var reply: ScriptedTransport.Reply { Self.answer([self]) }
}

extension [FileFixture] {
    /// Those that a question asks about by number.
    func asked(_ call: ScriptedTransport.Call) -> [FileFixture] {
        let ids = (call["pageids"] ?? "").split(separator: "|").compactMap { Int($0) }
        return filter { ids.contains($0.id) }
    }

    /// The wiki whose only search finds these files, so many at a time, and which tells of them.
    func wiki(total: Int? = nil) -> ScriptedTransport {
        ScriptedTransport { call in
            guard call["list"] != nil else { return FileFixture.answer(asked(call)) }
            let start = Swift.min(call["sroffset"].flatMap { Int($0) } ?? 0, count)
            let end = Swift.min(start + (call["srlimit"].flatMap { Int($0) } ?? 10), count)
            let next = end < count ? ["sroffset": "\(end)", "continue": "-||"] : nil
            return FileFixture.found(Array(self[start..<end]), continuing: next, total: total ?? count)
        }
    }

    static func numbered(_ ids: some Sequence<Int>) -> [FileFixture] {
        ids.map { FileFixture($0, "Photo \($0).jpg", index: $0) }
    }
}
