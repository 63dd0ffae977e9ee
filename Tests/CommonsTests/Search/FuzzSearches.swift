import Commons
import Foundation
import Fuzzing
import PhotoTree
import ScriptedHTTP
import Testing

/// Names made of operators: no typed word reaches CirrusSearch as more than a word.
@Suite struct FuzzSearches {
    private static let seeds = [
        "incategory:Ships", "\"old incategory:Ships\"", "insource:/x.*/", "a -b !c", "x OR y AND NOT z", "~x* ?y x~2",
        "\"a b\"~3", "prefix:User morelike:X", "File:a all:b", "nearcoord:1km,1,1", "-intitle:x", "haslicense:cc-by",
        "#Ships|Boats", "#id:12", "#x\" insource:/y/ \"z", "#Old insource:/y/", "by a|b\"c\\", "by id:5",
        "by \u{FEFF}id:5", "#\u{200E} id:5",
        "#Category:id:5",
        "don't -\"a b\", 2010-2020, cc", "creationdate:>2020 && x || (y)", "x\u{A0}incategory:y", "#a\u{2028}prefix:b",
    ]

    @Test func `no typed word reaches CirrusSearch as syntax`() async throws {
        let center = try #require(Coordinate(latitude: 1, longitude: 2))
        try await Fuzz.run("commons-searches", seeds: Self.seeds) { name, random in
            var searches = [try? SearchName.query(name, now: Timestamp(1_750_000_000)) { _ in false }]
            var typed = PhotoSearch()
            typed.words = [SearchWords(name, isPhrase: random.upTo(1) == 0)].compactMap(\.self)
            typed.excluded = [SearchWords(name, isPhrase: random.upTo(1) == 0)].compactMap(\.self)
            typed.tags = [name, name]
            typed.author = name
            typed.order = PhotoSearch.Order.allCases.randomElement(using: &random)
            searches.append(typed)
            for case let search? in searches {
                let transport = ScriptedTransport { call in .init(Self.answer(call.arguments)) }
                let place = random.upTo(1) == 0 ? SearchPlace.circle(center, radiusInMetres: 5_000) : nil
                let license = LicenseFilter.allCases.randomElement(using: &random) ?? .any
                let query = PhotoQuery(subject: .search(search, near: place), limit: 50, license: license)
                _ = try? await CommonsSource(transport).photos(query)
                for call in transport.calls { try Self.check(call.arguments) }
            }
        }
    }

    /// Every category that is asked for has others below it.
    private static func answer(_ arguments: [String: String]) -> String {
        let titles = arguments["titles"]?.split(separator: "|").map(String.init) ?? []
        let pages = titles.map { title in
            "{\"title\":\((try? JSONEncoder().encode(title)).map { String(decoding: $0, as: UTF8.self) } ?? "\"x\""),"
                + "\"categoryinfo\":{\"files\":1,\"subcats\":2}}"
        }
        return #"{"batchcomplete":true,"query":{"pages":["# + pages.joined(separator: ",") + "]}}"
    }

    /// Only the first three are made of typed words.
    private static let known: Set<String> = [
        "srsearch", "gaiuser", "titles", "prop", "redirects", "action", "format", "formatversion", "list", "generator",
        "gaisort", "gaidir",
        "gailimit",
        "srnamespace", "srlimit", "srsort", "srinfo", "srprop", "sroffset", "gsnamespace", "gsprimary", "gslimit",
        "gscoord", "gsradius",
    ]

    private static func check(_ arguments: [String: String]) throws {
        try Fuzz.demand(Set(arguments.keys).isSubset(of: known), "\(arguments.keys)")
        let user = arguments["gaiuser"] ?? "x"
        try Fuzz.demand(!user.unicodeScalars.contains { "\"|\\".unicodeScalars.contains($0) }, user)
        try Fuzz.demand(!user.lowercased().hasPrefix("id:"), user)
        guard let text = arguments["srsearch"] else { return }
        var rest = text
        // A mark may stand behind a quotation mark.
        let category = /(?:in|deep)category:"([^"]*)"/.matchingSemantics(.unicodeScalar)
        let categories = rest.matches(of: category).map(\.1)
        for name in categories.flatMap({ $0.split(separator: "|", omittingEmptySubsequences: false) }) {
            try Fuzz.demand(!name.isEmpty && !name.unicodeScalars.contains("\\"), text)
            try Fuzz.demand(!name.lowercased().hasPrefix("id:"), text)
            // A keyword stands behind a blank, of which there are more than one kind.
            let words = name.unicodeScalars.split { $0.properties.isWhitespace }.dropFirst()
            try Fuzz.demand(!words.contains { $0.contains(":") }, text)
        }
        rest.replace(category, with: "")
        for own in [
            #/filemime:image\/jpeg/#, #/nearcoord:[0-9]+k?m,-?[0-9.]+,-?[0-9.]+/#, #/creationdate:>=[0-9]{4}/#,
            #/haslicense:unrestricted/#, #/haswbstatement:P6731=Q[0-9]+(?:\|P6731=Q[0-9]+)*/#,
        ] as [Regex<Substring>] {
            rest.replace(own, with: "", maxReplacements: 1)
        }
        let parts = rest.split(separator: "\"", omittingEmptySubsequences: false)
        try Fuzz.demand(parts.count % 2 == 1, text)
        for (place, part) in parts.enumerated() {
            for token in part.split(separator: " ") {
                let isExclusion = token.first == "-" && place % 2 == 0
                if isExclusion, token.count == 1, part.hasSuffix("-") { continue }
                try Fuzz.demand(Fuzz.isHarmlessWord(isExclusion ? token.dropFirst() : token), text)
            }
        }
    }
}
