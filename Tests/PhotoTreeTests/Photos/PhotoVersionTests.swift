import PhotoTree
import Testing

@Suite("Whether a listing names other files of a photo") struct PhotoVersionTests {
    private func flickr(_ secret: String, host: String = "live.staticflickr.com", query: String = "") -> Photo {
        Photo(
            id: PhotoID("7"),
            renditions: ["n", "b"].map {
                Rendition(name: $0, width: 1, height: 1, url: "https://\(host)/65535/7_\(secret)_\($0).jpg\(query)")
            })
    }

    private func commons(_ name: String, _ digest: String) -> Photo {
        Photo(
            id: PhotoID("7"),
            renditions: [
                Rendition(name: "1280", width: 1, height: 1, url: "https://upload.wikimedia.org/thumb/1280px-\(name)"),
                Rendition(
                    name: "o", width: 1, height: 1, url: "https://upload.wikimedia.org/\(name)", byteCount: 9,
                    digest: digest),
            ])
    }

    @Test func `another secret is another version, another host or parameter is not`() {
        #expect(flickr("abc").namesOtherFiles(than: flickr("abd")))
        #expect(!flickr("abc").namesOtherFiles(than: flickr("abc")))
        #expect(!flickr("abc", host: "farm66.staticflickr.com").namesOtherFiles(than: flickr("abc", query: "?zz=1")))
    }

    @Test func `where digests are told they decide, and a renamed file is the same`() {
        #expect(commons("A.jpg", "sha1:1").namesOtherFiles(than: commons("A.jpg", "sha1:2")))
        #expect(!commons("A.jpg", "sha1:1").namesOtherFiles(than: commons("B.jpg", "sha1:1")))
    }

    @Test func `a description without any common size tells nothing`() {
        var other = flickr("abd")
        other.renditions = []
        #expect(!other.namesOtherFiles(than: flickr("abc")) && !flickr("abc").namesOtherFiles(than: other))
    }
}
