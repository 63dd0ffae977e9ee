import PhotoTree
import Testing

@testable import PlacesFileSystem

@Suite struct PhotoTableTests {
    private let photos = PhotoTable()

    private func facts(
        _ id: String = "1", image: String = "b", named: Int64? = nil, learnt: KnownFile? = nil, count: Int = 1
    ) -> PhotoFacts {
        let image = Rendition(
            name: image, width: 400, height: 300, url: "https://images.example/\(id).jpg", byteCount: named)
        let entry = ListingEntry(
            name: "One.jpg", photo: Photo(id: PhotoID(id), renditions: [image]), number: NodeNumber(7),
            sidecarNumber: NodeNumber(8), directoryCount: count)
        return PhotoFacts(entry, image: image, learnt: learnt)
    }

    @Test func `a photo that two listings and the kernel show has one row`() {
        let (row, isNew) = photos.row(for: facts())
        #expect(isNew && photos.row(for: facts()).row === row && photos.row(of: PhotoID("1")) === row)
        let inodes = InodeTable(photos)
        inodes.insert(NodeNumber(7), .photo(PhotoID("1")), .photo(facts()), lookups: 1)
        #expect(row.number == NodeNumber(7))
        let told = inodes.updatePhoto(row) { $0.learn(KnownFile(length: 99, digest: nil)) }
        #expect(told == NodeNumber(7) && inodes.isSizeOutdated(NodeNumber(7)))
        guard case .photo(let shown)? = inodes.record(NodeNumber(7))?.facts else {
            Issue.record("no photo")
            return
        }
        #expect(shown.size == 99 && row.facts.size == 99)
    }

    @Test func `a row ends with the last that shows it, and its number with the kernel's last reference`() {
        let inodes = InodeTable(photos)
        inodes.insert(NodeNumber(7), .photo(PhotoID("1")), .photo(facts()), lookups: 1)
        #expect(inodes.number(of: PhotoID("1")) == NodeNumber(7))
        var listed = photos.row(of: PhotoID("1"))
        inodes.count(-1, for: NodeNumber(7))
        #expect(listed != nil && inodes.number(of: PhotoID("1")) == nil)
        listed = nil
        #expect(photos.row(of: PhotoID("1")) == nil)
        // More than the table looks through at once.
        for number in 0..<3000 { _ = photos.row(for: facts("\(number)")) }
        #expect(photos.row(of: PhotoID("2999")) == nil)
    }

    @Test func `a photo that was replaced tells the size it had with its credit until that is decided anew`() {
        var row = facts()
        row.learn(KnownFile(length: 99, digest: "sha256:00"))
        row.embed(10)
        row.learn(KnownFile(length: 99, digest: "sha256:01"))
        #expect(row.size == 109 && row.embedded == nil)
        row.take(facts())
        #expect(row.size == 109 && row.embedded == nil)
        row.learn(KnownFile(length: 80, digest: "sha256:02"))
        #expect(row.size == 90)
        row.embed(0)
        #expect(row.size == 80)
    }

    @Test func `what was learnt of a file outlives a listing that was read before`() {
        var row = facts()
        row.learn(KnownFile(length: 99, digest: "sha256:00"))
        row.embed(10)
        row.take(facts(count: 5))
        #expect(row.size == 109 && row.learnt?.digest == "sha256:00" && row.directoryCount == 1)
        var hinted = facts()
        hinted.expect(77)
        hinted.take(facts())
        #expect(hinted.size == 77 && hinted.isHinted)
    }

    @Test func `a listing that names another image or another length is believed`() {
        var row = facts(named: 50)
        row.learn(KnownFile(length: 50, digest: "sha256:00"))
        row.take(facts(named: 60))
        #expect(row.size == 60 && row.learnt == KnownFile(length: 60, digest: nil))
        row.take(facts(image: "o", named: 70))
        #expect(row.rendition == "o" && row.size == 70)
    }
}
