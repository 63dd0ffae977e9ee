import Glibc
import Promises
import TestSupport
import Testing

/// On the sample, as root: the kernel's own permission checks, which come first for everybody else, hide nothing.
@Suite("Each refusal has its own error", .enabled(if: Repository.canMount && geteuid() == 0))
struct ErrnoTests {
    @Test func `each operation on each kind of name in each kind of directory`() async throws {
        try await TestMount.run(SampleWorld.configuration()) { mount in
            try await Self.furnish(mount)
            let driver = ErrnoDriver(mount: mount)
            let before = try await driver.picture()
            #expect(before.count > 100)
            let cells = Self.cells(of: ErrnoTable.operations)
            #expect(cells.count > 2_500)
            try await Self.check(cells.filter { $0.answer != "ok" }, driver)
            try await driver.expectUnchanged(since: before)
            try await Self.check(cells.filter { $0.answer == "ok" }, driver)
        }
    }

    @Test(.proves("Without `--allow-other`")) func `a user who was let in changes nothing`() async throws {
        try await TestMount.run(SampleWorld.configuration(), options: ["--allow-other"]) { mount in
            try await Self.furnish(mount)
            #expect(try await mount.shell("chmod 755 \"$(dirname \"$M\")\" \"$T\"").status == 0)
            let driver = ErrnoDriver(
                mount: mount, asUser: ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"])
            let before = try await driver.picture()
            try await Self.check(Self.cells(of: ErrnoTable.toStrangers), driver)
            try await driver.expectUnchanged(since: before)
        }
    }

    @Test func `a name behind a file, or longer than any path, leads nowhere`() async throws {
        try await TestMount.run(SampleWorld.configuration()) { mount in
            try await Self.furnish(mount)
            let file = "README.txt/x"
            let photo = "\(ErrnoTable.pin)/Red mill.jpg/x"
            let long = "pins/" + String(repeating: "x/", count: 2_100)
            let driver = ErrnoDriver(mount: mount)
            for (path, answer) in [
                (file, "ENOTDIR"), (photo, "ENOTDIR"), (long, "ENAMETOOLONG"), ("pins/a/b", "ENOENT"),
            ] {
                let calls = ErrnoTable.operations.map { ErrnoDriver.Call($0.name, path) }
                let answers = try await driver.answers(to: calls)
                #expect(Set(answers) == [answer], "\(path.prefix(60)): \(answers)")
            }
        }
    }

    @Test(.enabled(if: TestSource.current.hasPlaces, "all countries are in the built-in list, full of places"))
    func `a country goes once it is empty`() async throws {
        try await TestMount.run(SampleWorld.configuration()) { mount in
            let driver = ErrnoDriver(mount: mount)
            let made = try await mount.shell("mkdir \"$M/places/Bhutan\" \"$M/places/Bhutan/Thimphu\"")
            #expect(made.status == 0, "\(made.errors)")
            #expect(try await driver.answers(to: [.init("rmdir", "places/Bhutan")]) == ["ENOTEMPTY"])
            #expect(try await mount.shell("rmdir \"$M/places/Bhutan/Thimphu\" \"$M/places/Bhutan\"").status == 0)
        }
    }

    // MARK: The world of the tables

    /// A photo was viewed, and a pin and a placeholder are there.
    static func furnish(_ mount: TestMount) async throws {
        let settings = """
            pin='\(ErrnoTable.pin)' placeholder='\(ErrnoTable.placeholder)' search='\(ErrnoTable.search)'
            album='\(ErrnoTable.album)' topic='\(ErrnoTable.topic)' walked='\(Atlas.walked)'

            """
        let result = try await mount.shell(settings + Script.text("Errors/furnish.sh"))
        // What has just come into an album takes modes and times, without an effect.
        let noMode = try await mount.shell(
            """
            for try in $(seq 600); do chmod 600 "$M/\(ErrnoTable.album)/Red mill.jpg" 2> /dev/null || exit 0; sleep 0.1; done
            exit 97
            """)
        #expect(noMode.status == 0)
        _ = try await mount.shell("cd \"$M\" && find \(Atlas.walked) .placesfs/cached -size +0 > /dev/null")
        guard result.status == 0 else { throw ErrnoDriver.Failure(text: result.errors) }
    }

    private struct Cell {
        var call: ErrnoDriver.Call
        var what: String
        var answer: String
    }

    private static func cells(of operations: [ErrnoTable.Operation]) -> [Cell] {
        operations.flatMap { operation in
            ErrnoTable.directories.flatMap { directory in
                zip(ErrnoTable.columns, operation.answers(of: directory.kind)).compactMap { column, answer in
                    guard answer != "-", let name = name(column, in: directory) else { return nil }
                    let path = Array(directory.path.utf8) + Array("/".utf8) + name
                    return Cell(
                        call: .init(operation.name, path), what: "\(operation), \(directory.kind), \(column)",
                        answer: answer)
                }
            }
        }
    }

    /// Nil where the directory has no such thing.
    private static func name(_ column: String, in directory: ErrnoTable.Directory) -> [UInt8]? {
        switch column {
        case "missing", "missing/", ".", "..": Array(column.utf8)
        case "255 bytes": Array(repeating: UInt8(ascii: "x"), count: 255)
        case "256 bytes": Array(repeating: UInt8(ascii: "x"), count: 256)
        case "latin-1": [0xE9, 0x74, 0xE9]
        case "hidden": Array(".trashed".utf8)
        case "file/": directory.names["file"].map { Array("\($0)/".utf8) }
        default: directory.names[column].map { Array($0.utf8) }
        }
    }

    private static func check(_ cells: [Cell], _ driver: ErrnoDriver) async throws {
        let answers = try await driver.answers(to: cells.map(\.call))
        for (cell, answer) in zip(cells, answers) where !cell.answer.split(separator: "|").contains(answer[...]) {
            Issue.record("\(cell.what): \(answer) instead of \(cell.answer)")
        }
    }
}
