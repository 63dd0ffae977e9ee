import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("A photo keeps its name for life", .enabled(if: Repository.canMount))
struct NameLifeTests {
    private static let short = ["--listing-lifetime", "1s"]
    private static let directory = "$M/" + NumberedLibrary.directory()

    @Test(.proves("A photo is one inode", "A photo keeps its name"))
    func `whatever joins or leaves, and over a remount`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 4)
        for number in 0..<4 { numbered.library.edit(NumberedLibrary.id(number)) { $0.title = "same" } }
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            let inodes = "cd \"\(Self.directory)\" && stat -c '%i %n' same*.jpg | sort"
            let first = try await mount.shell(inodes)
            #expect(first.lines.count == 4 && first.lines.count { $0.hasSuffix(" same.jpg") } == 1, "\(first.text)")

            // Newer ones of the same title come first in the source's list.
            numbered.library.add(Self.twin(1), Self.twin(2))
            _ = try await FreshnessTests.list(mount, until: "[ $(ls \"$D\" | grep -c jpg) = 6 ]")
            let joined = try await mount.shell(inodes)
            #expect(Set(joined.lines).isSuperset(of: first.lines) && joined.lines.count == 6, "\(joined.text)")

            // The one with the plain name leaves: nobody inherits it.
            let plain = try #require(first.lines.first { $0.hasSuffix(" same.jpg") })
            let owner = try await Self.photo(mount, "same.jpg")
            numbered.library.edit(owner) { NumberedLibrary.move(&$0, into: nil) }
            _ = try await FreshnessTests.list(mount, until: "[ $(ls \"$D\" | grep -c jpg) = 5 ]")
            #expect(try await mount.shell(inodes).lines == joined.lines.filter { $0 != plain })
            let unlisted = try await mount.shell("cd \"\(Self.directory)\" && stat -c '%i %n' same.jpg")
            #expect(unlisted.text == plain, "it still opens")

            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.shell(inodes).lines == joined.lines.filter { $0 != plain })
            numbered.library.edit(owner) { NumberedLibrary.move(&$0, into: 0) }
            _ = try await FreshnessTests.list(mount, until: "[ $(ls \"$D\" | grep -c jpg) = 6 ]")
            #expect(try await mount.shell(inodes).lines == joined.lines, "it comes back to its name")
        }
    }

    @Test(.proves("A name that left a listing"))
    func `a name that left still opens, unlisted, read before or not`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 6)
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            try mount.write(numbered.bytes(0), to: "want-0")
            try mount.write(numbered.bytes(1), to: "want-1")
            let reader = try mount.start(
                """
                cat "\(Self.directory)/photo 0.jpg" > /dev/null
                exec 3< "\(Self.directory)/photo 1.jpg"
                touch ready
                \(FreshnessTests.await("[ -e left ]"))
                cmp - want-1 <&3 && cmp "\(Self.directory)/photo 0.jpg" want-0 && cmp "\(Self.directory)/photo 1.jpg" want-1
                """)
            #expect(try await mount.shell(FreshnessTests.await("[ -e ready ]")).status == 0)
            for number in 0..<4 {
                numbered.library.edit(NumberedLibrary.id(number)) { NumberedLibrary.move(&$0, into: nil) }
            }
            let left = try await FreshnessTests.list(mount, until: "[ $(ls \"$D\" | grep -c jpg) = 2 ]")
            #expect(left.lines.filter { $0.hasSuffix(".jpg") } == ["photo 4.jpg", "photo 5.jpg"])
            try mount.write([], to: "left")
            let read = await reader.result()
            #expect(read.status == 0, "\(read.errors)")

            try await mount.unmount()
            try await mount.mount()
            try mount.write(numbered.bytes(2), to: "want-2")
            let after = try await mount.shell(
                "cd \"\(Self.directory)\" && cmp 'photo 2.jpg' \"$T/want-2\" && cat 'photo 2.geojson' && ls")
            #expect(after.status == 0, "\(after.errors)")
            let packets = try await mount.shell("cd \"\(Self.directory)\" && cmp 'photo 2.xmp' 'photo 2.jpg.xmp'")
            #expect(packets.status == 0, "\(packets.errors)")
            #expect(!after.lines.contains("photo 2.jpg"))
        }
    }

    @Test(.proves("A name that left a listing"))
    func `a photo that its owner deleted is gone on open, and for others nothing changes`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount in
            _ = try await mount.shell("ls \"\(Self.directory)\"")
            numbered.library.remove(NumberedLibrary.id(1))
            let gone = try await mount.shell("cat \"\(Self.directory)/photo 1.jpg\"")
            #expect(gone.status == 1 && gone.errors.contains("No such file"), "\(gone.errors)")
            try mount.write(numbered.bytes(2), to: "want")
            #expect(try await mount.shell("cmp \"\(Self.directory)/photo 2.jpg\" want").status == 0)
        }
    }

    @Test(.proves("404 or 410 for a listed"))
    func `a changed secret is looked up once, and the photo opens by its name`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount in
            _ = try await mount.shell("ls \"\(Self.directory)\"")
            numbered.library.changeSecret(of: NumberedLibrary.id(1))
            try mount.write(numbered.bytes(1), to: "want")
            let read = try await mount.shell("cmp \"\(Self.directory)/photo 1.jpg\" want")
            #expect(read.status == 0, "\(read.errors)")
        }
    }

    // MARK: Photos

    private static func twin(_ number: Int) -> SimulatedPhoto {
        var photo = FreshnessTests.newcomer(number)
        photo.title = "same"
        return photo
    }

    private static func photo(_ mount: TestMount, _ name: String) async throws -> String {
        try await mount.shell("getfattr --only-values -n user.places.id \"\(directory)/\(name)\"").text
    }
}
