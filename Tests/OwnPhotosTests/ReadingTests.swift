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

    @Test func `a search by date finds the photos whose date is the file's`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("plain.jpg", 1)
        let written = try await ChildProcess(["touch", "-d", "2015-05-05 12:00", folder.path + "/plain.jpg"]).result()
        try #require(written.status == 0)
        let source = try await folder.source()
        for (year, isFound) in [(2014, false), (2015, true), (2016, false)] {
            var search = PhotoSearch()
            search.taken = TakenSpan(from: Self.new(year), to: Self.new(year + 1))
            let found = try await source.photos(PhotoQuery(subject: .search(search, near: nil), limit: 10))
            #expect(found.photos.isEmpty != isFound, "\(year)")
        }
        await source.close()
    }

    private static func new(_ year: Int) -> Timestamp? { CivilTime.timestamp(year: year) }

    @Test func `a search waits until the folder was looked at once`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let source = try await folder.source(awaited: false)
        let found = try await source.photos(PhotoQuery(subject: .search(PhotoSearch(), near: nil), limit: 10))
        #expect(found.photos.count == 1)
        await source.close()
    }

    @Test func `another owner is told at once, before files are read again`() async throws {
        let folder = try OwnFolder()
        for number in 0..<20 { try await folder.picture("\(number).jpg", number) }
        let license = try #require(License(shortName: "CC BY 4.0"))
        await (try await folder.source(owner: OwnerOfPhotos(author: "Me", license: license))).close()
        let source = try await folder.source(awaited: false)
        let places = try await source.topPlaces()
        let place = try #require(places.first)
        let photos = try await source.photos(PhotoQuery(subject: .place(place), limit: 100)).photos
        #expect(photos.count == 20 && photos.allSatisfy { $0.license == nil && $0.ownerName.isEmpty })
        await source.close()
    }
}
