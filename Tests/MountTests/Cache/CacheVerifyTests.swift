import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("placesfs cache verify", .enabled(if: Repository.canMount))
struct CacheVerifyTests {
    /// What becomes of `$F`, and how it is named; nil where it is left for what it is.
    private static let damages: [(script: String, says: String, isRemoved: Bool)] = [
        ("truncate -s 1000 \"$F\"", "1000 bytes instead of", true),
        ("truncate -s 0 \"$F\"", "0 bytes instead of", true),
        ("printf X | dd of=\"$F\" bs=1 seek=5000 conv=notrunc status=none", "other bytes than were fetched", true),
        ("cp \"$T/other\" \"$F\"", "bytes", true),
        ("rm \"$F\" && mkdir \"$F\"", "is no file", true),
        ("rm \"$F\" && mkdir \"$F\" && touch \"$F/in it\"", "is no file", false),
        ("rm \"$F\" && ln -s \"$T/other\" \"$F\"", "is no file", true),
        ("rm \"$F\" && mkfifo \"$F\"", "is no file", true),
    ]
    private static let count = damages.count + 3
    private static let folder = "\"$XDG_CACHE_HOME\"/placesfs/*/"

    private func verify(_ mount: TestMount, _ more: String = "") async throws -> CommandResult {
        try await mount.shell("\"\(Repository.placesfs)\" cache verify \(more)")
    }

    private func readAll(_ numbered: NumberedLibrary, _ mount: TestMount) async throws {
        for number in 0..<Self.count {
            try mount.write(numbered.bytes(number), to: "want")
            let read = try await mount.shell(
                """
                dd if="$M/\(NumberedLibrary.path(number))" of=copy iflag=direct bs=64k status=none && cmp copy want
                """)
            #expect(read.status == 0, "\(read.text)\(read.errors)")
        }
    }

    private func damage(_ mount: TestMount) async throws {
        for (number, damage) in Self.damages.enumerated() {
            let done = try await mount.shell(
                "F=$(ls -d \(Self.folder)\(NumberedLibrary.cacheFile(number))); \(damage.script)")
            #expect(done.status == 0, "\(done.errors)")
        }
        let foreign = "cd \(Self.folder) && touch notes.txt A,b.photo && mkdir mine && touch 7.partial"
        #expect(try await mount.shell(foreign).status == 0)
    }

