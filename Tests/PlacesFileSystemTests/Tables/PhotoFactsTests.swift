import PhotoTree
import Testing

@testable import PlacesFileSystem

@Suite struct PhotoFactsTests {
    private func facts(_ byteCount: Int64?, learnt: KnownFile? = nil) -> PhotoFacts {
        let image = Rendition(
            name: "o", width: 4000, height: 3000, url: "https://images.example/1.jpg", byteCount: byteCount)
        let entry = ListingEntry(
            name: "One.jpg", photo: Photo(id: PhotoID("1"), renditions: [image]), number: NodeNumber(7),
            sidecarNumber: NodeNumber(8), directoryCount: 1)
        return PhotoFacts(entry, image: image, learnt: learnt)
    }

    @Test func `a length that the listing names is exact, and nothing has to be fetched for it`() {
        #expect(facts(5_000_000).size == 5_000_000)
        #expect(facts(5_000_000).learnt == KnownFile(length: 5_000_000, digest: nil))
    }

    @Test func `what was fetched is known better than what the listing names`() {
        let learnt = KnownFile(length: 4_999_999, digest: "sha256:00")
        #expect(facts(5_000_000, learnt: learnt).size == 4_999_999)
        #expect(facts(5_000_000, learnt: learnt).learnt == learnt)
    }

    @Test func `a length that a download announced in vain is told no longer`() {
        var told = facts(nil)
        let estimate = told.size
        told.learn(KnownFile(length: 1_000, digest: nil))
        told.forgetFile()
        #expect(told.size == estimate)
        told.learn(KnownFile(length: 5_000_000, digest: "sha256:00"))
        told.forgetFile()
        #expect(told.size == 5_000_000, "who has it open gets as many bytes")
    }

    @Test(arguments: [nil, 0, -1, .min, 1 << 40 + 1, 1 << 53, .max] as [Int64?])
    func `a photo without a length that it can have has an estimate, never none`(byteCount: Int64?) {
        #expect(facts(byteCount).learnt == nil)
        #expect(facts(byteCount).size == SizeEstimate.bytes(width: 4000, height: 3000))
    }
}
