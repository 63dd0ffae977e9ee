import PhotoTree
import Testing

@testable import PlacesFileSystem

@Suite("The listings that stay in memory") struct DirectoryTableTests {
    private let table = DirectoryTable()

    private func put(_ key: DirectoryKey, _ count: Int) {
        let entries = (0..<count).map { number in
            ListingEntry(
                name: "\(number).jpg", photo: World.photo("\(number)", ""), number: NodeNumber(100),
                sidecarNumber: NodeNumber(101),
                directoryCount: 1)
        }
        let listing = Listing(
            directory: key, version: 1, entries: entries, total: nil, refreshed: Timestamp(1), changed: Timestamp(1),
            generated: [:])
        _ = table.put(LoadedListing(listing, images: [], rows: []), of: key)
    }

    private func isLoaded(_ key: DirectoryKey) -> Bool { table.loaded(key).listing != nil }

    private func place(_ number: Int) -> DirectoryKey { .place(PlaceID("\(number)")) }

    @Test func `a search of thousands and the album that is filled from it stay, however often one follows the other`()
    {
        let (search, album) = (DirectoryKey.search(NodeNumber(50)), DirectoryKey.album(NodeNumber(51)))
        put(search, 4000)
        for count in 0..<500 where count % 50 == 0 {
            put(album, count)
            #expect(isLoaded(search) && isLoaded(album))
        }
    }

    @Test func `places leave memory when others were listed since, and a long listing when it was not used for long`() {
        let search = DirectoryKey.search(NodeNumber(50))
        put(search, 4000)
        for number in 0..<100 { put(place(number), 50) }
        #expect((0..<100).count { isLoaded(place($0)) } < 40 && isLoaded(place(99)))
        #expect(isLoaded(search))
        for number in 0..<2000 { put(place(number), 50) }
        #expect(!isLoaded(search))
        // Of two long ones the later stays.
        put(search, 2000)
        put(.search(NodeNumber(52)), 3000)
        #expect(!isLoaded(search) && isLoaded(.search(NodeNumber(52))))
    }
}
