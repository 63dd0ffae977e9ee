import PhotoTree
import Testing

@Suite("DirectoryKey")
struct DirectoryKeyTests {
    private static let keys: [DirectoryKey] = [
        .root, .places, .country("France"), .place(PlaceID("woe:1")), .tags, .topic(NodeNumber(5)),
        .tag("quad", of: NodeNumber(5)), .recents, .pins, .pin(NodeNumber(6)), .placeholder(NodeNumber(7)), .state,
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

    @Test(arguments: [
        "", "x", "places:", "pin", "pin:", "pin:05", "pin:+5", "pin:5 ", "tag:5", "tag:x/a", "small:small:recents",
        "small:", "PINS", "pin:99999999999999999999",
    ])
    func `another text is no directory`(text: String) {
        #expect(DirectoryKey(stored: text) == nil)
    }

    @Test
    func `no two directories have one text`() {
        let more: [DirectoryKey] = [
            .topic(NodeNumber(6)), .pin(NodeNumber(5)), .placeholder(NodeNumber(6)), .tag("quad", of: NodeNumber(6)),
            .tag("a", of: NodeNumber(5)), .tag("5/a", of: NodeNumber(5)), .country("woe:1"), .place(PlaceID("France")),
        ]
        let keys = Self.keys + more
        #expect(Set(keys.map(\.text)).count == keys.count)
    }
}
