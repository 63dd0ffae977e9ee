import Foundation
import Logging
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

@Suite("Own photos on a disk, and with an index, that fail for a while")
struct TroubleTests {
    private let folder: OwnFolder

    init() throws { folder = try OwnFolder() }

    /// Lets the index take no photo, or take them again. As on a full disk, what is known can be read.
    private func refuse(_ isRefused: Bool) async throws {
        let statement =
            isRefused
            ? "CREATE TRIGGER refuse BEFORE INSERT ON file BEGIN SELECT RAISE(ABORT, ''no room''); END"
            : "DROP TRIGGER refuse"
        let script = """
            import sqlite3
            index = sqlite3.connect('\(folder.folder.path)/index.sqlite', timeout=30)
            index.execute('\(statement.replacingOccurrences(of: "''", with: "\\'"))')
            index.commit()
            """
        let done = try await ChildProcess(["python3", "-c", script]).result()
        try #require(done.status == 0, "\(done.errors)")
    }

    @Test func `what could not be written is written when that works again, and status says so`() async throws {
        try await folder.picture("a.jpg", 1)
        let source = try await folder.source()
        let year = try #require(try await source.tree().keys.first)
        try await refuse(true)
        try await folder.picture("b.jpg", 2)
        #expect(try await source.reports { $0.contains("its index cannot be written") }, "\(source.report)")
        try await refuse(false)
        #expect(try await source.becomes([year: ["a.jpg", "b.jpg"]]))
        #expect(try await source.reports { !$0.contains("cannot be written") }, "\(source.report)")
        await source.close()
    }

    @Test func `a first scan that could not be written is none, and is made again`() async throws {
        try await folder.picture("a.jpg", 1, "-XMP-exif:GPSLatitude=41.9", "-XMP-exif:GPSLongitude=12.49")
        try PhotoIndex(at: folder.folder.path + "/index.sqlite", owner: OwnerOfPhotos(), logger: Logger(label: "test"))
            .close()
        try await refuse(true)
        let source = try await folder.source()
        #expect(source.report.joined().contains("its index cannot be written"), "\(source.report)")
        let middle = try #require(Coordinate(latitude: 41.9, longitude: 12.49))
        let near = PhotoQuery(subject: .point(middle, radiusInMetres: 5_000), limit: 10)
        let early = try await source.photos(near)
        #expect(early.extent == .begun && early.photos.isEmpty)
        try await refuse(false)
        #expect(try await source.becomes(["Italy/Rome": ["a.jpg"]]))
        #expect(try await source.reports { !$0.contains("cannot be written") }, "\(source.report)")
        let late = try await source.photos(near)
        #expect(late.extent == .whole && late.photos.count == 1)
        await source.close()
    }

