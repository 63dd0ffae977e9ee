import Catalog
import PhotoTree
import Testing

@testable import PlacesFileSystem

/// What of the shelf's budget is left for a photo that is put into an album.
@Suite("Room for albums")
struct PromisedRoomTests {
    private let keeping = Keeping([], shelf: nil)
    private let one = PhotoID("1")
    private let two = PhotoID("2")
    private let three = PhotoID("3")

    private func read(_ coming: [PhotoID: Int64]) {
        _ = keeping.takeTouched()
        keeping.take([:], coming.mapValues { _ in "b" }, complete: [], coming: coming)
    }

    @Test func `a photo that waits has its room, once, until it did not come into the album`() {
        #expect(keeping.promise(one, 60, within: 100) == .promised)
        #expect(keeping.promise(one, 60, within: 100) == .promisedBefore)
        #expect(keeping.promise(two, 60, within: 100) == .full(60))
        keeping.redeem(one, isThere: false)
        #expect(keeping.promise(two, 60, within: 100) == .promised)
    }

    @Test func `a promise is in the list that was read after it, and ends when the photo has come`() {
        #expect(keeping.promise(one, 60, within: 100) == .promised)
        keeping.redeem(one, isThere: true)
        read([one: 50])
        #expect(keeping.promise(two, 60, within: 100) == .full(50))
        // It is put into another album, too.
        #expect(keeping.promise(one, 60, within: 100) == .promised)
        keeping.redeem(one, isThere: true)
        #expect(keeping.promise(two, 60, within: 100) == .full(50))
        keeping.completed(one)
        #expect(keeping.promise(two, 60, within: 100) == .promised)
    }

    @Test func `a photo that left the album before its list was read takes no room after it`() {
        #expect(keeping.promise(one, 60, within: 100) == .promised)
        read([:])
        #expect(keeping.promise(two, 60, within: 100) == .full(60), "it is not in the album yet")
        keeping.redeem(one, isThere: true)
        read([:])
        #expect(keeping.promise(two, 60, within: 100) == .promised)
    }

    @Test func `what is under way needs its room until it is here, and what cannot be had needs none`() {
        read([one: 50, two: 50])
        #expect(keeping.promise(three, 60, within: 100) == .full(100))
        #expect(keeping.begins(one) {})
        #expect(keeping.promise(three, 60, within: 100) == .full(100))
        keeping.completed(one)
        #expect(keeping.promise(three, 60, within: 100) == .full(50))
        keeping.failed(two, "too large", version: 0, at: .zero, upTo: .zero)
        #expect(keeping.promise(three, 60, within: 100) == .promised)
    }

    @Test func `what is put into an album while the lists are read has its room, and is read next`() {
        let album = DirectoryKey.album(NodeNumber(9))
        keeping.hold(album)
        _ = keeping.takeOutdated()
        _ = keeping.takeTouched()
        #expect(keeping.promise(one, 60, within: 100) == .promised)
        keeping.redeem(one, isThere: true)
        keeping.changed(TreeChange(emptied: [album]))
        keeping.take([album: KeptList(changed: Timestamp(0))], [:], complete: [], coming: [:])
        #expect(keeping.promise(two, 60, within: 100) == .full(60))
        #expect(keeping.isOutdated && keeping.takeTouched()?.contains(album) != false)
    }

    @Test func `what was to come into a folder takes no room once that is kept no more`() {
        let pin = DirectoryKey.pin(NodeNumber(9))
        keeping.add(pin)
        _ = keeping.takeTouched()
        keeping.take([pin: KeptList(listed: [one])], [one: "b"], complete: [], coming: [one: 60])
        #expect(keeping.promise(two, 60, within: 100) == .full(60))
        keeping.remove(pin, with: [pin])
        #expect(keeping.promise(two, 60, within: 100) == .promised)
    }
}
