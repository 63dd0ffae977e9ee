import Fuzzing
import HTTP
import PhotoTree
import ScriptedHTTP
import Testing

@testable import Flickr

/// Names made of operators: no typed word reaches Flickr as more than a word.
@Suite struct FuzzSearches {
    private static let seeds = [
        "lighthouse -night", "\"red door\", by Ann", "#sunset #a,b", "a -b, 2010-2020, cc", "by ann|\"x\\",
        "-\"a b\" c",
        "OR", "NOT AND x", "~x*", "--x", "by id:5", "#-x", "#vision:sky=*", "#a\" b|c", "tag:x text:y", "don't ’x’ -'y",
    ]

    @Test func `no typed word reaches Flickr as syntax`() async throws {
        try await Fuzz.run("flickr-searches", seeds: Self.seeds) { name, _ in
            var searches = [try? SearchName.query(name, now: Timestamp(1_750_000_000)) { _ in false }]
            var typed = PhotoSearch()
            let isPhrase = name.utf8.count.isMultiple(of: 2)
            typed.words = [SearchWords(name, isPhrase: isPhrase)].compactMap(\.self)
            typed.excluded = [SearchWords(name, isPhrase: false)].compactMap(\.self)
            (typed.tags, typed.author) = ([name, name], name)
            searches.append(typed)
            for case let search? in searches {
                let transport = ScriptedTransport { call in
                    call.method == "flickr.urls.lookupUser"
                        ? .init(#"{"user":{"id":"9@N01"},"stat":"ok"}"#)
                        : call.method == "flickr.people.findByUsername"
                            ? .init(#"{"stat":"fail","code":1,"message":"User not found"}"#)
                            : .init(#"{"photos":{"total":0,"photo":[]},"stat":"ok"}"#)
                }
                let query = PhotoQuery(subject: .search(search, near: nil), limit: 50)
                _ = try? await FlickrSource(transport).photos(query)
                // Without the author, who may be nobody.
                var others = search
                others.author = nil
                _ = try? await FlickrSource(transport).photos(
                    PhotoQuery(subject: .search(others, near: nil), limit: 50))
                for call in transport.calls { try Self.check(call.arguments) }
            }
        }
    }

    /// Only the first are made of typed words.
    private static let known: Set<String> = [
        "text", "tags", "username", "url", "tag_mode", "user_id", "min_taken_date", "max_taken_date", "license", "sort",
        "method", "api_key", "format", "nojsoncallback", "media", "safe_search", "extras", "page", "per_page",
        "min_upload_date",
    ]

    private static func check(_ arguments: [String: String]) throws {
        try Fuzz.demand(Set(arguments.keys).isSubset(of: known), "\(arguments.keys)")
        var text = arguments["text"] ?? ""
        // Phrases are ours: their quotation marks are even in number, and within them are words alone.
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        try Fuzz.demand(parts.count % 2 == 1, text)
        for (place, part) in parts.enumerated() where place % 2 == 1 {
            try Fuzz.demand(
                part.split(separator: " ").count > 1 && part.split(separator: " ").allSatisfy(Fuzz.isHarmlessWord), text
            )
        }
        text = parts.enumerated().map { $0.offset % 2 == 0 ? String($0.element) : " " }.joined()
        for token in text.split(separator: " ") {
            try Fuzz.demand(Fuzz.isHarmlessWord(token.first == "-" ? token.dropFirst() : token), text)
        }
        // By scalars: a comma before an accent is another `Character`, but divides tags all the same.
        let tags = (arguments["tags"] ?? "x").unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
        for tag in tags {
            let signs = String(tag.filter { $0 == ":" || $0 == "=" })
            let isMachineTag = signs == ":=" && tag.split { $0 == ":" || $0 == "=" }.count == 3
            let plain = String(isMachineTag ? tag.filter { $0 != ":" && $0 != "=" } : tag)
            try Fuzz.demand(Fuzz.isHarmlessWord(plain[...]) && !plain.contains("'"), "tag \(tag)")
        }
        let name = arguments["username"] ?? "x"
        try Fuzz.demand(!name.unicodeScalars.contains { "\"|\\".unicodeScalars.contains($0) }, name)
        try Fuzz.demand(!name.lowercased().hasPrefix("id:"), name)
        let url = arguments["url"] ?? "https://www.flickr.com/photos/x/"
        try Fuzz.demand(url.wholeMatch(of: /https:\/\/www\.flickr\.com\/photos\/[A-Za-z0-9_-]+\//) != nil, url)
    }
}
