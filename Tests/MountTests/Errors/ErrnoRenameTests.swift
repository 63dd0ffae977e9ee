import Glibc
import Promises
import TestSupport
import Testing

@Suite("Each refusal of a rename has its own error", .enabled(if: Repository.canMount && geteuid() == 0))
struct ErrnoRenameTests {
    /// Renames of what stands in the row to a new name in the column's directory.
    ///
    /// A pin moves within pins/ and a topic within tags/; out of there and everywhere else EROFS, for after EXDEV mv(1)
    /// would try a copy and leave half of it.
    private static let moves: [(from: String, answers: String)] = [
        //                              root  place country place tags topic tag recents pins  pin   placeholder state cached
        (ErrnoTable.pin, "EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS ok EINVAL EROFS EROFS EROFS"),
        (ErrnoTable.placeholder, "EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS ok EROFS EINVAL EROFS EROFS"),
        ("tags/night", "EROFS EROFS EROFS EROFS ok EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS"),
        // Into one of its own directories: the kernel's.
        (ErrnoTable.topic, "EROFS EROFS EROFS EROFS ok EINVAL EINVAL EROFS EROFS EROFS EROFS EROFS EROFS"),
        ("places", "EROFS EINVAL EINVAL EINVAL EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS"),
        ("places/France/Paris", "EROFS EROFS EROFS EINVAL EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS"),
        ("places/Japan", everywhere),
        (ErrnoTable.topic + "/Quad", everywhere),
        (".placesfs/cached", "EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS EROFS EINVAL"),
        ("\(ErrnoTable.pin)/Red mill.jpg", everywhere),
        ("\(ErrnoTable.pin)/Red mill.geojson", everywhere),
        ("\(ErrnoTable.pin)/New Collection.txt", everywhere),
        ("recents/01 Red mill.jpg", everywhere),
        ("pins/map.geojson", everywhere),
        (ErrnoTable.search, everywhere),
        ("\(ErrnoTable.search)/Red mill.jpg", everywhere),
        ("search/Untitled Folder", everywhere),
        (ErrnoTable.album, everywhere),
        ("\(ErrnoTable.album)/Red mill.jpg", everywhere),
        ("\(ErrnoTable.album)/map.html", everywhere),
        ("albums/Untitled Folder", everywhere),
        ("README.txt", everywhere),
        ("pins/1,1", Array(repeating: "ENOENT", count: ErrnoTable.directories.count).joined(separator: " ")),
        (
            "pins/\(String(repeating: "x", count: 256))",
            Array(repeating: "ENAMETOOLONG", count: ErrnoTable.directories.count).joined(separator: " ")
        ),
        ("README.txt/x", Array(repeating: "ENOTDIR", count: ErrnoTable.directories.count).joined(separator: " ")),
    ]

    /// What is answered in the directories of searches and albums, where it is not EROFS. Photos can be moved into an
    /// album.
    private static let further: [String: [String: String]] = [
        "\(ErrnoTable.pin)/Red mill.jpg": ["album": "ok"],
        "recents/01 Red mill.jpg": ["album": "ok"],
        ErrnoTable.search: ["searches": "ok", "search": "EINVAL"],
        "\(ErrnoTable.search)/Red mill.jpg": ["album": "ok"],
        "search/Untitled Folder": ["searches": "ok", "search-placeholder": "EINVAL"],
        ErrnoTable.album: ["albums": "ok", "album": "EINVAL"],
        "\(ErrnoTable.album)/Red mill.jpg": ["album": "ok"],
        "albums/Untitled Folder": ["albums": "ok", "album-placeholder": "EINVAL"],
    ]

    private static let everywhere = Array(repeating: "EROFS", count: ErrnoTable.directories.count).joined(
        separator: " ")

