import Foundation
import Fuzzing
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

@Suite("Photos in a zip file")
struct ZipTests {
    /// A zip that Python makes in the folder of `folder`, as these lines say.
    private func zip(_ folder: OwnFolder, _ lines: String) async throws -> String {
        let script = """
            import os, zipfile
            os.chdir('\(folder.folder.path)')
            STORED, PACKED = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
            def picture(name): return open('pictures/' + name, 'rb').read()
            with zipfile.ZipFile('photos.zip', 'w') as z:
            \(lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            """
        let made = try await ChildProcess(["python3", "-W", "ignore", "-c", script]).result()
        try #require(made.status == 0, "\(made.errors)")
        return folder.folder.path + "/photos.zip"
    }

    private func archive(_ path: String, largest: Int64 = 64 << 20) throws -> any PictureFolder {
        try PictureRoot(path, largest: largest).open()
    }

    private func content(_ file: any PictureFile) throws -> [UInt8] {
        guard let packed = file as? ZipFile, packed.isPacked else { return try file.read(0..<file.status.size) }
        let stream = try packed.unpack()
        var bytes: [UInt8] = []
        while let more = try stream.next() { bytes += more }
        return bytes
    }

    @Test func `stored and packed files have their bytes, and folders list what is in them`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        try await folder.picture("b.png", 2)
        let path = try await zip(
            folder,
            """
            z.write('pictures/a.jpg', 'deep/er/a.jpg', STORED)
            z.write('pictures/b.png', 'deep/b.png', PACKED)
            z.writestr('empty/', '')
            z.comment = b'PK' * 100
            """)
        let root = try archive(path)
        #expect(try root.names() == [Array("deep".utf8), Array("empty".utf8)])
        for (name, source) in [("deep/er/a.jpg", "a.jpg"), ("deep/b.png", "b.png")] {
            let file = try root.file(at: Array(name.utf8).pathNames)
            #expect(try content(file) == Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(source)"))))
        }
        #expect(throws: DiskError.absent) { try root.file(at: Array("deep/er".utf8).pathNames) }
        #expect(throws: DiskError.absent) { try root.folder(at: Array("deep/none".utf8).pathNames) }
    }

    @Test func `entries that lead out, have one name, overlap or are bombs are refused, and the rest is there`()
        async throws
    {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let path = try await zip(
            folder,
            #"""
            z.write('pictures/a.jpg', 'good.jpg', STORED)
            z.writestr('../out.jpg', picture('a.jpg'))
            z.writestr('in/../../out.jpg', picture('a.jpg'))
            z.writestr('back\\slash.jpg', picture('a.jpg'))
            z.writestr('twice.jpg', picture('a.jpg')); z.writestr('twice.jpg', picture('a.jpg'))
            z.writestr('bomb.jpg', b'\xff\xd8\xff' + bytes(9000000), PACKED)
            z.writestr('large.jpg', os.urandom(3000000), PACKED)
            """#)
        // Python takes the slash from a name's beginning; other programs do not.
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let root = try archive(path, largest: 2 << 20)
        #expect(try root.names() == [Array("good.jpg".utf8)] && root.refused == 7)
        while let place = bytes.firstRange(of: Array("good.jpg".utf8)) {
            bytes.replaceSubrange(place, with: Array("/ood.jpg".utf8))
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let absolute = try archive(path, largest: 2 << 20)
        #expect(try absolute.names().isEmpty && absolute.refused == 8)
    }

    @Test func `entries in more folders than a scan enters, or one can hold, are refused`() async throws {
        let folder = try OwnFolder()
        let path = try await zip(
            folder,
            """
            z.writestr('a/' * 99 + 'deep.jpg', b'x')
            z.writestr('b/' * 100 + 'deeper.jpg', b'x')
            z.writestr('c/' * 100, b'')
            z.writestr('d/' * 101, b'')
            """)
        let root = try archive(path)
        #expect(try root.names() == [Array("a".utf8), Array("c".utf8)] && root.refused == 2)
        let many = try await zip(folder, "for number in range(2100): z.writestr(f'{number}/' * 99 + 'a.jpg', b'x')")
        let wide = try archive(many)
        #expect(try wide.names().count == 2021 && wide.refused == 79)
    }

    @Test func `headers that disagree, and files in each other's bytes, are refused`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let path = try await zip(
            folder, "z.write('pictures/a.jpg', 'one.jpg', STORED)\nz.write('pictures/a.jpg', 'two.jpg', STORED)")
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        // The local header, which stands first, names another file.
        var renamed = bytes
        renamed.replaceSubrange(try #require(bytes.firstRange(of: Array("one.jpg".utf8))), with: Array("oni.jpg".utf8))
        try Data(renamed).write(to: URL(fileURLWithPath: path))
        #expect(throws: DiskError.other) { try archive(path).file(at: [Array("one.jpg".utf8)]) }
        #expect(try archive(path).file(at: [Array("two.jpg".utf8)]).status.size > 0)
        // In the directory, the second file begins where the first does.
        var overlapping = bytes
        let directory = try #require(bytes.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
        let second = try #require(bytes[(directory + 4)...].firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
        overlapping.replaceSubrange(second + 42..<second + 46, with: [0, 0, 0, 0])
        try Data(overlapping).write(to: URL(fileURLWithPath: path))
        #expect(try archive(path).names().isEmpty && archive(path).refused == 2)
        // Cut short, as while it is written.
        for length in [0, 10, bytes.count / 2, bytes.count - 1] {
            try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: path))
            #expect(throws: DiskError.self) { try archive(path) }
        }
    }

    @Test func `a zip is a source, and of a handout only its data are shown`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        try await folder.tag("a.jpg", OwnFolder.tags(at: 41.8765, 12.4756))
        let path = try await zip(
            folder,
            """
            z.writestr('kyoto/bagit.txt', 'BagIt-Version: 1.0')
            z.write('pictures/a.jpg', 'kyoto/cover.jpg', STORED)
            z.write('pictures/a.jpg', 'kyoto/data/places/a.jpg', STORED)
            z.write('pictures/a.jpg', 'kyoto/data/places/b.jpg', PACKED)
            z.write('pictures/a.jpg', 'kyoto/data/places/.small/a.jpg', STORED)
            """)
        let source = try await folder.source(of: path)
        #expect(try await source.tree() == ["Italy/Rome": ["kyoto/data/places/a.jpg", "kyoto/data/places/b.jpg"]])
        for photo in try await source.all() {
            let file = try source.file(of: photo)
            #expect((file == nil) == (photo.ownPath?.hasSuffix("b.jpg") == true), "packed ones are fetched")
        }
        await source.close()
    }

    @Test func `a file in a zip whose bytes are not those of its check sum is never whole`() async throws {
        let folder = try OwnFolder()
        let names = ["stored.jpg", "packed.jpg", "good.jpg"]
        for (number, name) in names.enumerated() { try await folder.picture(name, number + 1) }
        let path = try await zip(
            folder,
            """
            z.write('pictures/stored.jpg', 'stored.jpg', STORED)
            z.write('pictures/packed.jpg', 'packed.jpg', PACKED, 0)
            z.write('pictures/good.jpg', 'good.jpg', STORED)
            """)
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        // Level 0 packs bytes as they are, so that unpacking notices nothing.
        for name in names.dropLast() {
            let size = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)).count
            let head = try #require(bytes.firstRange(of: Array(name.utf8))).upperBound
            for place in head + size - 60..<head + size - 20 { bytes[place] ^= 0xFF }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let root = try archive(path)
        func file(_ name: String) throws -> ZipFile { try #require(root.file(at: [Array(name.utf8)]) as? ZipFile) }
        let damaged = DiskError.failed("it is damaged in the zip file")
        #expect(throws: damaged) { try file("stored.jpg").check() }
        for _ in 0..<2 { try file("good.jpg").check() }
        let packed = try file("packed.jpg")
        let stream = try packed.unpack()
        var count: Int64 = 0
        #expect(throws: damaged, "before all announced bytes are there") {
            while count < packed.status.size, let more = try stream.next() { count += Int64(more.count) }
        }

        let source = try await folder.source(of: path)
        let photos = try await source.all()
        for photo in photos {
            if photo.title == "stored" {
                #expect(throws: PhotoSourceError.failed("it is damaged in the zip file")) {
                    try source.file(of: photo)
                }
            } else if photo.title == "good" {
                #expect(try source.file(of: photo) != nil)
            }
        }
        #expect(Set(photos.map(\.title)).isSuperset(of: ["stored", "good"]), "\(photos.map(\.title))")
        await source.close()
    }

    @Test func `a packed file is fetched from where its photo lies, also when that was elsewhere before`() async throws
    {
        let folder = try OwnFolder()
        for (number, name) in ["a.jpg", "b.jpg"].enumerated() { try await folder.picture(name, number + 1) }
        func bytes(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
        }
        /// What lies under each path, as whoever fetches it gets it.
        func fetched(_ lines: String) async throws -> [String: [UInt8]] {
            let source = try await folder.source(of: try await zip(folder, lines))
            var fetched: [String: [UInt8]] = [:]
            for photo in try await source.all() {
                let image = try #require(source.image(of: photo, upTo: source.standardRendition))
                var bytes: [UInt8] = []
                let packed = try source.packedFile(at: image.url)
                while let more = try packed?.stream.next() { bytes += more }
                fetched[photo.ownPath ?? ""] = bytes
            }
            await source.close()
            return fetched
        }
        _ = try await fetched("z.write('pictures/a.jpg', 'x.jpg', PACKED)")
        let moved = try await fetched("z.write('pictures/a.jpg', 'new/x.jpg', PACKED)")
        #expect(try moved == ["new/x.jpg": bytes("a.jpg")])
        // Another that lies where the first one was.
        let both = try await fetched(
            "z.write('pictures/a.jpg', 'new/x.jpg', PACKED)\nz.write('pictures/b.jpg', 'x.jpg', PACKED)")
        #expect(try both == ["new/x.jpg": bytes("a.jpg"), "x.jpg": bytes("b.jpg")])
    }

    @Test func `no damaged zip makes the reader fail`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        var seeds: [[UInt8]] = []
        for method in ["STORED", "PACKED"] {
            let path = try await zip(
                folder,
                "z.write('pictures/a.jpg', 'a/b.jpg', \(method))\nz.writestr('c/', '')\nz.writestr('d.jpg', b'x' * 99, \(method))"
            )
            seeds.append(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        }
        let path = folder.folder.path + "/fuzz.zip"
        try await Fuzz.run("Zip", seeds: seeds, inputs: 3000) { input, _ in
            try Data(input).write(to: URL(fileURLWithPath: path))
            guard let root = try? archive(path, largest: 1 << 20) else { return }
            var left: [[[UInt8]]] = [[]]
            var steps = 0
            while let names = left.popLast(), steps < 1000 {
                steps += 1
                guard let folder = try? root.folder(at: names) else {
                    _ = (try? root.file(at: names)).map { try? content($0) }
                    continue
                }
                for name in (try? folder.names()) ?? [] {
                    try Fuzz.demand(
                        !name.isEmpty && !name.contains(0x2F) && name != [0x2E, 0x2E], "a name that leads out")
                    left.append(names + [name])
                }
            }
        }
    }
}
