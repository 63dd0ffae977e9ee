import PhotoTree
import Testing

@testable import PlacesFileSystem

@Suite struct PhotoMetadataCacheTests {
    private func photo(_ number: Int) -> Photo { Photo(id: PhotoID("\(number)"), title: "") }

    @Test func `what left does not come back with a listing that was asked for before`() {
        let shelf = PhotoMetadataCache()
        shelf.put(photo(1))
        #expect(shelf.photo(PhotoID("1")) != nil)
        shelf.remove(PhotoID("1"))
        shelf.put([photo(1), photo(2)])
        #expect(shelf.photo(PhotoID("1")) == nil && shelf.photo(PhotoID("2")) != nil)
    }

    @Test func `however many photos leave, the latest thousand are remembered and not all`() {
        let shelf = PhotoMetadataCache()
        for number in 0..<100_000 {
            shelf.remove(PhotoID("\(number)"))
        }
        #expect(shelf.memory < 5_000)
        shelf.put((99_000..<100_000).map(photo))
        #expect((99_000..<100_000).allSatisfy { shelf.photo(PhotoID("\($0)")) == nil })
    }
}
