import Foundation
import PhotoTree
import Testing

@testable import Catalog

/// `made.txt` of somebody who has many photos in albums.
@Suite struct LongMadeFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `albums of many photos are written again only after as many changes`() throws {
        let file = MadeFile(besideCatalog: folder.catalog)
        _ = file.read()
        var things = MadeThings()
        let photos = Dictionary(uniqueKeysWithValues: (0..<2000).map { (PhotoID("p\($0)"), "p\($0).jpg") })
        things.apply(.album(MadeAlbum(number: NodeNumber(7), name: "A", photos: photos)))
        try file.write(things, mark: "mark", numbers: 100)
        func add(_ range: Range<Int>) throws {
            try file.append(range.map { .albumPhoto(PhotoID("n\($0)"), name: "n\($0).jpg", in: NodeNumber(7)) })
        }
        try add(0..<1500)
        #expect(!file.mustBeWritten)
        file.sync()
        let again = MadeFile(besideCatalog: folder.catalog)
        #expect(again.read().things.albums.values.first?.photos.count == 3500)
        #expect(!again.mustBeWritten)
        try add(1500..<3000)
        #expect(file.mustBeWritten)
    }

    @Test func `a file of more than 64 MB is read if it is one of ours`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let before = try await Handiwork.fill(catalog)
        catalog.close()
        var bytes = try #require(FileManager.default.contents(atPath: folder.made))
        let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
        let comment = Data("# ".utf8) + Data(repeating: UInt8(ascii: "x"), count: 65 << 20) + Data("\n".utf8)
        bytes.insert(contentsOf: comment, at: end + 1)
        try bytes.write(to: URL(fileURLWithPath: folder.made))
        try folder.loseCatalog()
        let again = try await Catalog(at: folder.catalog, now: clock.reading)
        #expect(try await Handiwork(again) == before)
        again.close()
    }
}