    /// In pins/ and tags/, where renames are possible: to these names.
    private static let names: [(from: String, to: String, answer: String)] = [
        (ErrnoTable.pin, "pins/91,0", "EINVAL"),
        (ErrnoTable.pin, "pins/0,180.1", "EINVAL"),
        (ErrnoTable.pin, "pins/48;2", "EINVAL"),
        (ErrnoTable.pin, "pins/48°51'N 2°17'N", "EINVAL"),
        (ErrnoTable.pin, "pins/.hidden", "ENOTDIR"),
        (ErrnoTable.pin, "pins/map.geojson", "ENOTDIR"),
        // It would lose its collection.
        (ErrnoTable.pin, "pins/New Folder", "EINVAL"),
        (ErrnoTable.pin, "pins/1,1\n", "EINVAL"),
        (ErrnoTable.pin, "pins/" + String(repeating: "x", count: 256), "ENAMETOOLONG"),
        (ErrnoTable.pin, ErrnoTable.placeholder, "EEXIST"),
        (ErrnoTable.placeholder, ErrnoTable.pin, "EEXIST"),
        // The same point in other words.
        (ErrnoTable.placeholder, "pins/48.85840,2.29450", "EEXIST"),
        (ErrnoTable.placeholder, "pins/+48.858401, 2.294499 La Tour", "EEXIST"),
        (ErrnoTable.placeholder, "pins/91,0", "EINVAL"),
        (ErrnoTable.placeholder, "pins/missing/x", "ENOENT"),
        (ErrnoTable.placeholder, "pins/.", "EBUSY"),
        ("pins/.", "pins/1,1", "EBUSY"),
        ("tags/night", ErrnoTable.topic, "EEXIST"),
        ("tags/night", TestSource.current == .flickr ? "tags/CS193P Spot" : "tags/sunsets", "ENOTDIR"),
        ("tags/night", "tags/.hidden", "EINVAL"),
        ("tags/night", "tags/---", "EINVAL"),
        ("tags/night", "tags/" + String(repeating: "x", count: 256), "ENAMETOOLONG"),
        ("tags/nothing", "tags/night", "ENOENT"),
        (ErrnoTable.album, "albums/map.html", "EINVAL"),
        (ErrnoTable.album, "albums/.hidden", "EINVAL"),
        (ErrnoTable.album, "albums/New Folder", "EINVAL"),
        ("albums/Untitled Folder", "albums/POSTER", "EEXIST"),
        (ErrnoTable.search, "search/mill,,", "EINVAL"),
        ("\(ErrnoTable.album)/Red mill.jpg", "\(ErrnoTable.album)/New Collection.txt", "EINVAL"),
        (
            "\(ErrnoTable.album)/Red mill.jpg", "\(ErrnoTable.album)/" + String(repeating: "x", count: 252),
            "ENAMETOOLONG"
        ),
        // A directory onto a file, a file onto a directory.
        ("places/Japan", "places/map.geojson", "ENOTDIR"),
        ("places/map.geojson", "places/Japan", "EISDIR"),
    ]

    @Test func `pins and topics move in their own directory, nothing else moves anywhere`() async throws {
        try await Self.inFurnishedMount { driver in
            let before = try await driver.picture()
            for flag in ["rename", "rename without replacing"] {
                var asked: [(call: ErrnoDriver.Call, answer: String)] = []
                for (from, answers) in Self.moves {
                    let known = answers.split(separator: " ").map(String.init)
                    for (index, directory) in ErrnoTable.directories.enumerated() {
                        let answer =
                            Self.further[from]?[directory.kind] ?? (index < known.count ? known[index] : "EROFS")
                        asked.append((.init(flag, from, "\(directory.path)/1,1"), answer))
                    }
                }
                try await Self.check(asked.filter { $0.answer != "ok" }, driver)
                try await driver.expectUnchanged(since: before)
            }
            let within = [
                (ErrnoTable.pin, "pins/1,1"), ("pins/1,1", ErrnoTable.pin), (ErrnoTable.placeholder, "pins/1,1"),
                ("tags/night", "tags/dusk"), ("\(ErrnoTable.pin)/Red mill.jpg", "\(ErrnoTable.album)/Another.jpg"),
                ("\(ErrnoTable.album)/Red mill.jpg", "\(ErrnoTable.album)/Mill.jpg"),
                ("\(ErrnoTable.search)/Red mill.jpg", "\(ErrnoTable.album)/Third.jpg"),
                (ErrnoTable.album, "albums/Wall"),
                (ErrnoTable.search, "search/mill"),
            ]
            try await Self.check(within.map { (.init("rename", $0.0, $0.1), "ok") }, driver)
        }
    }

