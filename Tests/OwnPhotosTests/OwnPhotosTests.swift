import Foundation
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

@Suite("Own photos")
struct OwnPhotosTests {
    private let rome = OwnFolder.tags(at: 41.8765, 12.4756)

    @Test func `each photo stands in one place, by position, by named city, or by year`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        try await folder.tag("a.jpg", rome)
        try await folder.picture("deep/er/b.JPG", 2, "-XMP-exif:GPSLatitude=41.9", "-XMP-exif:GPSLongitude=12.49")
        try await folder.picture("c.png", 3, "-XMP-photoshop:City=München", "-XMP-photoshop:Country=Deutschland")
        try await folder.picture("d.jpg", 4, "-EXIF:DateTimeOriginal=2011:05:04 12:00:01")
        try await folder.picture("e.jpg", 5, "-XMP-photoshop:City=Nowhereville", "-XMP-photoshop:Country=Italia")
        try await folder.picture("f.jpg", 6, "-XMP-photoshop:Country=Japan")
        let tree = try await folder.source().tree()
        #expect(
            tree == [
                "Italy/Rome": ["a.jpg", "deep/er/b.JPG"], "Germany/Munich": ["c.png"], "Unknown place/2011": ["d.jpg"],
                "Italy/Nowhereville": ["e.jpg"], "Japan/Elsewhere": ["f.jpg"],
            ], "\(tree)")
    }

    @Test func `files beside a photo tell where and when it was taken`() async throws {
        let folder = try OwnFolder()
        for (number, name) in ["a.jpg", "b.jpg", "c.jpg", "d(1).jpg", "e-edited.jpg", "f.jpg"].enumerated() {
            try await folder.picture(name, number)
        }
        func packet(_ latitude: Double, _ longitude: Double) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
             exif:GPSLatitude="\(latitude)" exif:GPSLongitude="\(longitude)" dc:title="Beside"/></rdf:RDF></x:xmpmeta>
            """
        }
        let export =
            #"{"title": "x", "photoTakenTime": {"timestamp": "1556890000"}, "geoData": {"latitude": 40.4168, "longitude": -3.7038}}"#
        try folder.write(packet(41.9, 12.49), to: "a.jpg.xmp")
        try folder.write(packet(48.8584, 2.2945), to: "B.XMP")
        try folder.write(export, to: "c.jpg.supplemental-metad.json")
        try folder.write(export, to: "d.jpg(1).json")
        try folder.write(export, to: "e.jpg.json")
        try folder.write(#"{"geoData": {"latitude": 0.0, "longitude": 0.0}}"#, to: "f.jpg.json")
        let source = try await folder.source()
        let tree = try await source.tree()
        #expect(tree["Italy/Rome"] == ["a.jpg"] && tree["France/Paris"] == ["b.jpg"], "\(tree)")
        #expect(tree["Spain/Madrid"] == ["c.jpg", "d(1).jpg", "e-edited.jpg"], "\(tree)")
        #expect(tree.first { $0.value == ["f.jpg"] }?.key.hasPrefix("Unknown place/") == true)
        let photos = try await source.all()
        #expect(photos.first { $0.ownPath == "a.jpg" }?.title == "Beside")
        #expect(
            photos.first { $0.ownPath == "c.jpg" }?.taken.map { abs($0.rawValue - 1_556_890_000) <= 14 * 3600 } == true)
    }

    @Test func `names that read the same and differ in their bytes are two photos, each with the files beside it`()
        async throws
    {
        let folder = try OwnFolder()
        let names = ["Caf\u{E9}", "Cafe\u{301}"]
        func packet(_ title: String) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="\(title)"/></rdf:RDF></x:xmpmeta>
            """
        }
        for (number, name) in names.enumerated() {
            try await folder.picture(name + ".jpg", 1)
            try folder.write(packet("packet \(number)"), to: name + ".jpg.xmp")
            try await folder.picture(name + ".png", 1)
            try folder.write(
                #"{"title": "x", "description": "export \#(number)", "photoTakenTime": {"timestamp": "1556890000"}}"#,
                to: name + ".png.json")
        }
        let source = try await folder.source()
        let photos = try await source.all()
        try #require(photos.count == 4)
        for photo in photos {
            let path = try #require(photo.ownPath)
            let number = path.utf8.starts(with: names[0].utf8) ? 0 : 1
            #expect(
                path.hasSuffix("jpg") ? photo.title == "packet \(number)" : photo.description == "export \(number)",
                "\(photo)")
        }
        await source.close()
    }

    @Test func `titles, tags, dates and authors come from the file, else from what the user said`() async throws {
        let folder = try OwnFolder()
        try await folder.picture(
            "a.jpg", 1, "-XMP-dc:Title=Tower", "-IPTC:Keywords=sea", "-XMP-dc:Subject=Blue sky", "-XMP-dc:Subject=sea",
            "-EXIF:DateTimeOriginal=2018:05:04 12:00:01", "-XMP-dc:Creator=Ann Lee")
        try await folder.picture("Plain name.jpg", 2, "-XMP-photoshop:DateCreated=2016-07")
        let license = try #require(License(shortName: "CC BY 4.0"))
        let source = try await folder.source(owner: OwnerOfPhotos(author: "Me", license: license))
        let photos = try await source.all()
        let first = try #require(photos.first { $0.ownPath == "a.jpg" })
        #expect(first.title == "Tower" && first.tags == ["Blue sky", "sea"] && first.ownerName == "Ann Lee")
        #expect(first.license == nil, "another's photo has no licence of ours")
        #expect(first.taken == Timestamp(1_525_435_201))
        let second = try #require(photos.first { $0.ownPath == "Plain name.jpg" })
        #expect(second.title == "Plain name" && second.ownerName == "Me" && second.license?.name == "CC BY 4.0")
        #expect(second.takenPrecision == .month)
    }

    @Test func `a file that moves stays the same photo, and another in its place is another`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("z/a.jpg", 1)
        try await folder.picture("b.jpg", 2)
        let source = try await folder.source()
        let before = try await source.all()
        let moved = try #require(before.first { $0.ownPath == "z/a.jpg" })
        try folder.move("z/a.jpg", to: "m/n/c.jpg")
        try folder.move("b.jpg", to: "z/b.jpg")
        let year = try #require(try await source.tree().keys.first)
        #expect(try await source.becomes([year: ["m/n/c.jpg", "z/b.jpg"]]))
        try await folder.picture("b.jpg", 3)
        #expect(try await source.becomes([year: ["m/n/c.jpg", "z/b.jpg", "b.jpg"]]))
        let after = try await source.all()
        #expect(after.first { $0.ownPath == "m/n/c.jpg" }?.id == moved.id)
        #expect(after.first { $0.ownPath == "z/b.jpg" }?.id == PhotoID("b.jpg"))
        #expect(Set(after.map(\.id)).count == 3)
        // Known again by what is kept, and by its bytes where times and numbers are others.
        await source.close()
        let copied = try await ChildProcess(["cp", folder.path + "/m/n/c.jpg", folder.path + "/copy.jpg"]).result()
        try #require(copied.status == 0)
        try folder.remove("m/n/c.jpg")
        let again = try await folder.source()
        #expect(try await again.all().first { $0.ownPath == "copy.jpg" }?.id == moved.id)
        await again.close()
    }

    @Test func `what nobody has shown yet is told again by the next mount`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let killed = try await folder.source()
        await killed.close()
        // Told, and shown only when the next change is asked for.
        for isLast in [false, true] {
            let source = try await folder.source()
            var changes = source.changes.makeAsyncIterator()
            let change = try #require(await changes.next())
            #expect(change.places == nil)
            if isLast {
                try await folder.picture("b.jpg", 2)
                _ = await changes.next()
                try await folder.picture("c.jpg", 3)
                _ = await changes.next()
            }
            await source.close()
        }
        let again = try await folder.source()
        #expect(try await again.tree().values.first?.count == 3)
        await again.close()
    }

    @Test func `new, changed and removed files are seen without a question`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1, "-EXIF:DateTimeOriginal=2011:05:04 12:00:01")
        let source = try await folder.source()
        try await folder.picture("new/b.jpg", 2, "-EXIF:DateTimeOriginal=2012:05:04 12:00:01")
        #expect(try await source.becomes(["Unknown place/2011": ["a.jpg"], "Unknown place/2012": ["new/b.jpg"]]))
        try await folder.tag("a.jpg", rome)
        #expect(try await source.becomes(["Italy/Rome": ["a.jpg"], "Unknown place/2012": ["new/b.jpg"]]))
        try folder.remove("new")
        #expect(try await source.becomes(["Italy/Rome": ["a.jpg"]]))
        await source.close()
    }

    @Test func `what is no photo is left out and counted, and the rest is shown`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        try await folder.picture("png.jpg", 2)
        try await folder.picture("really.png", 3)
        try folder.move("png.jpg", to: "a JPEG.png")
        try folder.write("", to: "empty.jpg")
        try folder.write("no picture", to: "text.jpg")
        try folder.write("raw", to: "b.NEF")
        try folder.write("film", to: "c.mov")
        try folder.write("text", to: "notes.txt")
        try await folder.picture(".hidden/d.jpg", 4)
        try await folder.picture("dotted/.e.jpg", 5)
        let odd = try await ChildProcess([
            "bash", "-ec",
            """
            cd "\(folder.path)"; ln -s / out; ln -s . loop; ln -s a.jpg link.jpg; mkfifo pipe.jpg
            cp a.jpg $'bad\\xff.jpg'; mkdir locked; cp a.jpg locked/f.jpg; truncate -s 5G huge.jpg
            """,
        ]).result()
        try #require(odd.status == 0, "\(odd.errors)")
        let source = try await folder.source()
        let names = Set(try await source.all().compactMap(\.ownPath))
        #expect(names == ["a.jpg", "a JPEG.png", "really.png", "bad%ff.jpg", "locked/f.jpg"], "\(names)")
        let report = source.report.joined(separator: "\n")
        for words in ["1 RAW", "1 video", "1 empty file", "2 not a picture", "3 links", "1 pipe, socket or device"] {
            #expect(report.contains(words), "\(words) is not in: \(report)")
        }
        // Its bytes are read by the name that the disk has.
        let bad = try #require(try await source.all().first { $0.ownPath == "bad%ff.jpg" })
        #expect(try source.file(of: bad)?.read(0..<2) == [0xFF, 0xD8])
        await source.close()
    }

    @Test func `a handle reads one version of its file or fails, never two`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let source = try await folder.source()
        let photo = try #require(try await source.all().first)
        let file = try #require(try source.file(of: photo))
        let bytes = try file.read(0..<file.length)
        #expect(bytes == Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.jpg"))))
        // Replaced by another file: the old one stays readable.
        try await folder.picture("b.jpg", 9)
        let renamed = try await ChildProcess(["mv", folder.path + "/b.jpg", folder.path + "/a.jpg"]).result()
        try #require(renamed.status == 0)
        #expect(try file.read(0..<file.length) == bytes)
        // Written anew in place: neither.
        let second = try #require(try source.file(of: photo))
        #expect(second.version != file.version && second.length != file.length)
        let appended = try await ChildProcess(["bash", "-c", "printf x >> '\(folder.path)/a.jpg'"]).result()
        try #require(appended.status == 0)
        #expect(throws: PhotoFileError.changed) { try second.read(0..<second.length) }
        let third = try #require(try source.file(of: photo))
        #expect(third.version != second.version && third.length == second.length + 1)
        #expect(try third.read(0..<third.length).count == Int(third.length))
        await source.close()
    }

    @Test func `a folder that is not there is offline, keeps what is known, and comes back`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let source = try await folder.source()
        let tree = try await source.tree()
        let photo = try #require(try await source.all().first)
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.folder.path + "/away")
        let end = ContinuousClock.now + .seconds(60)
        var offline = false
        while !offline, ContinuousClock.now < end {
            do throws(PhotoSourceError) {
                _ = try await source.topPlaces()
                try? await ContinuousClock().sleep(for: .milliseconds(50))
            } catch {
                if case .unreachable = error { offline = true }
            }
        }
        #expect(offline)
        #expect(throws: PhotoSourceError.self) { try source.file(of: photo) }
        // An empty folder is what is left of a stick that was pulled out.
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
        // As long as it takes to notice that something has changed.
        try await ContinuousClock().sleep(for: .seconds(2))
        await #expect(throws: PhotoSourceError.self) { try await source.topPlaces() }
        #expect(source.report.contains { $0.hasPrefix("not there") })
        try FileManager.default.removeItem(atPath: folder.path)
        try FileManager.default.moveItem(atPath: folder.folder.path + "/away", toPath: folder.path)
        var isBack = false
        while !isBack, ContinuousClock.now < end + .seconds(60) {
            isBack = (try? await source.tree()) == tree
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
        #expect(isBack)
        await source.close()
    }
}
