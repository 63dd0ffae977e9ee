import PhotoTree
import Testing

@testable import PhotoCache

@Suite("CacheName")
struct CacheNameTests {
    @Test(arguments: [
        "12345", "", "..", "../../etc/passwd", "A", "a", "a,b", "File:Été à Paris.jpg", "\u{0}\n\u{202e}", "100%",
        "a.partial",
    ])
    func `any key makes a plain file name that leads back to it`(id: String) throws {
        let key = ImageKey(photo: PhotoID(id), rendition: "b/..")
        let name = try #require(CacheName.whole(key))
        #expect(name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_%,.".utf8.contains($0) })
        #expect(name != "." && name != ".." && name.utf8.count <= 255)
        #expect(CacheName.key(of: name) == key)
        let partial = try #require(CacheName.partial(key, FileNumber(7)))
        #expect(CacheName.isPartial(partial) && CacheName.key(of: partial) == nil)
    }

    @Test func `keys that a disk would take for one have names of their own`() {
        let names = ["A", "a", "a,", "%41", "é", "e\u{301}"].map {
            CacheName.whole(ImageKey(photo: PhotoID($0), rendition: "b"))
        }
        #expect(Set(names).count == names.count)
    }

    @Test func `a key too long for a file name has none`() {
        #expect(CacheName.whole(ImageKey(photo: PhotoID(String(repeating: "x", count: 300)), rendition: "b")) == nil)
    }

    @Test(arguments: [
        "format", "a.photo", "A,b.photo", "a,b,c.photo", "a%4,b.photo", "a%61,b.photo", "%ff,b.photo", ".photo",
    ])
    func `no other name is taken for ours`(name: String) {
        #expect(CacheName.key(of: name) == nil)
        #expect(
            !CacheName.isPartial(name) && !CacheName.isPartial("a.partial") && !CacheName.isPartial("a,b.x.partial"))
    }
}
