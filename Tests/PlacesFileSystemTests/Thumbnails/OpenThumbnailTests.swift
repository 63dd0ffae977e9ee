import PhotoTree
import Testing

@testable import PhotoFetch
@testable import PlacesFileSystem

@Suite struct OpenThumbnailTests {
    private func thumbnail() -> OpenThumbnail {
        let photo = World.photo("1", "one")
        let small = Rendition(name: "n", width: 320, height: 240, url: "https://images.example/1_n.jpg")
        return OpenThumbnail(photo, NodeNumber(rawValue: 9), small: small, own: photo.renditions[0])
    }

    private func open(_ rendition: String, _ number: UInt64) -> OpenPhoto {
        OpenPhoto(
            photo: World.photo("1", "one"), key: ImageKey(photo: PhotoID("1"), rendition: rendition), length: 10,
            isHinted: false, number: number)
    }

    @Test func `the first answer decides what a handle serves, and no later one`() {
        let thumbnail = thumbnail()
        #expect(thumbnail.content == nil)
        #expect(thumbnail.decide(on: .own) == (.own, true))
        #expect(thumbnail.decide(on: .small) == (.own, false))
        #expect(thumbnail.content == .own)
    }

    @Test func `of two who open a thumbnail at once the first's is used, and the other's is spare`() {
        let thumbnail = thumbnail()
        let (first, second) = (open("n", 1), open("n", 2))
        #expect(thumbnail.put(first, as: .small).used === first)
        let late = thumbnail.put(second, as: .small)
        #expect(late.used === first && late.spare === second)
        #expect(thumbnail.open(.small) === first && thumbnail.open(.own) == nil)
    }

    @Test func `what is opened for a handle that was closed meanwhile is spare`() {
        let thumbnail = thumbnail()
        let (small, own) = (open("n", 1), open("b", 2))
        _ = thumbnail.put(small, as: .small)
        #expect(thumbnail.close().map(\.value.number) == [1])
        let late = thumbnail.put(own, as: .own)
        #expect(late.used == nil && late.spare === own)
        #expect(thumbnail.close().isEmpty)
    }
}
