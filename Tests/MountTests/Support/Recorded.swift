import Foundation
import TestSupport
import Testing

/// The recorded answers as a reader of its own sees them, for comparison with what the mount shows.
enum Recorded {
    struct Photo {
        var id: String
        var title: String
        var tags: [String]?
        var ownerName: String?
        var position: (Double, Double)?
        var hasWordsInDescription: Bool
    }

    static func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Repository.recordings).filter { $0 != "README.md" }.sorted()
    }

    static func bytes(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: Repository.recordings + "/" + file)))
    }

    static func type(_ file: String) -> String {
        switch file.split(separator: ".").last {
        case "json": "application/json"
        case "html": "text/html; charset=utf-8"
        case "xml": "text/xml; charset=utf-8"
        default: "text/plain; charset=utf-8"
        }
    }

    static func json(_ file: String) throws -> [String: Any] {
        var text = String(decoding: try bytes(file), as: UTF8.self)
        if file.hasSuffix(".jsonp"), let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")") {
            text = String(text[text.index(after: start)..<end])
        }
        return try JSON.object(text)
    }

    /// Without videos.
    static func photos(in file: String) throws -> [String: Photo] {
        let list = try json(file)["photos"] as? [String: Any]
        let items = list?["photo"] as? [[String: Any]] ?? []
        let photos = items.filter { $0["media"] as? String != "video" }.compactMap(photo)
        return Dictionary(photos.map { ($0.id, $0) }) { first, _ in first }
    }

    private static func photo(_ item: [String: Any]) -> Photo? {
        guard let id = text(item["id"]) else { return nil }
        let description = (item["description"] as? [String: Any])?["_content"] as? String ?? ""
        let words = description.replacing(/<[^>]*>/, with: "").replacing(/&[a-z#0-9]+;/, with: "")
        let latitude = text(item["latitude"]).flatMap(Double.init) ?? 0
        let longitude = text(item["longitude"]).flatMap(Double.init) ?? 0
        return Photo(
            id: id, title: text(item["title"])?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "",
            tags: (item["tags"] as? String).map { $0.split(separator: " ").map(String.init) },
            ownerName: item["ownername"] as? String,
            position: latitude == 0 && longitude == 0 ? nil : (latitude, longitude),
            hasWordsInDescription: words.contains(where: \.isLetter))
    }

    /// Strings or numbers, as they come.
    private static func text(_ value: Any?) -> String? {
        (value as? String) ?? (value as? NSNumber)?.stringValue
    }
}
