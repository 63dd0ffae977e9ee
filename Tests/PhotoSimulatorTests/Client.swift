import Foundation
import PhotoSimulator
import TestSupport
import Testing

/// What curl got: a client no one here wrote.
struct Answer: Sendable {
    /// curl's exit status: 18 is a cut body, 28 a timeout, 52 no answer.
    var exit: Int32
    var status: Int
    /// By lower-case name.
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// A value of a JSON answer by its path, "photos.photo.0.title"; nil where there is none.
    func json(_ path: String) -> Any? {
        let object = try? JSONSerialization.jsonObject(with: Data(body))
        return path.split(separator: ".").reduce(object) { value, key in
            if let list = value as? [Any] { return Int(key).flatMap { list.indices.contains($0) ? list[$0] : nil } }
            return (value as? [String: Any])?[String(key)]
        }
    }

    func string(_ path: String) -> String? { json(path) as? String }
    func number(_ path: String) -> Int? { json(path) is String ? nil : (json(path) as? NSNumber)?.intValue }
    func count(_ path: String) -> Int? { (json(path) as? [Any])?.count }
    func ids() -> [String] {
        (json("photos.photo") as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }
}

/// Fetches with curl; `arguments` are curl's own.
func fetch(_ url: String, _ arguments: String...) async throws -> Answer {
    try await fetch([url], arguments)
}

/// Fetches several addresses over one connection; the answer is the last one's.
func fetch(_ urls: [String], _ arguments: [String] = []) async throws -> Answer {
    let folder = try TemporaryDirectory()
    let (head, body) = (folder.path + "/head", folder.path + "/body")
    let curl = try await ChildProcess(
        ["curl", "-s", "--max-time", "20", "-D", head] + arguments + urls.flatMap { ["-o", body, $0] }
    ).result()
    let lines = ((try? String(contentsOfFile: head, encoding: .utf8)) ?? "").split(whereSeparator: \.isNewline)
    let status = lines.last { $0.hasPrefix("HTTP/") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    let headers = lines.compactMap { line -> (String, String)? in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    }
    return Answer(
        exit: curl.status, status: status ?? 0, headers: Dictionary(headers) { _, last in last },
        body: Array((try? Data(contentsOf: URL(fileURLWithPath: body))) ?? Data()))
}

extension Simulator {
    /// Calls a method for JSON; arguments as in an address, "woe_id=1&per_page=2".
    func call(_ method: String, _ arguments: String = "") async throws -> Answer {
        try await fetch(address(method, arguments + "&format=json&nojsoncallback=1"))
    }

    func address(_ method: String, _ arguments: String) -> String {
        "\(apiBase)?method=\(method)&api_key=0123456789abcdef0123456789abcdef&\(arguments)"
    }

    /// Of a photo's image.
    func image(_ id: String, _ suffix: String = "b") throws -> String {
        let photo = try #require(library.photo(id))
        return "\(imageBase)/\(photo.server)/\(id)_\(photo.secret)\(suffix.isEmpty ? "" : "_\(suffix)").jpg"
    }
}

/// Small pictures, so that tests are quick.
func synthetic(places: Int = 2, photos: Int = 12, bytes: ClosedRange<Int> = 20_000...60_000) -> Simulator.Configuration
{
    Simulator.Configuration(
        library: .synthetic(places: places, photosPerPlace: photos, imageBytes: bytes), now: 1_750_000_000)
}

/// The same with its control.
func controlled(places: Int = 2, photos: Int = 12) -> Simulator.Configuration {
    var configuration = synthetic(places: places, photos: photos)
    configuration.hasControl = true
    return configuration
}

/// The first photo of the first synthetic place.
let firstPhoto = "50000000000"
/// The first synthetic place.
let firstPlace = "9000000"

/// Runs a simulator for as long as `body` does. Closures that throw only inside `#expect` have to say that they do.
func serving(_ configuration: Simulator.Configuration, _ body: (Simulator) async throws -> Void) async throws {
    try await Simulator.run(configuration, body)
}
