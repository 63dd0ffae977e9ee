import Foundation
import GRDB
import PhotoTree
import Promises
import Testing

@testable import Catalog

/// `made.txt`, the second place of what people made.
@Suite struct MadeFileTests {
    let folder: TemporaryFolder
    let clock = TestClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> Catalog {
        try await Catalog(at: folder.catalog, now: clock.reading)
    }

    private func fill() async throws -> Handiwork {
        let catalog = try await open()
        defer { catalog.close() }
        return try await Handiwork.fill(catalog)
    }

    private func write(_ lines: [String]) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: folder.made))
    }

    @Test(.proves("What you made (pins")) func `a lost catalog is filled from it, under the same numbers`() async throws
    {
        let before = try await fill()
        let first = try await open()
        let pins = try await first.pins()
        first.close()
        try folder.loseCatalog()
        let catalog = try await open()
        #expect(try await Handiwork(catalog) == before)
        #expect(try await catalog.pins().map(\.number) == pins.map(\.number))
        #expect(try await catalog.pins().allSatisfy(\.isAwaitingCollection))
        let said = try #require(catalog.recovered)
        #expect(
            said.contains(
                "8 pins, 2 searches, 2 albums, 4 photos in albums, 3 removed photos, 1 topic, 1 added place and 1 added country came back from"
            ))
        #expect(said.contains(folder.made) && !said.contains("\n"))
        let highest = pins.map(\.number.rawValue).max() ?? 0
        #expect(try await catalog.newNumbers(1)[0].rawValue > highest)
        catalog.close()
        let again = try await open()
        #expect(again.recovered == nil)
        #expect(try await Handiwork(again) == before)
    }

    @Test func `only its owner reads it, and a sound one is not written again`() async throws {
        _ = try await fill()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.made)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let before = try folder.madeLines
        try await open().close()
        #expect(try folder.madeLines == before)
    }

    @Test func `where the file is ahead its further lines are applied, removals too`() async throws {
        let catalog = try await open()
        let pin = try await catalog.pin(1, collection: 1...9)
        let other = try await catalog.pin(2)
        let older = folder.path + "/older"
        catalog.close()
        try FileManager.default.copyItem(atPath: folder.catalog, toPath: older)
        let next = try await open()
        _ = try await next.removeFromCollection(PhotoID("4"), of: pin.number)
        try await next.removePin(other.number)
        _ = try await next.pin(3)
        _ = try await next.addTopic(named: "Dawn", key: "dawn")
        try await next.removeTopic(try await next.topics()[0].number)
        let wanted = try await Handiwork(next)
        next.close()
        try folder.loseCatalog()
        try FileManager.default.moveItem(atPath: older, toPath: folder.catalog)
        let restored = try await open()
        #expect(try await Handiwork(restored) == wanted)
        #expect(try await restored.listing(of: .pin(pin.number)) != nil, "the collection stays")
        #expect(restored.recovered?.contains("1 pin, 1 removed photo and 1 topic came back") == true)
    }

    @Test(
        .proves("`made.txt` is cut"),
        arguments: ["gone", "older", "cut", "damaged", "head", "empty", "doubled", "folder"])
    func `where the catalog is ahead, or the file is not whole, it is written anew`(damage: String) async throws {
        let before = try await fill()
        var lines = try folder.madeLines
        switch damage {
        case "gone": try folder.removeMade()
        case "older": try write(Array(lines.prefix(5)))
        case "cut":
            try Data(lines.joined(separator: "\n").utf8.dropLast(3)).write(to: URL(fileURLWithPath: folder.made))
        case "damaged":
            lines[4] = lines[4].replacingOccurrences(of: "e", with: "f")
            try write(lines)
        case "head":
            lines[1] = "1" + lines[1]
            try write(lines)
        case "empty": try Data().write(to: URL(fileURLWithPath: folder.made))
        case "doubled": try write(lines + lines)
        default:
            try folder.removeMade()
            try FileManager.default.createDirectory(atPath: folder.made, withIntermediateDirectories: false)
        }
        let found = FileManager.default.contents(atPath: folder.made)
        let isKept = ["damaged", "head", "doubled", "folder"].contains(damage)
        let catalog = try await open()
        #expect(try await Handiwork(catalog) == before)
        #expect(catalog.recovered?.contains("it is kept as \(folder.made).other-1") ?? false == isKept)
        _ = try await catalog.pin(20)
        let wanted = try await Handiwork(catalog)
        catalog.close()
        try folder.loseCatalog()
        #expect(try await Handiwork(open()) == wanted, "from the file that was written anew")
        #expect(try folder.names.contains("made.txt.other-1") == isKept)
        if isKept { #expect(FileManager.default.contents(atPath: folder.made + ".other-1") == found) }
    }

    /// It may be all that is left.
    @Test(.proves("`made.txt` is cut"))
    func `what stands behind a damaged line is not lost with the catalog`() async throws {
        _ = try await fill()
        var lines = try folder.madeLines
        lines[2] = lines[2].replacing("e", with: "f")
        try write(lines)
        let damaged = try Data(contentsOf: URL(fileURLWithPath: folder.made))
        try folder.loseCatalog()
        for turn in 1...2 {
            let catalog = try await open()
            _ = try await catalog.pin(29 + turn)
            catalog.close()
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.made + ".other-1")) == damaged)
        #expect(try !folder.names.contains("made.txt.other-2"), "the new file is whole")
    }

    @Test(.proves("`made.txt` is cut"), arguments: ["in its place", "written to"])
    func `what somebody wrote while the file was in use is kept aside`(_ how: String) async throws {
        let catalog = try await open()
        _ = try await catalog.pin(1)
        let own = try Data(contentsOf: URL(fileURLWithPath: folder.made)) + Data("a line of mine\n".utf8)
        if how == "in its place" {
            try folder.removeMade()
            _ = FileManager.default.createFile(atPath: folder.made, contents: nil)
        }
        let file = try #require(FileHandle(forWritingAtPath: folder.made))
        try file.write(contentsOf: own)
        try file.close()
        _ = try await catalog.pin(2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.made + ".other-1")) == own)
        #expect(try folder.madeLines.contains { $0.contains("Pin%202") })
    }

    @Test(.proves("`made.txt` is cut"), arguments: [3, 6, 9])
    func `of a second file that was cut, what stands before the cut comes back`(count: Int) async throws {
        _ = try await fill()
        let lines = try folder.madeLines
        let part = lines[count].prefix(lines[count].count / 2)
        try folder.loseCatalog()
        try Data((lines.prefix(count).joined(separator: "\n") + "\n" + part).utf8)
            .write(to: URL(fileURLWithPath: folder.made))
        let catalog = try await open()
        let content = MadeFile.content(Data((lines.prefix(count).joined(separator: "\n") + "\n").utf8))
        #expect(try await catalog.pins().map(\.name).sorted() == content.things.pins.values.map(\.name).sorted())
        #expect(catalog.recovered?.contains("was not whole (its last line is cut)") == true)
    }

    @Test(.proves("`made.txt` is cut"))
    func `a copy from another machine adds what is missing and removes nothing`() async throws {
        let elsewhere = try TemporaryFolder()
        let other = try await Catalog(at: elsewhere.catalog, now: clock.reading)
        _ = try await other.pin(1)
        let pin = try await other.pin(50, collection: 1...9)
        _ = try await other.removeFromCollection(PhotoID("4"), of: pin.number)
        _ = try await other.addTopic(named: "Dawn", key: "dawn")
        other.close()
        let catalog = try await open()
        let own = try await catalog.pin(1)
        let second = try await catalog.pin(2)
        catalog.close()
        try folder.removeMade()
        try FileManager.default.copyItem(atPath: elsewhere.made, toPath: folder.made)
        let both = try await open()
        #expect(try await both.pins().map(\.name) == ["Pin 1", "Pin 2", "Pin 50"])
        #expect(try await both.pins().map(\.number).prefix(2) == [own.number, second.number])
        #expect(try await both.topics().map(\.name) == ["cs193pspot", "Dawn"])
        #expect(try await both.removedPhotos(of: both.pins()[2].number) == [PhotoID("4")])
        both.close()
        try folder.loseCatalog()
        #expect(try await open().pins().count == 3, "the file is this catalog's own now")
    }

    @Test(.proves("`made.txt` is cut"), arguments: [false, true])
    func `of two that began as copies, each takes from the other's file and loses nothing`(
        isWrittenAnew: Bool
    ) async throws {
        let first = try await open()
        _ = try await first.pin(1)
        let album = try await first.addAlbum(named: "Trip", reusing: nil)
        first.close()
        let elsewhere = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: folder.catalog, toPath: elsewhere.catalog)
        try FileManager.default.copyItem(atPath: folder.made, toPath: elsewhere.made)
        let other = try await Catalog(at: elsewhere.catalog, now: clock.reading)
        for index in 51...55 { _ = try await other.pin(index) }
        other.close()
        if isWrittenAnew {
            let cut = Data(try String(contentsOfFile: elsewhere.made, encoding: .utf8).utf8) + Data("99 c".utf8)
            try cut.write(to: URL(fileURLWithPath: elsewhere.made))
            try await Catalog(at: elsewhere.catalog, now: clock.reading).close()
        }
        let own = try await open()
        let second = try await own.pin(2)
        let only = try await own.addAlbum(named: "Only here", reusing: nil)
        own.close()
        try folder.removeMade()
        try FileManager.default.copyItem(atPath: elsewhere.made, toPath: folder.made)
        let both = try await open()
        let pins = try await both.pins()
        #expect(Set(pins.map(\.name)) == Set(["Pin 1", "Pin 2"] + (51...55).map { "Pin \($0)" }))
        #expect(pins.first { $0.name == "Pin 2" }?.number == second.number)
        #expect(try await Set(both.albums().map(\.number)) == [album.number, only.number])
        both.close()
        // And back: what is its own in the meantime stays there, too.
        let there = try await Catalog(at: elsewhere.catalog, now: clock.reading)
        _ = try await there.pin(60)
        there.close()
        try FileManager.default.removeItem(atPath: elsewhere.made)
        try FileManager.default.copyItem(atPath: folder.made, toPath: elsewhere.made)
        let back = try await Catalog(at: elsewhere.catalog, now: clock.reading)
        let names = try await back.pins().map(\.name)
        #expect(Set(names) == Set(pins.map(\.name) + ["Pin 60"]) && names.count == pins.count + 1)
        #expect(try await back.albums().map(\.name) == ["Trip", "Only here"])
    }

    @Test(.proves("`made.txt` is cut"), arguments: ["numbers", "line", "number"])
    func `numbers that no catalog reaches do no harm`(of what: String) async throws {
        let before = try await fill()
        var lines = try folder.madeLines
        let highest = "\(Int64.max)"
        switch what {
        case "numbers":
            let first = try #require(MadeLine(lines[1]))
            let mark = try #require(first.body.split(separator: " ").first { $0.hasPrefix("mark=") })
            lines[1] = MadeLine(number: first.number, body: "begin \(mark) numbers=\(highest)").text
        case "line": lines.append("\(highest) 0000000000000000 no-pin number=1")
        default:
            let last = try #require(MadeLine(lines[lines.count - 1]))
            lines.append(
                MadeLine(
                    number: last.number + 1,
                    body: "pin number=\(UInt64.max) name=Far latitude=1 longitude=2 subtitle="
                ).text)
        }
        try write(lines)
        try folder.loseCatalog()
        let catalog = try await open()
        let after = try await Handiwork(catalog)
        #expect(after.pins.filter { $0.key != "Far" } == before.pins && after.albums == before.albums)
        #expect(try await catalog.newNumbers(3).count == 3)
        _ = try await catalog.pin(20)
    }

    @Test(.proves("`made.txt` is cut")) func `names that no file can have are passed over`() async throws {
        let catalog = try await open()
        _ = try await catalog.pin(1)
        catalog.close()
        var lines = try folder.madeLines
        let last = try #require(MadeLine(lines[lines.count - 1])).number
        let bodies = [
            "album number=900 name=a/b", "album number=901 name=Fine photo=7 as=x/y.jpg photo=8 as=y.jpg",
            "pin number=902 name=x/y latitude=1 longitude=2 subtitle=", "country name=..", "country name=",
            "topic number=903 name=a/b key=ab", "search number=904 name=c/d identity=c",
        ]
        for (index, body) in bodies.enumerated() {
            lines.append(MadeLine(number: last + 1 + Int64(index), body: body).text)
        }
        try write(lines)
        let again = try await open()
        #expect(try await again.pins().map(\.name) == ["Pin 1"])
        #expect(try await again.albums().map(\.name) == ["Fine"])
        #expect(try await Handiwork(again).albums["Fine"] == [PhotoID("8"): "y.jpg"])
        #expect(try await again.addedCountries().isEmpty)
        #expect(try await again.searches().isEmpty)
        #expect(try await again.topics().map(\.name) == ["cs193pspot"])
    }

    @Test func `a file of the same length in its place is seen`() async throws {
        let catalog = try await open()
        _ = try await catalog.pin(1)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.made))
        try folder.removeMade()
        try before.write(to: URL(fileURLWithPath: folder.made))
        _ = try await catalog.pin(2)
        #expect(try folder.madeLines.contains { $0.contains("Pin%202") })
    }

    @Test(.proves("`made.txt` is cut"), .enabled(if: geteuid() == 0, "giving a file away takes root"))
    func `a file of another user's is kept aside and not believed`() async throws {
        let before = try await fill()
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: folder.made)
        try folder.loseCatalog()
        let catalog = try await open()
        #expect(try await catalog.pins().isEmpty)
        #expect(catalog.recovered?.contains("belongs to another user (uid 65534): it is kept as") == true)
        #expect(try folder.names.contains("made.txt.other-1"))
        #expect(!before.pins.isEmpty)
    }

    @Test(.proves("`made.txt` is cut"))
    func `lines of a newer version are left alone, whatever becomes of the others`() async throws {
        _ = try await fill()
        var lines = try folder.madeLines
        let last = try #require(lines.last.flatMap { MadeLine($0) }).number
        let body = "collection name=Poster photo=12 photo=13"
        lines.append(MadeLine(number: last + 1, body: body).text)
        try write(lines)
        let catalog = try await open()
        let before = try await Handiwork(catalog)
        _ = try await catalog.pin(20)
        catalog.close()
        try folder.loseCatalog()
        let again = try await open()
        #expect(try await again.pins().count == before.pins.count + 1)
        again.close()
        #expect(try folder.madeLines.filter { $0.hasSuffix(body) }.count == 1)
    }

    @Test func `a file that was removed while it is in use is there again with the next change`() async throws {
        let catalog = try await open()
        _ = try await catalog.pin(1)
        try folder.removeMade()
        _ = try await catalog.pin(2)
        #expect(try folder.madeLines.filter { $0.contains(" pin ") }.count == 2)
        catalog.close()
    }

    @Test func `a file that has grown is written anew with what is left`() async throws {
        let catalog = try await open()
        for _ in 1...700 {
            try await catalog.addCountry("Peru")
            try await catalog.removeCountry("Peru")
        }
        _ = try await catalog.pin(1)
        let count = try folder.madeLines.count
        #expect(count < 1100, "\(count)")
        catalog.close()
        try folder.loseCatalog()
        let again = try await open()
        #expect(try await again.pins().count == 1)
        #expect(try await again.addedCountries().isEmpty)
    }

    @Test func `any text that users typed is one line and comes back`() throws {
        let names = [
            "a b", "%20", "a\nb\r\u{7}", "=", "", " ", "käse \u{202E}\u{1F4CD}", "a=b c=d", "#", "\u{301}x",
            "\u{FE0F}Sunset",
        ]
        for name in names {
            let pin = MadePin(
                number: NodeNumber(7), name: name, coordinate: coordinate(1.1, -0.0000001), subtitle: name,
                removed: [PhotoID(name), PhotoID("x")])
            let line = MadeLine(number: 3, body: MadeChange.pin(pin).body)
            #expect(!line.text.contains("\n"))
            #expect(MadeLine(line.text) == line)
            #expect(MadeChange(line.body) == .pin(pin), "\(name)")
            for index in line.text.utf8.indices {
                var bytes = Array(line.text.utf8)
                bytes[line.text.utf8.distance(from: line.text.startIndex, to: index)] ^= 4
                let other = String(decoding: bytes, as: UTF8.self)
                #expect(MadeLine(other) == nil, "\(other)")
            }
            let album = MadeAlbum(
                number: NodeNumber(8), name: name,
                photos: [PhotoID("1"): name, PhotoID("2"): "two.jpg", PhotoID("3"): "b.jpg"])
            #expect(MadeChange(MadeChange.album(album).body) == .album(album), "\(name)")
        }
    }
}
