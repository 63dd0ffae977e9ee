import Foundation
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

@Suite("Handouts as sources")
struct HandoutTests {
    /// A photo as a service told of it; nothing of that is in its file.
    private static func told(_ id: String, _ edit: (inout Photo) -> Void = { _ in }) -> Photo {
        var photo = Photo(id: PhotoID(id), title: "Moss, wet", description: "Two\nlines", tags: ["moss", "Rain"])
        photo.ownerName = "Bo"
        photo.license = License(
            id: "4", name: "CC BY-NC-ND 2.0", url: "https://creativecommons.org/licenses/by-nc-nd/2.0/")
        photo.pageURL = "https://photos.example/1"
        photo.setTaken(Timestamp(1_262_304_000), .year)
        photo.uploaded = Timestamp(1_300_000_000)
        edit(&photo)
        return photo
    }

    /// Writes the table of a folder of the bag: what is told of each file in it.
    private func write(
        _ photos: [String: Photo], to place: String, of folder: OwnFolder, isBag: Bool = true
    ) async throws {
        if isBag { try folder.write("BagIt-Version: 1.0\n", to: "bag/bagit.txt") }
        var rows: [PhotoSheet.Row] = []
        for (name, photo) in photos {
            let path = "\(folder.path)/bag/data/\(place)/\(name)"
            let digest = try await ChildProcess(["sha256sum", path]).result().text.prefix(64)
            let entry = ListingEntry(name: name, photo: photo, number: .root, sidecarNumber: .root, directoryCount: 1)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path)).count
            rows.append(PhotoSheet.Row(entry: entry, image: nil, bytes: Int64(bytes), sha256: String(digest)))
        }
        try folder.write(PhotoSheet.text(of: rows, source: "flickr"), to: "bag/data/\(place)/photos.csv")
    }

    @Test func `what a handout's table tells of a photo goes before its file, its owner and its position`() async throws
    {
        let folder = try OwnFolder()
        let kyoto = "bag/data/Japan/Kyoto"
        try await folder.picture(kyoto + "/a.jpg", 1, "-XMP-dc:Creator=Ann Lee", "-XMP-dc:Title=Inside")
        try await folder.picture(kyoto + "/=b.jpg", 2)
        let rome = Coordinate(latitude: 41.9, longitude: 12.49)
        try await write(
            [
                "a.jpg": Self.told("1"),
                "=b.jpg": Self.told("2") { ($0.coordinate, $0.license, $0.ownerName) = (rome, nil, "") },
            ], to: "Japan/Kyoto", of: folder)
        let license = try #require(License(shortName: "CC BY 4.0"))
        let source = try await folder.source(owner: OwnerOfPhotos(author: "Me", license: license))
        #expect(try await source.tree() == ["Japan/Kyoto": [kyoto + "/a.jpg", kyoto + "/=b.jpg"]])
        let photos = try await source.all()
        let first = try #require(photos.first { $0.ownPath == kyoto + "/a.jpg" })
        let told = Self.told("1")
        #expect(first.title == told.title && first.description == told.description && first.tags == told.tags)
        #expect(first.ownerName == "Bo" && first.license?.name == told.license?.name && first.pageURL == told.pageURL)
        #expect(first.license?.url == told.license?.url)
        #expect(first.taken == told.taken && first.takenPrecision == .year && first.uploaded == told.uploaded)
        let second = try #require(photos.first { $0.ownPath == kyoto + "/=b.jpg" })
        #expect(second.coordinate == rome && second.ownerName.isEmpty && second.license == nil)
        await source.close()
    }

    @Test func `a photo stands in the folder of places that it has in the handout, and elsewhere by its position`()
        async throws
    {
        let folder = try OwnFolder()
        let places = [
            "Unknown place/2015", "Italy/Nowhereville", "Spain/Elsewhere", "places/Atlantis/Poseidonis", "Trip",
        ]
        for (number, place) in places.enumerated() {
            try await folder.picture("bag/data/\(place)/\(number).jpg", number)
            let photo = Self.told("\(number)") { $0.coordinate = Coordinate(latitude: 48.8584, longitude: 2.2945) }
            try await write(["\(number).jpg": photo], to: place, of: folder)
        }
        let tree = try await folder.source().tree()
        #expect(
            tree == [
                "Unknown place/2015": ["bag/data/Unknown place/2015/0.jpg"],
                "Italy/Nowhereville": ["bag/data/Italy/Nowhereville/1.jpg"],
                "Spain/Elsewhere": ["bag/data/Spain/Elsewhere/2.jpg"],
                "France/Paris": ["bag/data/places/Atlantis/Poseidonis/3.jpg", "bag/data/Trip/4.jpg"],
            ], "\(tree)")
    }

    @Test(arguments: [false, true])
    func `a handout whose last files come late, as from unzip, is shown as any other`(isRemounted: Bool) async throws {
        let folder = try OwnFolder()
        let place = "bag/data/Japan/Kyoto"
        try await folder.picture(place + "/a.jpg", 1)
        try await folder.picture("bag/lists/cover.jpg", 2)
        try await write(["a.jpg": Self.told("1")], to: "Japan/Kyoto", of: folder, isBag: false)
        let source = try await folder.source()
        let before = try await source.tree()
        #expect(before.keys.allSatisfy { $0.hasPrefix("Unknown place/") } && before.values.joined().count == 2)
        if isRemounted { await source.close() }
        try folder.write("BagIt-Version: 1.0\n", to: "bag/bagit.txt")
        let last = isRemounted ? try await folder.source() : source
        #expect(try await last.becomes(["Japan/Kyoto": [place + "/a.jpg"]]))
        await last.close()
    }

    @Test func `a handout's table tells nothing of another file, and a damaged one nothing at all`() async throws {
        let folder = try OwnFolder()
        let place = "bag/data/Japan/Kyoto"
        try await folder.picture(place + "/a.jpg", 1)
        try await folder.picture(place + "/b.jpg", 2)
        try await write(["a.jpg": Self.told("1"), "b.jpg": Self.told("2")], to: "Japan/Kyoto", of: folder)
        let source = try await folder.source()
        func titles() async throws -> Set<String> { Set(try await source.all().map(\.title)) }
        #expect(try await titles() == ["Moss, wet"])
        // Another of the same length.
        let changed = try await ChildProcess([
            "bash", "-ec", "printf x | dd of='\(folder.path)/\(place)/a.jpg' bs=1 seek=300 conv=notrunc status=none",
        ]).result()
        try #require(changed.status == 0)
        let end = ContinuousClock.now + .seconds(60)
        while try await titles() != ["Moss, wet", "a"], ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
        #expect(try await titles() == ["Moss, wet", "a"])
        try folder.write("file,title\r\n\"b.jpg\",\"Moss", to: place + "/photos.csv")
        while try await titles() != ["a", "b"], ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
        #expect(try await titles() == ["a", "b"])
        await source.close()
    }
}
