import PhotoTree
import Testing

@testable import PlacesFileSystem

@Suite("ListingChange")
struct ListingChangeTests {
    private func listing(
        _ names: [String: UInt64], generated: UInt64 = 900, in directory: DirectoryKey = .place(PlaceID("woe:1"))
    ) -> Listing {
        let entries = names.sorted { $0.key < $1.key }.map { name, number in
            ListingEntry(
                name: name, photo: World.photo("\(number)", name), number: NodeNumber(number),
                sidecarNumber: NodeNumber(number + 500), directoryCount: 1)
        }
        return Listing(
            directory: directory, version: 1, entries: entries, total: nil, refreshed: Timestamp(0),
            changed: Timestamp(0),
            generated: [
                .map: NodeNumber(generated), .credits: NodeNumber(generated + 1), .hidden: NodeNumber(generated + 2),
            ])
    }

    @Test func `the kernel looks new names up again, and their sidecars`() {
        let change = ListingChange(
            from: listing(["a.jpg": 1]), to: listing(["a.jpg": 1, "b.jpg": 2]), sidecars: .listed)
        #expect(change.expired == ["b.geojson", "b.jpg"] && change.removed.isEmpty)
    }

    @Test func `names that left are looked up again, for they still open`() {
        let change = ListingChange(
            from: listing(["a.jpg": 1, "b.jpg": 2]), to: listing(["a.jpg": 1]), sidecars: .listed)
        #expect(change.expired == ["b.geojson", "b.jpg"] && change.removed.isEmpty)
    }

    @Test func `a name that means another photo is looked up again, and written files with new numbers`() {
        let change = ListingChange(
            from: listing(["a.jpg": 1]), to: listing(["a.jpg": 2], generated: 910), sidecars: .listed)
        #expect(change.expired == [".hidden", "CREDITS.txt", "a.geojson", "a.jpg", "map.geojson"])
    }

    @Test func `the first listing of a place has nothing to expire, for whoever asked before it has waited`() {
        let change = ListingChange(from: nil, to: listing(["a.jpg": 1]), sidecars: .listed)
        #expect(change == ListingChange())
    }

    @Test func `the first listing of a collection expires what was probed before it`() {
        let collection = listing(["a.jpg": 1], in: .pin(NodeNumber(7)))
        let change = ListingChange(from: nil, to: collection, sidecars: .listed)
        #expect(Set(change.expired).isSuperset(of: ["a.jpg", "a.geojson", ".hidden", "map.geojson", "CREDITS.txt"]))
    }

    @Test func `No Images goes when the first photo comes`() {
        let change = ListingChange(from: listing([:]), to: listing(["a.jpg": 1]), sidecars: .listed)
        #expect(change.removed == ["No Images"] && change.expired == ["a.geojson", "a.jpg"])
        let back = ListingChange(from: listing(["a.jpg": 1]), to: listing([:]), sidecars: .listed)
        #expect(back.expired.contains("No Images") && back.removed.isEmpty)
    }

    @Test func `a change of a listing without sidecars tells of none, and tells of unlisted ones`() {
        let (old, new) = (listing(["a.jpg": 1]), listing(["a.jpg": 1, "b.jpg": 2]))
        #expect(ListingChange(from: old, to: new, sidecars: .none).expired == ["b.jpg"])
        #expect(ListingChange(from: old, to: new, sidecars: .unlisted).expired == ["b.geojson", "b.jpg"])
    }

    @Test func `the same listing is no change`() {
        let same = ListingChange(from: listing(["a.jpg": 1]), to: listing(["a.jpg": 1]), sidecars: .listed)
        #expect(same.expired.isEmpty && same.removed.isEmpty)
    }
}
