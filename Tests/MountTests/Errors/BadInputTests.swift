import Foundation
import TestSupport
import Testing

/// What goes wrong before anything is mounted: one line, an exit status of its own, nothing left behind.
@Suite struct BadInputTests {
    struct Slip: Sendable, CustomTestStringConvertible {
        var line: String
        var status: Int32
        var says: String
        var key: Bool = false

        var testDescription: String { line }
    }

    /// `DIR` is an empty directory, `FILE` a file, `FULL` a directory with something in it.
    @Test(arguments: [
        Slip(line: "mount", status: 2, says: "<mountpoint>"),
        Slip(line: "mount --bogus DIR", status: 2, says: "--bogus"),
        Slip(line: "mount DIR DIR", status: 2, says: "placesfs mount --help"),
        Slip(line: "mount --cache-size DIR", status: 2, says: "<mountpoint>"),
        Slip(line: "mount --cache-size 20Q DIR", status: 2, says: "--cache-size: '20Q'"),
        Slip(line: "mount --sort=oldest DIR", status: 2, says: "newest, interesting"),
        Slip(line: "mount -o bogus DIR", status: 2, says: "-o bogus: unknown option"),
        Slip(line: "mount -o cache_size=20Q DIR", status: 2, says: "-o cache_size: '20Q'"),
        Slip(line: "mount -o flickr_api_key=abc DIR", status: 2, says: "others can read a key"),
        Slip(line: "mount --api-base http://example.org DIR", status: 2, says: "--allow-plain-http"),
        Slip(line: "frobnicate", status: 2, says: "no command 'frobnicate'"),
        Slip(line: "DIR", status: 2, says: "no command"),
        Slip(line: "moutn DIR", status: 2, says: "did you mean 'mount'?"),
        Slip(line: "stauts", status: 2, says: "did you mean 'status'?"),
        Slip(line: "mount -o alow_other DIR", status: 2, says: "did you mean 'allow_other'?"),
        Slip(line: "mount --source flickr --rendition huge DIR", status: 2, says: "there are s, q, t", key: true),
        Slip(line: "info FILE", status: 36, says: "is no photo"),
        Slip(line: "flikr DIR", status: 2, says: "no command 'flikr', and the sources are flickr, "),
        Slip(line: "flikr DIR", status: 2, says: "did you mean 'flickr'?"),
        Slip(line: "mnt DIR", status: 2, says: "there is no command 'mnt', and the sources are"),
        Slip(line: "keeep DIR/places DIR", status: 2, says: "there is no command 'keeep'"),
        Slip(line: "help nosuch", status: 2, says: "there is no command 'nosuch'"),
        Slip(line: "-v", status: 2, says: "did you mean '--version'?"),
        Slip(line: "mount -o uid=1000 DIR", status: 2, says: "belong to whoever mounts"),
        Slip(line: "--bogus", status: 2, says: "--bogus"),
        Slip(line: "status --bogus", status: 2, says: "placesfs status --help"),
        Slip(line: "mount --config /nonexistent DIR", status: 3, says: "/nonexistent"),
        Slip(line: "mount -o config=FILE DIR", status: 3, says: "file:1: unknown key 'hello'"),
        Slip(line: "mount --source flickr DIR", status: 4, says: "paying members"),
        Slip(line: "flickr DIR -o ro", status: 4, says: "paying members"),
        Slip(line: "mount --source commons --contact me DIR", status: 2, says: "me@example.org"),
        Slip(line: "cache clear --source nosuch", status: 5, says: "nosuch"),
        Slip(line: "mount --source flickr DIR/none", status: 10, says: "mkdir -p", key: true),
        Slip(line: "mount --source flickr FILE", status: 11, says: "is not a directory", key: true),
        Slip(line: "mount --source flickr FILE/x", status: 11, says: "is not a directory", key: true),
        Slip(line: "mount --source flickr FULL", status: 12, says: "thing is in it", key: true),
        Slip(line: "mount --source flickr -f FULL", status: 12, says: "thing is in it", key: true),
        Slip(line: "unmount DIR", status: 16, says: "no placesfs is mounted"),
        Slip(line: "status DIR", status: 16, says: "no placesfs is mounted"),
        Slip(line: "info DIR/none", status: 18, says: "no such file"),
        Slip(line: "mount --source flickr --state-dir FILE/s DIR", status: 30, says: "--state-dir", key: true),
        Slip(line: "mount --source flickr --state-dir /proc/s DIR", status: 30, says: "--state-dir", key: true),
        Slip(line: "mount --source flickr --cache-dir FILE/c DIR", status: 31, says: "--cache-dir", key: true),
        Slip(line: "mount --source flickr --log-file FILE/l DIR", status: 32, says: "--log-file", key: true),
    ])
    func `bad input is one line that says what to do, and a status of its own`(slip: Slip) async throws {
        try await Home.run { home in
            let (file, full) = (home.path + "/file", home.path + "/full")
            try Data("hello\n".utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.createDirectory(atPath: full + "/thing", withIntermediateDirectories: true)
            let arguments = slip.line.split(separator: " ").map {
                String($0).replacing("DIR", with: home.mountpoint).replacing("FILE", with: file)
                    .replacing("FULL", with: full)
            }
            let result = try await home.command(arguments, slip.key ? Home.key : [:])
            #expect(result.status == slip.status)
            #expect(result.errors.hasPrefix("placesfs: ") && result.errors.hasSuffix("\n"))
            #expect(result.errors.count { $0 == "\n" } == 1)
            #expect(result.errors.contains(slip.says), "\(result.errors)")
            #expect(result.output.isEmpty)
            #expect(!home.isMounted() && !home.isMounted(full))
            #expect(!(result.errors + home.log).contains("sesame"))
        }
    }

    /// `mkdir -p my photos` makes two folders, neither of them the one that was meant.
    @Test func `the line that it says to type is one that a shell reads as it is meant`() async throws {
        try await Home.run { home in
            let result = try await home.command(["mount", "--source", "flickr", "my photos/of it"], Home.key)
            #expect(result.status == 10)
            let line = try #require(result.errors.firstRange(of: "first: ")).upperBound
            let typed = try await ChildProcess(
                ["sh", "-c", String(result.errors[line...])], environment: home.environment, directory: home.path
            ).result()
            #expect(typed.status == 0)
            #expect(FileManager.default.fileExists(atPath: home.path + "/my photos/of it"), "\(result.errors)")
        }
    }

    @Test func `mount without a FUSE device says so`() async throws {
        // A mount namespace of its own whose /dev is empty but for the two that a process cannot do without.
        let script = """
            mount -t tmpfs none /dev && mknod /dev/null c 1 3 && mknod /dev/urandom c 1 9 || exit 99
            exec "$0" mount -f --source flickr "$1"
            """
        try await Home.run { home in
            let result = try await ChildProcess(
                ["unshare", "-m", "sh", "-c", script, Repository.placesfs, home.mountpoint],
                environment: home.environment.merging(Home.key) { $1 }
            ).result()
            // Where the machine lets nobody make namespaces or devices, this cannot be shown.
            guard result.status != 99, !result.errors.contains("unshare") else { return }
            #expect(result.status == 20)
            #expect(result.errors.contains("modprobe fuse"))
        }
    }

    @Test(.enabled(if: Repository.canMount))
    func `another program's database is left alone`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline().status == 0)
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            let state = home.path + "/.local/share/placesfs"
            let source = try #require(
                try FileManager.default.contentsOfDirectory(atPath: state).first { !$0.hasSuffix(".lock") })
            let path = "\(state)/\(source)/catalog.sqlite"
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            let open = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); "
            let filled = open + "d.execute('create table t(x)'); d.execute('insert into t values(7)'); d.commit()"
            #expect(try await run("python3", "-c", filled, path).status == 0)
            let result = try await home.mountOffline()
            #expect(result.status == 34)
            #expect(result.errors.contains("another program"))
            let read =
                open + "print(d.execute('select x from t').fetchall(), "
                + "len(d.execute('pragma table_list').fetchall()))"
            #expect(try await run("python3", "-c", read, path).text == "[(7,)] 3")
        }
    }
}
