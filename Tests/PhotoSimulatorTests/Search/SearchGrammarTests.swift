import PhotoSimulator
import Testing

/// What both services read in a search's text.
@Suite struct SearchGrammarTests {
    // MARK: Flickr (documentation of flickr.photos.search; errors 1, 2, 18 and 20 there)

    private func addHarbours(_ simulator: Simulator) {
        simulator.library.add(
            SimulatedPhoto(
                id: "1", title: "Red door at night", owner: "1@N01", ownerName: "Ann Lee", pathAlias: "annlee",
                taken: "1958-03-09 07:10:00"),
            SimulatedPhoto(id: "2", title: "A door, red", tags: ["Harbour"], owner: "2@N02", ownerName: "Bo"))
    }

    @Test(arguments: [
        ("text=red%20door", ["1", "2"], []), ("text=%22red%20door%22", ["1"], ["\"red door\""]),
        ("text=door%20-night", ["2"], ["-night"]), ("text=doo", [], []), ("text=harbour%20door", ["2"], []),
    ])
    func `Flickr reads words, phrases and exclusions`(
        arguments: String, expected: [String], syntax: [String]
    ) async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addHarbours(simulator)
            #expect(Set(try await simulator.call("flickr.photos.search", arguments).ids()) == Set(expected))
            #expect(simulator.ledger.entries.last?.searchSyntax == syntax)
        }
    }

    @Test func `Flickr ignores dates and exclusions on demand`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addHarbours(simulator)
            let arguments = "text=door%20-night&min_taken_date=2000-01-01%2000:00:00"
            #expect(try await simulator.call("flickr.photos.search", arguments).ids() == ["2"])
            simulator.change { behaviour in
                behaviour.ignoresTakenDates = true
                behaviour.ignoresExclusions = true
            }
            #expect(Set(try await simulator.call("flickr.photos.search", arguments).ids()) == ["1", "2"])
        }
    }

    @Test func `Flickr knows users by screen name, by address, and by identifier`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addHarbours(simulator)
            let named = try await simulator.call("flickr.people.findByUsername", "username=Ann%20Lee")
            #expect(named.string("user.nsid") == "1@N01" && named.string("user.username._content") == "Ann Lee")
            for name in ["annlee", "1@N01"] {
                let address = "url=https://www.flickr.com/photos/\(name)/"
                #expect(try await simulator.call("flickr.urls.lookupUser", address).string("user.id") == "1@N01")
            }
            for (method, argument) in [
                ("people.findByUsername", "username=annlee"),
                ("urls.lookupUser", "url=https://www.flickr.com/photos/x/"),
                ("urls.lookupUser", "url=x"),
            ] {
                #expect(try await simulator.call("flickr.\(method)", argument).number("code") == 1)
            }
        }
    }

    @Test func `Flickr refuses pages beyond the 4,000th result on demand`() async throws {
        try await serving(synthetic(places: 1, photos: 4_100)) { (simulator) async throws in
            simulator.change { $0.refusesBeyondReach = true }
            let last = try await simulator.call("flickr.photos.search", "tags=synthetic&per_page=250&page=16")
            #expect(last.ids().count == 250)
            let beyond = try await simulator.call("flickr.photos.search", "tags=synthetic&per_page=250&page=17")
            #expect(beyond.number("code") == 20)
        }
    }

    // MARK: Commons (CirrusSearch's FullTextKeywordRegistry and QueryStringRegexParser)

    private func search(_ simulator: Simulator, _ text: String) async throws -> (found: Set<Int>, syntax: [String]) {
        let answer = try await simulator.commons([
            "list": "search", "srnamespace": "6", "srsearch": text, "srlimit": "50",
        ])
        let count = answer.count("query.search") ?? 0
        let found = (0..<count).compactMap { answer.number("query.search.\($0).pageid") }
        return (Set(found), simulator.ledger.entries.last?.searchSyntax ?? [])
    }

    private func addFiles(_ simulator: Simulator) {
        func file(_ id: String, _ title: String, _ license: String, _ uploaded: Int64, _ page: CommonsPage) {
            simulator.library.add(
                SimulatedPhoto(
                    id: id, title: title, ownerName: id == "3" ? "Bo" : "Ann Lee", license: license, uploaded: uploaded,
                    commons: page))
        }
        // 2009, 2015 and 2021.
        file("1", "Old ships", "9", 1_240_000_000, CommonsPage(categories: ["Ships"]))
        file("2", "Old harbour", "9", 1_440_000_000, CommonsPage(categories: [], hasNoStatements: true))
        file("3", "Night harbour", "4", 1_640_000_000, CommonsPage(categories: [], judgements: ["Q63348069"]))
    }

    @Test(arguments: [
        ("old", [1, 2], []), ("old -harbour", [1], ["-harbour"]), ("old !harbour", [1], ["-harbour"]),
        ("\"old harbour\"", [2], ["\"old harbour\""]), ("incategory:\"Boats|Ships\"", [1], ["incategory:Boats|Ships"]),
        ("ships OR night", [1, 3], ["OR"]), ("haslicense:unrestricted", [1], ["haslicense:unrestricted"]),
        ("haslicense:free", [], ["haslicense:free"]), ("creationdate:>=2015", [2, 3], ["creationdate:>=2015"]),
        ("creationdate:2009", [1], ["creationdate:2009"]), ("creationdate:<2015-08", [1], ["creationdate:<2015-08"]),
        ("haswbstatement:P6731=Q63348049|P6731=Q63348069", [3], ["haswbstatement:P6731=Q63348049|P6731=Q63348069"]),
        ("insource:/x/ old", [], ["insource:/x/"]), ("prefix:Old harbour", [], ["prefix:Old harbour"]),
    ])
    func `Commons reads words and keywords`(text: String, expected: [Int], syntax: [String]) async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addFiles(simulator)
            let (found, read) = try await search(simulator, text)
            #expect(found == Set(expected) && read == syntax)
        }
    }

    @Test func `Commons cuts keywords out of phrases and of other keywords' values`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addFiles(simulator)
            let (found, syntax) = try await search(simulator, "\"old incategory:Ships\"")
            #expect(found == [1] && syntax == ["incategory:Ships", "\"old\""])
            let nested = try await search(simulator, "incategory:\"Ships insource:/x/\"").syntax
            #expect(nested == ["insource:/x/", "incategory:Ships"])
            #expect(try await search(simulator, "x:incategory:Ships").syntax == ["x:incategory:Ships"])
        }
    }

    /// CirrusSearch's DeepcatFeature: five levels of one category; of too many the first, without an answer the
    /// category alone, each with a warning.
    @Test func `Commons looks through all that is below a category`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            for (number, category) in ["A", "B", "C", "D", "E", "F", "G"].enumerated() {
                simulator.library.add(
                    SimulatedPhoto(
                        id: "\(number + 1)", title: "Photo \(number)", commons: CommonsPage(categories: [category])))
            }
            // A circle, too.
            simulator.change {
                $0.subcategories = ["A": ["B"], "B": ["C", "A"], "C": ["D"], "D": ["E"], "E": ["F"], "F": ["G"]]
            }
            #expect(try await search(simulator, "deepcategory:\"A\"").found == [1, 2, 3, 4, 5, 6])
            #expect(try await search(simulator, "incategory:\"A\"").found == [1])
            #expect(try await search(simulator, "deepcategory:\"A|B\"").found.isEmpty, "it takes one category")
            let asked: KeyValuePairs = ["titles": "Category:B", "prop": "categoryinfo"]
            #expect(try await simulator.commons(asked).number("query.pages.0.categoryinfo.subcats") == 2)
            func warned() async throws -> String {
                let answer = try await simulator.commons([
                    "list": "search", "srsearch": "deepcategory:A", "srnamespace": "6",
                ])
                return answer.string("warnings.search.warnings") ?? ""
            }
            #expect(try await warned() == "")
            simulator.change { $0.deepestSearch = 2 }
            #expect(try await search(simulator, "deepcat:A").found == [1, 2])
            #expect(try await warned().contains("too many categories"))
            simulator.change { $0.knowsSubcategories = false }
            #expect(try await search(simulator, "deepcat:A").found == [1])
            #expect(try await warned().contains("SPARQL query failed"))
        }
    }

    @Test func `Commons lists what a user uploaded, by time alone`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            addFiles(simulator)
            let query: KeyValuePairs = [
                "generator": "allimages", "gaisort": "timestamp", "gaidir": "descending", "gaiuser": "ann_Lee",
                "gailimit": "500",
            ]
            #expect(Set(try await simulator.commons(query).pageIDs) == [1, 2])
            let unsorted = try await simulator.commons(["generator": "allimages", "gaiuser": "Ann Lee"])
            #expect(unsorted.errorCode == "badparams")
            let nobody = try await simulator.commons([
                "generator": "allimages", "gaisort": "timestamp", "gaiuser": "A/B",
            ])
            #expect(nobody.errorCode == "baduser")
        }
    }
}
