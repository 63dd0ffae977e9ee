import PhotoTree
import Testing

@Suite("DirectoryKey")
struct DirectoryKeyTests {
    private static let keys: [DirectoryKey] = [
        .root, .places, .country("France"), .place(PlaceID("woe:1")), .tags, .topic(NodeNumber(5)),
        .tag("quad", of: NodeNumber(5)), .recents, .pins, .pin(NodeNumber(6)), .placeholder(.pin, NodeNumber(7)),
        .state,
        .cached,
    ]

    /// Where photos have sidecars, a directory has its map, its credits, and hides the sidecars from file managers.
    @Test
    func `the files of a listing are told from each other, and go with its sidecars`() {
        for listing in Self.keys.compactMap(\.listing) {
            #expect(Set(listing.files).count == listing.files.count && !listing.files.contains(.collectionTrigger))
            if listing.hasSidecars { #expect(Set(listing.files).isSuperset(of: [.map, .credits, .hidden])) }
        }
        #expect(Self.keys.filter { $0.listing?.files.contains(.newCollection) == true } == [.pin(NodeNumber(6))])
    }

    @Test
    func `only recents/ has ranks, and only what is cached counts as no directory of a photo`() {
        #expect(Self.keys.filter { $0.listing?.isRanked == true } == [.recents])
        #expect(Self.keys.filter { $0.listing?.isCounted == false } == [.cached])
    }

    @Test(
        arguments: [
            DirectoryKey.searches, .search(NodeNumber(8)), .albums, .album(NodeNumber(9)),
            .smallRenditions(of: .recents),
            .smallRenditions(of: .tag("a/b", of: NodeNumber(5))), .place(PlaceID("\u{301}x")), .country("\u{301}"),
            .tag("\u{301}", of: NodeNumber(5)), .place(PlaceID("a:b")), .country(""),
        ] + keys)
    func `a stored text is read as the directory that it is of`(key: DirectoryKey) {
        switch key {
        case .root, .placeholder: #expect(DirectoryKey(stored: key.text) == nil, "no catalog has it")
        default: #expect(DirectoryKey(stored: key.text) == key)
        }
    }

    /// Catalogs have these texts, and kernels and backups the numbers: neither ever changes.
    @Test func `each kind has the text and the number that catalogs and programs know`() {
        let five = NodeNumber(5)
        let texts: [(key: DirectoryKey, text: String, number: UInt64?)] = [
            (.root, "root", 1),
            (.places, "places", 0xFFFF_FF01), (.tags, "tags", 0xFFFF_FF02), (.recents, "recents", 0xFFFF_FF03),
            (.pins, "pins", 0xFFFF_FF04), (.state, "state", 0xFFFF_FF05), (.cached, "cached", 0xFFFF_FF06),
            (.searches, "searches", 0xFFFF_FF07), (.albums, "albums", 0xFFFF_FF08),
            (.country("France"), "country:France", nil), (.place(PlaceID("woe:1")), "place:woe:1", nil),
            (.topic(five), "topic:5", nil), (.tag("quad", of: five), "tag:5/quad", nil), (.pin(five), "pin:5", nil),
            (.placeholder(.pin, five), "placeholder:5", nil), (.search(five), "search:5", nil),
            (.placeholder(.search, five), "search-placeholder:5", nil), (.album(five), "album:5", nil),
            (.placeholder(.album, five), "album-placeholder:5", nil),
            (.smallRenditions(of: .cached), "small:cached", nil),
            (.smallRenditions(of: .pin(five)), "small:pin:5", nil),
        ]
        for (key, text, number) in texts {
            #expect(key.text == text && key.fixedNumber?.rawValue == number)
        }
        let fixed = texts.filter { $0.number != nil && $0.key != .root }.map(\.key)
        let rows = DirectoryKey.fixed + NumberedDirectory.allCases.map { .numbered($0, five) }
        #expect(Set(rows).isSubset(of: texts.map(\.key)) && fixed.count == DirectoryKey.fixed.count)
    }

    @Test func `each lies in its branch, and shows its own listing or that of its topic or folder`() {
        let five = NodeNumber(5)
        let branches: [DirectoryKey: [DirectoryKey]] = [
            .root: [.root], .places: [.places, .country("x"), .place(PlaceID("x"))],
            .tags: [.tags, .topic(five), .tag("a", of: five)], .recents: [.recents],
            .pins: [.pins, .pin(five), .placeholder(.pin, five)],
            .searches: [.searches, .search(five), .placeholder(.search, five)],
            .albums: [.albums, .album(five), .placeholder(.album, five)], .state: [.state, .cached],
        ]
        for (branch, keys) in branches {
            for key in keys {
                #expect(key.branch == branch && DirectoryKey.smallRenditions(of: key).branch == branch, "\(key)")
                let small = DirectoryKey.smallRenditions(of: key)
                #expect(small.listingKey == key.listingKey && small.list == key && key.list == key, "\(key)")
            }
        }
        #expect(DirectoryKey.tag("a", of: five).listingKey == .topic(five))
        let lists: [DirectoryKey] = [
            .place(PlaceID("x")), .topic(five), .tag("a", of: five), .recents, .pin(five), .search(five), .album(five),
            .cached,
        ]
        let listed = branches.values.joined().filter { $0.listing != nil }
        #expect(Set(listed) == Set(lists))
    }

    @Test(arguments: [
        "", "x", "places:", "pin", "pin:", "pin:05", "pin:+5", "pin:5 ", "tag:5", "tag:x/a", "small:small:recents",
        "small:", "PINS", "pin:99999999999999999999", "placeholder:5", "search-placeholder:5", "album-placeholder:5",
        "topic", "album:", "cached:5", "small:placeholder:5", "country", "place", "small",
    ])
    func `another text is no directory`(text: String) {
        #expect(DirectoryKey(stored: text) == nil)
    }

    @Test
    func `no two directories have one text`() {
        let more: [DirectoryKey] = [
            .topic(NodeNumber(6)), .pin(NodeNumber(5)), .placeholder(.pin, NodeNumber(6)),
            .tag("quad", of: NodeNumber(6)),
            .tag("a", of: NodeNumber(5)), .tag("5/a", of: NodeNumber(5)), .country("woe:1"), .place(PlaceID("France")),
        ]
        let rows = NumberedDirectory.allCases.flatMap { kind in
            [DirectoryKey.numbered(kind, NodeNumber(5)), .placeholder(kind, NodeNumber(5))]
        }
        let keys = Set(Self.keys + more + DirectoryKey.fixed + rows)
        #expect(Set(keys.map(\.text)).count == keys.count)
    }
}
