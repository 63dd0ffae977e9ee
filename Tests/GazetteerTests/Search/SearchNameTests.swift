import Foundation
import Gazetteer
import PhotoTree
import TestSupport
import Testing

@Suite("Queries as people write them")
struct SearchNameTests {
    private let gazetteer: Gazetteer
    /// 2026-11-18.
    private static let now = Timestamp(1_795_000_000)

    init() throws { gazetteer = try Gazetteer.bundled() }

    private func query(_ name: String) throws(SearchName.Refusal) -> PhotoSearch {
        try SearchName.query(
            name, now: Self.now, isPlace: gazetteer.isSearchPlace, isNoted: gazetteer.isNotedPlace)
    }

    private func meaning(_ name: String) -> String {
        do throws(SearchName.Refusal) {
            let search = try query(name)
            let place: String
            if let typed = search.place {
                if case .point(let point, _)? = PinName(typed) {
                    place = "@\(point.latitude),\(point.longitude)"
                } else {
                    place = gazetteer.pinned(named: typed).map(kind) ?? "??"
                }
            } else {
                place = ""
            }
            return [search.sentence(where: nil), place].filter { !$0.isEmpty }.joined(separator: "\t")
        } catch {
            return "! \(error.sentence)"
        }
    }

    /// A place, or an area with an outline.
    private func kind(_ place: Place) -> String {
        "\(place.name)|\(place.country)\(gazetteer.area(of: place.id) == nil ? "" : "|area")"
    }

    @Test func `each query of the list is understood as the list says`() throws {
        let list = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "queries.tsv"),
            encoding: .utf8)
        let rows = list.split(separator: "\n").filter { !$0.hasPrefix("# ") || $0.contains("\t") }
        #expect(rows.count > 200)
        for row in rows {
            let cells = row.split(separator: "\t", maxSplits: 1)
            #expect(meaning(String(cells[0])) == String(cells[1]), "\(cells[0])")
        }
    }

    @Test(arguments: [
        ["lighthouse, in Brittany, cc", "CC, in  Brittany , Lighthouse"],
        ["red door, 2010-2020", "door red, from 2010 to 2020", "door, red, 2010 – 2020", "Red Dóor, 2010-20"],
        ["#beach #sunset", "#sunset, #Beach"],
        ["by Ada Example, cat", "cat, BY ada example"],
    ])
    func `another spelling of a query has the same identity`(spellings: [String]) throws {
        let identities = Set(try spellings.map { try query($0).identity(where: "x") })
        #expect(identities.count == 1, "\(identities)")
    }

    @Test(arguments: [
        ("red door", "\"red door\""), ("cat", "-cat dog"), ("cat", "#cat"), ("cat, 2019", "cat, 2020"),
        ("cat, cc", "cat, commercial"), ("cat, newest", "cat"), ("cat, 20 photos", "cat, 30 photos"),
        ("cat", "cat, known"),
    ])
    func `another query has another identity`(one: String, other: String) throws {
        #expect(try query(one).identity(where: nil) != query(other).identity(where: nil))
    }

    @Test(
        arguments: [
            ("cat\ndog", "it has a line break"), ("cat\u{1B}[31m", "it has a control character"),
            (" cat", "it begins with a blank"), (".cat", "it begins with a dot"),
            (String(repeating: "a", count: 256), "it has 256 bytes"), ("", "it is empty"),
            ("caf\u{FFFD}", "it has bytes that are no UTF-8"),
        ])
    func `what no folder may be called is no query`(name: String, reason: String) {
        #expect(meaning(name).hasPrefix("! this cannot be a query: \(reason)"), "\(name)")
    }

    @Test func `no typed word keeps a character that a service could read as syntax`() throws {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "incategory:", "insource:/x/", "\"", "-", "!", "~", "*", "?", "|", "\\", "(", ")", "&&", "||", "OR", "AND",
            "NOT",
            "File:", "prefix:", "morelike:", "cat", "Straße", "桜", "l'eau", "'", "’", "#", "+", ":", "^2", "[", "]",
            "{", "}",
            "<", ">", "=", "%", "\u{202E}", "\u{200B}", " ", " ", " ",
        ]
        for _ in 0..<20_000 {
            let typed = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            for word in SearchWords.harmless(typed) {
                #expect(!["AND", "OR", "NOT"].contains(word))
                let isHarmless = word.unicodeScalars.allSatisfy { scalar in
                    scalar == "'" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || scalar.properties.canonicalCombiningClass != .notReordered
                }
                #expect(isHarmless && !word.hasPrefix("'") && !word.hasSuffix("'"), "\(typed): \(word)")
            }
        }
    }

    @Test func `any name is read or refused in a sentence, at once`() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            ",", ", ", "in ", "near ", "\"", "-", "#", "2019", "-", "2010-2020", "before ", "1920s", "cc", "500 photos",
            "2000px",
            "r5km", "by ", "known", "cat", "Paris", "“", "」", "\u{0}", "é", "👨‍👩‍👧", " ",
        ]
        for _ in 0..<5_000 {
            let name = (0..<Int.random(in: 0...16, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            do throws(SearchName.Refusal) {
                let search = try SearchName.query(name, now: Self.now) { $0 == "Paris" }
                #expect(!search.sentence(where: nil).isEmpty)
            } catch {
                #expect(!error.reason.isEmpty && !error.reason.hasSuffix("."))
            }
        }
    }
}
