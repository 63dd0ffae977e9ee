import Foundation
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

@Suite("What a photo of one's own says")
struct ReadingTests {
    @Test func `a date of taking in the future is none, and the next one counts`() async throws {
        let folder = try OwnFolder()
        let future = "-EXIF:DateTimeOriginal=2099:01:01 10:00:00"
        try await folder.picture("a.jpg", 1, future)
        try await folder.picture("b.jpg", 2, future, "-XMP-photoshop:DateCreated=2016-07")
        let written = try await ChildProcess(["touch", "-d", "2015-05-05 12:00", folder.path + "/a.jpg"]).result()
        try #require(written.status == 0)
        let source = try await folder.source()
        #expect(try await source.tree() == ["Unknown place/2015": ["a.jpg"], "Unknown place/2016": ["b.jpg"]])
        let first = try #require(try await source.all().first { $0.ownPath == "a.jpg" })
        #expect(first.taken == nil && first.uploaded != nil)
        await source.close()
    }

    @Test(arguments: 1...8)
    func `a photo is as wide and as high as it is shown, whichever side of the file is up`(_ side: Int) async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1, "-n", "-IFD0:Orientation=\(side)")
        let source = try await folder.source()
        let image = try #require(try await source.all().first?.renditions.first)
        #expect(image.width == (side > 4 ? 24 : 33) && image.height == (side > 4 ? 33 : 24))
        await source.close()
    }
}
