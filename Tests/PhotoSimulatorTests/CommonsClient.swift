import Foundation
import PhotoSimulator
import TestSupport
import Testing

/// A page of an answer of Commons' API.
typealias CommonsPageAnswer = [String: Any]

/// What a whole continued query says, put together as clients must.
struct CommonsWalk {
    var pages: [Int: CommonsPageAnswer] = [:]
    var answers: [Answer] = []
    /// How many batches were said to be complete.
    var batches = 0

    func strings(_ property: String, of page: Int) -> [[String: Any]] {
        pages[page]?[property] as? [[String: Any]] ?? []
    }
}

extension Simulator {
    /// Asks Commons' API in its newer format; `query` as in an address but with blanks and other letters as they are.
    func commons(_ query: KeyValuePairs<String, String>, version: Int = 2) async throws -> Answer {
        try await commons(query.map { ($0.key, $0.value) }, version: version)
    }

    func commons(_ query: [(String, String)], version: Int = 2) async throws -> Answer {
        let fixed = [("action", "query"), ("format", "json"), ("formatversion", "\(version)")]
        let data = (fixed + query).flatMap { ["--data-urlencode", "\($0.0)=\($0.1)"] }
        return try await fetch([commonsBase], ["-G", "-A", tester] + data)
    }

    /// Follows `continue` to the end.
    func walk(_ query: KeyValuePairs<String, String>) async throws -> CommonsWalk {
        var walk = CommonsWalk()
        var more: [(String, String)] = []
        while walk.answers.count < 100 {
            let answer = try await commons(query.map { ($0.key, $0.value) } + more)
            walk.answers.append(answer)
            if answer.json("batchcomplete") as? Bool == true { walk.batches += 1 }
            for page in answer.pages {
                guard let id = page["pageid"] as? Int else { continue }
                walk.pages[id, default: [:]].merge(page) { old, new in
                    ((old as? [Any]).flatMap { old in (new as? [Any]).map { old + $0 } }) ?? new
                }
            }
            guard let next = answer.json("continue") as? [String: Any] else { break }
            more = next.map { ($0.key, "\($0.value)") }
        }
        return walk
    }

    /// Fetches an image of Commons.
    func commonsImage(_ path: String, _ arguments: String...) async throws -> Answer {
        try await fetch([path.hasPrefix("http") ? path : imageBase + path], ["-A", tester] + arguments)
    }
}

extension Answer {
    var pages: [CommonsPageAnswer] { json("query.pages") as? [CommonsPageAnswer] ?? [] }
    func page(_ id: Int) -> CommonsPageAnswer? { pages.first { $0["pageid"] as? Int == id } }
    func page(titled title: String) -> CommonsPageAnswer? { pages.first { $0["title"] as? String == title } }
    var pageIDs: [Int] { pages.compactMap { $0["pageid"] as? Int } }

    /// Page ids in the order their index says.
    var orderedIDs: [Int] {
        pages.sorted { ($0["index"] as? Int ?? 0) < ($1["index"] as? Int ?? 0) }.compactMap { $0["pageid"] as? Int }
    }

    var errorCode: String? { string("error.code") }

    /// A member of a page's first imageinfo.
    func info(_ page: Int = 0) -> [String: Any] {
        guard pages.indices.contains(page) else { return [:] }
        return (pages[page]["imageinfo"] as? [[String: Any]])?.first ?? [:]
    }
}

/// A User-Agent with somebody to write to.
private let tester = "placesfs-tests/1 (tests@example.org)"

/// Where the first synthetic place lies.
let firstPlacePosition = "-60|-179.5"

/// A digest as coreutils make it: "md5sum", "sha1sum".
func digest(_ program: String, _ bytes: [UInt8]) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("digest-" + UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return String(try await run(program, file.path).text.prefix { $0.isHexDigit })
}