    @Test(arguments: [TroubledFolder.Trouble.closed, .unread])
    func `what lies beside a photo and cannot be read is read when it can be`(trouble: TroubledFolder.Trouble)
        async throws
    {
        try await folder.picture("a.jpg", 1)
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="Beside"/></rdf:RDF></x:xmpmeta>
            """
        try folder.write(packet, to: "a.jpg.xmp")
        let scans = try TroubledScans(folder)
        scans.troubles["a.jpg.xmp"] = trouble
        try scans.scan()
        #expect(try await scans.titles == ["a.jpg": "a"])
        // Of a photo that is as it was, nothing is told.
        try await scans.index.noteShown()
        try scans.scan()
        #expect(try scans.index.isShown())
        scans.troubles["a.jpg.xmp"] = nil
        try scans.scan([""])
        #expect(try await scans.titles == ["a.jpg": "Beside"])
        try await scans.index.noteShown()
        try scans.scan()
        #expect(try scans.index.isShown())
    }

    @Test func `a handout's table that cannot be read is read when it can be`() async throws {
        try await folder.picture("a.jpg", 1)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.jpg"))
        let digest = try await ChildProcess(["sha256sum", folder.path + "/a.jpg"]).result().text.prefix(64)
        let columns = PhotoSheet.columns
        let cells = columns.map { column in
            ["file": "a.jpg", "id": "1", "title": "Told", "bytes": "\(bytes.count)", "sha256": "\(digest)"][column]
                ?? ""
        }
        try folder.write(
            columns.joined(separator: ",") + "\r\n" + cells.joined(separator: ",") + "\r\n", to: "photos.csv")
        let scans = try TroubledScans(folder)
        scans.troubles["photos.csv"] = .unread
        try scans.scan()
        #expect(try await scans.titles == ["a.jpg": "a"])
        scans.troubles["photos.csv"] = nil
        try scans.scan([""])
        #expect(try await scans.titles == ["a.jpg": "Told"])
    }

    @Test func `a file or folder of which the disk does not say what it is stays`() async throws {
        try await folder.picture("a.jpg", 1)
        try await folder.picture("deep/b.jpg", 2)
        try await folder.picture("c.jpg", 3)
        try folder.write("no picture", to: "d.jpg")
        let scans = try TroubledScans(folder)
        try scans.scan()
        let titles = try await scans.titles
        #expect(titles.count == 3 && scans.state.facts.counts.leftOut[.notAPicture] == 1)
        for name in ["a.jpg", "deep", "d.jpg"] { scans.troubles[name] = .untold }
        try folder.remove("c.jpg")
        try scans.scan([""], grace: 0)
        try scans.scan(grace: 0)
        #expect(Set(try await scans.titles.keys) == ["a.jpg", "deep/b.jpg"])
        #expect(scans.state.facts.counts.leftOut[.notAPicture] == 1)
        for name in ["a.jpg", "deep", "d.jpg"] { scans.troubles[name] = nil }
        // What is elsewhere meanwhile is another one.
        try scans.scan()
        #expect(Set(try await scans.titles.keys) == ["a.jpg", "deep/b.jpg"])
        #expect(scans.state.facts.unreadableFolders.isEmpty)
    }

    @Test func `a photo that has come back unseen is not gone`() async throws {
        try await folder.picture("deep/a.jpg", 1)
        try await folder.picture("deep/b.jpg", 2)
        let scans = try TroubledScans(folder)
        try scans.scan()
        for name in ["deep/a.jpg", "deep/b.jpg"] { scans.troubles[name] = .unlisted }
        try scans.scan()
        #expect(try await scans.titles.isEmpty)
        try folder.remove("deep/b.jpg")
        scans.troubles["deep/a.jpg"] = nil
        // As when the time is over: no folder changed.
        try scans.scan([], grace: 0)
        #expect(try scans.index.awayPath(of: PhotoID("deep/b.jpg")) != nil, "told, and not shown yet")
        try await scans.index.noteShown()
        #expect(try scans.index.awayPath(of: PhotoID("deep/b.jpg")) == nil)
        #expect(try scans.index.awayPath(of: PhotoID("deep/a.jpg")) != nil)
        try scans.scan(["deep"])
        #expect(Array(try await scans.titles.keys) == ["deep/a.jpg"])
    }

    @Test func `an unreadable folder that is removed or renamed is counted no longer`() async throws {
        try await folder.picture("locked/deep/a.jpg", 1)
        try await folder.picture("other/b.jpg", 2)
        let scans = try TroubledScans(folder)
        for name in ["locked/deep", "other"] { scans.troubles[name] = .closed }
        try scans.scan()
        #expect(scans.state.facts.unreadableFolders.count == 2)
        try folder.move("locked", to: "renamed")
        scans.troubles["renamed/deep"] = .closed
        try scans.scan(["", "renamed", "renamed/deep"])
        #expect(scans.state.facts.unreadableFolders.map(\.pathText).sorted() == ["other", "renamed/deep"])
        try folder.remove("renamed")
        try folder.remove("other")
        try scans.scan([""])
        #expect(scans.state.facts.unreadableFolders.isEmpty)
    }
}
