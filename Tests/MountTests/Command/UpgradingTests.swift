import Foundation
import TestSupport
import Testing

@Suite("Upgrades and downgrades", .enabled(if: Repository.canMount), .serialized)
struct UpgradingTests {
    private static func shell(_ script: String, _ home: Home) async throws -> CommandResult {
        try await ChildProcess(
            ["bash", "-c", script],
            environment: home.environment.merging(Home.key) { $1 }
                .merging(["M": home.mountpoint, "PLACESFS": Repository.placesfs]) { $1 },
            directory: home.path
        ).result()
    }

    @Test func `the state of a newer version is refused with a sentence, and left as it is`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline(["--state-dir", home.path + "/state"]).status == 0)
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            let changed = try await Self.shell(
                """
                catalog=$(ls state/*/catalog.sqlite) && python3 - "$catalog" <<'END'
                import sqlite3, sys
                catalog = sqlite3.connect(sys.argv[1])
                catalog.execute("INSERT INTO grdb_migrations VALUES ('99 the future')")
                catalog.commit()
                END
                """, home)
            #expect(changed.status == 0, "\(changed.errors)")
            let refused = try await home.mountOffline(["--state-dir", home.path + "/state"])
            #expect(refused.status == 34 && refused.errors.contains("a newer placesfs has written the catalog"))
            #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
            #expect(!home.isMounted())
            let kept = try await Self.shell(
                """
                ls state/*
                python3 -c "import glob, sqlite3
                catalog = sqlite3.connect(glob.glob('state/*/catalog.sqlite')[0])
                print(catalog.execute('SELECT count(*) FROM grdb_migrations WHERE identifier LIKE \\"99%\\"').fetchall())"
                """, home)
            #expect(kept.lines.last == "[(1,)]" && !kept.text.contains("damaged"), "\(kept.text)\(kept.errors)")
        }
    }

    @Test func `a mount outlives the program's file, and status says that another is installed`() async throws {
        try await Home.run { home in
            let installed = try await Self.shell(
                """
                mkdir bin && cp "$PLACESFS" bin/placesfs && ln -s "$(dirname "$PLACESFS")"/placesfs_*.resources bin/
                bin/placesfs mount --api-base http://127.0.0.1:1/ "$M" && bin/placesfs status "$M" | grep '^note'
                """, home)
            #expect(home.isMounted(), "\(installed.errors)")
            #expect(installed.text == "", "one and the same: \(installed.text)")
            // As dpkg does it.
            let upgraded = try await Self.shell(
                "cp bin/placesfs bin/new && mv bin/new bin/placesfs && ls \"$M\" && bin/placesfs status \"$M\"", home)
            #expect(upgraded.status == 0 && upgraded.lines.contains("places"), "\(upgraded.errors)")
            #expect(upgraded.text.contains("note: the program was replaced since this mount began"))
            // All that lay beside it is gone, too.
            let gone = try await Self.shell("rm -r bin && ls \"$M\"/places > /dev/null && cat \"$M/README.txt\"", home)
            #expect(gone.status == 0, "\(gone.errors)")
        }
    }
}