    @Test func `a name that is no pin's, no topic's or taken is refused`() async throws {
        try await Self.inFurnishedMount { driver in
            let before = try await driver.picture()
            try await Self.check(Self.names.map { (.init("rename", $0.from, $0.to), $0.answer) }, driver)
            // The kernel finds what is there by itself.
            let there = Set(["ENOTDIR", "EISDIR", "EBUSY"])
            let unreplaced = Self.names.filter { !$0.from.hasSuffix(".") }.map { from, to, answer in
                (ErrnoDriver.Call("rename without replacing", from, to), there.contains(answer) ? "EEXIST" : answer)
            }
            try await Self.check(unreplaced, driver)
            try await Self.check([(.init("rename", ErrnoTable.pin, "pins/91,\u{E9}"), "EINVAL")], driver)
            let latin1 = Array("pins/".utf8) + [0xE9]
            try await Self.check([(.init("rename", Array(ErrnoTable.pin.utf8), latin1), "EILSEQ")], driver)
            try await Self.check([(.init("rename", latin1, Array("pins/1,1".utf8)), "ENOENT")], driver)
            try await driver.expectUnchanged(since: before)
        }
    }

    @Test func `nothing is exchanged, and no whiteout is left`() async throws {
        try await Self.inFurnishedMount { driver in
            let before = try await driver.picture()
            try await Self.check(
                [
                    (.init("exchange", ErrnoTable.pin, ErrnoTable.placeholder), "EINVAL"),
                    (.init("exchange", "tags/night", ErrnoTable.topic), "EINVAL"),
                    (.init("exchange", "places/France/Paris/Red mill.jpg", "README.txt"), "EINVAL"),
                    (
                        .init("exchange", "\(ErrnoTable.album)/Red mill.jpg", "README.txt"),
                        "EINVAL"
                    ),
                    (.init("exchange", ErrnoTable.pin, "pins/1,1"), "ENOENT"),
                    (.init("rename and leave a whiteout", ErrnoTable.pin, "pins/1,1"), "EINVAL"),
                    (.init("rename and leave a whiteout", ErrnoTable.placeholder, "pins/Another Folder"), "EINVAL"),
                ], driver)
            try await driver.expectUnchanged(since: before)
        }
    }

    @Test(.proves("`mv` takes a pin"))
    func `a name that is the same but for case is another name of the same pin`() async throws {
        try await Self.inFurnishedMount { driver in
            let renamed = try await driver.mount.shell(
                "cd \"$M/pins\" && mv \"\(ErrnoTable.pin.dropFirst(5))\" '48.8584,2.2945 EIFFEL TOWER' && ls")
            #expect(
                renamed.lines == ["48.8584,2.2945 EIFFEL TOWER", "Untitled Folder", "map.geojson", "map.html"],
                "\(renamed.errors)")
        }
    }

    private static func inFurnishedMount(_ body: (ErrnoDriver) async throws -> Void) async throws {
        try await TestMount.run(SampleWorld.configuration()) { mount in
            try await ErrnoTests.furnish(mount)
            #expect(try await mount.shell("mkdir \"$M/tags/night\" && ls -R \"$M/tags\" > /dev/null").status == 0)
            try await body(ErrnoDriver(mount: mount))
        }
    }

    private static func check(_ asked: [(call: ErrnoDriver.Call, answer: String)], _ driver: ErrnoDriver) async throws {
        let answers = try await driver.answers(to: asked.map(\.call))
        for (asked, answer) in zip(asked, answers) where answer != asked.answer {
            let paths = asked.call.paths.map { String(decoding: $0, as: UTF8.self) }
            Issue.record("\(asked.call.operation) \(paths): \(answer) instead of \(asked.answer)")
        }
    }
}