    @Test func `names planted to be one string in two normal forms are two files`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount in
            let planted = try await mount.shell(
                "cat \"$M/\(NumberedLibrary.path(0))\" > /dev/null; cd \(Self.folder) && touch %c3%a9,b.photo e%cc%81,b.photo"
            )
            #expect(planted.status == 0, "\(planted.errors)")
            let found = try await verify(mount)
            #expect(found.status == 0 && found.lines.last?.contains(", 2 unknown, in ") == true, "\(found.text)")
        }
    }

    @Test(.proves("Cached files are damaged"))
    func `what is damaged is named and removed, what is sound or foreign stays, and all is read anew`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: Self.count)
        try await TestMount.run(numbered.configuration) { mount in
            try mount.write(numbered.bytes(0), to: "other")
            try await readAll(numbered, mount)
            try await mount.unmount()
            let sound = try await verify(mount)
            #expect(sound.status == 0 && sound.errors == "", "\(sound.errors)")
            #expect(sound.lines.count == 1 && sound.text.contains("\(Self.count) photos, "), "\(sound.text)")

            try await damage(mount)
            let found = try await verify(mount)
            #expect(found.status == 35, "\(found.errors)")
            #expect(found.errors.hasPrefix("placesfs: \(Self.damages.count) cached photos were damaged, 7 removed"))
            #expect(found.errors.split(separator: "\n").count == 1)
            #expect(found.lines.count == Self.damages.count + 1)
            for (number, damage) in Self.damages.enumerated() {
                let line = found.lines.first { $0.contains("damaged \(NumberedLibrary.cacheFile(number)): ") }
                #expect(line?.contains(damage.says) == true, "\(damage.script): \(found.text)")
                #expect(line?.hasSuffix("; removed") == damage.isRemoved, "\(damage.script): \(line ?? "")")
            }
            #expect(
                found.lines.last?.contains("3 photos, ") == true && found.text.contains(", 4 foreign files left alone"))
            let left = try await mount.shell("cd \(Self.folder) && ls -A | grep -v '^5'")
            #expect(left.lines == ["7.partial", "A,b.photo", "CACHEDIR.TAG", "format", "kept", "mine", "notes.txt"])
            #expect(try await mount.shell("cat \"$T/other\" | cmp - \"$T/other\"").status == 0, "what a link led to")

            let again = try await verify(mount)
            #expect(again.status == 35 && again.lines.count == 2, "the folder that is in use: \(again.text)")
            mount.simulator.ledger.reset()
            try await mount.mount()
            try await readAll(numbered, mount)
            for number in 0..<Self.count {
                let requests = mount.simulator.ledger.imageRequests(of: NumberedLibrary.id(number))
                #expect((requests == 0) == (number >= Self.damages.count), "\(number): \(requests)")
            }
        }
    }

    @Test(.proves("Cached files are damaged"))
    func `while a daemon uses the cache nothing is changed, and the daemon is not disturbed`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: Self.count)
        try await TestMount.run(numbered.configuration) { mount in
            try mount.write(numbered.bytes(0), to: "other")
            try await readAll(numbered, mount)
            let sound = try await verify(mount)
            #expect(sound.status == 0, "\(sound.text)\(sound.errors)")
            try await damage(mount)
            let files = "cd \(Self.folder) && find . -printf '%P %y %i %s\\n' | sort"
            let before = try await mount.shell(files)
            let found = try await verify(mount)
            #expect(found.status == 35 && found.lines.count == Self.damages.count + 1, "\(found.text)")
            #expect(found.errors.contains("and left") && !found.text.contains("removed"))
            #expect(try await mount.shell(files).text == before.text)
            try await readAll(numbered, mount)
            let mended = try await verify(mount)
            #expect(mended.lines.count <= 2, "but for the folder in use: \(mended.text)")
        }
    }

    @Test(.proves("Cached files are damaged"))
    func `a damaged small rendition is found, and fetched anew`() async throws {
        let gallery = Gallery.photos(2)
        try await TestMount.run(gallery.configuration) { mount async throws in
            try mount.write(Gallery.small(0, of: gallery), to: "want")
            let drawn = "\"$T/tumblerd\" \(Gallery.path(0)) | cmp - want"
            #expect(try await mount.shell("\(Gallery.reader("tumblerd")); \(drawn)").status == 0)
            try await mount.unmount()
            let sound = try await verify(mount)
            #expect(sound.status == 0 && !sound.text.contains("foreign"), "\(sound.text)\(sound.errors)")
            #expect(sound.lines.last?.contains("1 thumbnail, ") == true, "\(sound.text)")
            let flip =
                "printf X | dd of=\"$(ls \(Self.folder)thumbnails/*.photo)\" bs=1 seek=500 conv=notrunc status=none"
            #expect(try await mount.shell(flip).status == 0)
            let found = try await verify(mount)
            #expect(
                found.status == 35 && found.text.contains("other bytes than were fetched; removed"), "\(found.text)")
            try await mount.mount()
            #expect(try await mount.shell(drawn).status == 0)
            #expect(Gallery.renditions(asked: mount.simulator.ledger).count == 2)
        }
    }

    @Test func `amid downloads and evictions nothing sound is called damaged`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 40)
        try await TestMount.run(numbered.configuration, options: ["--cache-size", "300k"]) { mount in
            let reader = try mount.start(
                "while [ ! -e done ]; do cat \"$M/\(NumberedLibrary.directory())\"/*.jpg > /dev/null; done")
            for _ in 0..<5 {
                let found = try await verify(mount)
                #expect(found.status == 0 && found.lines.count == 1, "\(found.text)\(found.errors)")
            }
            try mount.write([], to: "done")
            _ = await reader.result()
            #expect(mount.simulator.ledger.imageRequests > 40)
        }
    }

    @Test func `cache verify without what was learnt compares nothing, and removes nothing`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: Self.count)
        try await TestMount.run(numbered.configuration) { mount in
            try await readAll(numbered, mount)
            try await mount.unmount()
            let elsewhere = try await verify(mount, "--state-dir \"$T/none\"")
            #expect(elsewhere.status == 0 && elsewhere.lines.count == Self.count + 1)
            #expect(elsewhere.text.contains("unknown \(NumberedLibrary.cacheFile(0)): "))
            #expect(elsewhere.lines.last?.contains("\(Self.count) unknown") == true)
            #expect(try await mount.shell("[ ! -e \"$T/none\" ]").status == 0, "nothing is made")
            #expect(try await mount.shell("ls \(Self.folder) | grep -c photo$").text == "\(Self.count)")
        }
    }

    @Test func `a catalog that is no catalog is an error of its own, and nothing is removed`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: Self.count)
        try await TestMount.run(numbered.configuration) { mount in
            try await readAll(numbered, mount)
            try await mount.unmount()
            let broken =
                "cd \"$XDG_DATA_HOME\"/placesfs/*/ && rm -f catalog.sqlite-* && head -c 9000 /dev/urandom > catalog.sqlite"
            #expect(try await mount.shell(broken).status == 0)
            let found = try await verify(mount)
            #expect(found.status == 34, "\(found.status): \(found.errors)")
            #expect(found.errors.split(separator: "\n").count == 1)
            #expect(try await mount.shell("ls \(Self.folder) | grep -c photo$").text == "\(Self.count)")
        }
    }
}
