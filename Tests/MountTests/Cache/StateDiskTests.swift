import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite(
    "The disk under the state fills",
    .enabled(if: Repository.canMount && SmallDisk.isPossible, "a disk that fills takes root"),
    .serialized)
struct StateDiskTests {
    @Test(.proves("The state's disk is"))
    func `what is learnt is kept and written when there is room, and the list of views is shown`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12)
        try await SmallDisk.run(bytes: 24 << 20) { disk in
            let options = ["--state-dir", disk.path + "/state"]
            try await TestMount.run(numbered.configuration, options: options) { mount in
                let first = try await mount.shell(
                    """
                    ls "$M/\(NumberedLibrary.directory())" > /dev/null; cat "$M/\(NumberedLibrary.path(0))" > /dev/null
                    \(FreshnessTests.await("ls \"$M/recents\" | grep -q 'photo 0.jpg'"))
                    cat /dev/zero > '\(disk.path)/fill' 2> /dev/null; ls "$M/recents"
                    """)
                #expect(first.status == 0 && first.text.contains("photo 0.jpg"), "\(first.text)\(first.errors)")
                // The catalog's journal may have room for some more.
                for number in 1..<12 {
                    let read = try await mount.shell(
                        "cat \"$M/\(NumberedLibrary.path(number))\" > /dev/null && ls \"$M/recents\"")
                    #expect(read.status == 0 && read.text.contains("photo 0.jpg"), "\(number): \(read.errors)")
                }
                try #require(mount.log.contains("cannot write down what was learnt"), "the disk was not full")
                let freed = try await mount.shell(
                    """
                    rm '\(disk.path)/fill'
                    \(FreshnessTests.await("grep -q 'what was learnt meanwhile is written down' \"$XDG_STATE_HOME/placesfs/placesfs.log\""))
                    """)
                #expect(freed.status == 0, "\(mount.log.suffix(2_000))")
                try await mount.unmount()
                try await mount.mount()
                mount.simulator.ledger.reset()
                let again = try await mount.shell(
                    "for n in $(seq 0 11); do cat \"$M/\(NumberedLibrary.directory())/photo $n.jpg\" || exit 1; done | wc -c"
                )
                #expect(again.text == "\((0..<12).reduce(0) { $0 + numbered.bytes($1).count })", "\(again.errors)")
                #expect(mount.simulator.ledger.imageRequests == 0, "what was fetched is known")
                #expect(try await mount.shell("ls \"$M/recents\" | grep -c jpg").text == "12")
            }
        }
    }

    /// What has nothing to do with the disk, looked at for the first time in this mount's life.
    private static let look = """
        set -e; ls "$M" "$M/places" "$M/pins" "$M/tags" > "$T/lists"
        cat "$M/.placesfs/status" "$M/.placesfs/status.json" "$M/README.txt" "$M/places/README.txt" > "$T/texts" || :
        grep -q '^pins ' "$T/texts"; '\(Repository.placesfs)' status "$M" | grep -c '^pins '
        """

    @Test(.proves("The state's disk is"))
    func `a state's disk full from the start stops no look at folders, and the next mount is read-only`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await SmallDisk.run(bytes: 8 << 20) { disk in
            try await TestMount.run(numbered.configuration, options: ["--state-dir", disk.path + "/state"]) { mount in
                let first = try await mount.shell(
                    """
                    set -e; ls "$M/\(NumberedLibrary.directory())"; mkdir "$M/pins/10,20 Home"
                    mkdir -p "$M/places/Germany"
                    stat -c '%i %n' "$M" "$M/places" "$M/pins" "$M/README.txt" "$M/.placesfs/status"
                    """)
                #expect(first.status == 0, "\(first.errors)")
                try await mount.unmount()
                try await mount.mount()
                let full = try await mount.shell(
                    """
                    cat /dev/zero > '\(disk.path)/fill' 2> /dev/null
                    \(Self.look)
                    # Links from other names, whose numbers nobody had asked for yet.
                    [ "$(readlink "$M/places/Deutschland")" = Germany ] && ls -d "$M/places/Alemania/" > /dev/null
                    LC_ALL=C mkdir "$M/pins/30,40" 2>&1 | grep -o 'No space left.*'
                    """)
                #expect(full.status == 0, "\(full.errors)")
                let kept = try await mount.shell("\(Repository.placesfs) keep \"$M/\(NumberedLibrary.directory())\"")
                #expect(kept.status == 30 && kept.errors.contains("free some space and try again"), "\(kept)")
                #expect(!kept.errors.contains("catalog: no room"), "\(kept)")
                #expect(full.lines.first == "1" && full.lines.last == "No space left on device", "\(full.text)")
                // Ended with room on the disk, it leaves no log that has some, too.
                #expect(try await mount.shell("rm '\(disk.path)/fill'").status == 0)
                try await mount.unmount()
                _ = try await mount.shell("cat /dev/zero > '\(disk.path)/fill' 2> /dev/null")
                let told = try await mount.mount()
                #expect(
                    told.errors.hasPrefix("placesfs: mounted read-only, because the state cannot be written (")
                        && told.errors.count { $0 == "\n" } == 1, "\(told.errors)")
                let info = try await mount.shell("\(Repository.placesfs) info \"$M/albums\"")
                #expect(info.text.contains(" mounted read-only, because "), "\(info.text)\(info.errors)")
                let again = try await mount.shell(
                    """
                    \(Self.look)
                    [ "$(readlink "$M/places/Deutschland")" = Germany ]
                    ls "$M/\(NumberedLibrary.directory())"
                    stat -c '%i %n' "$M" "$M/places" "$M/pins" "$M/README.txt" "$M/.placesfs/status"
                    ls "$M/pins" | grep Home; LC_ALL=C mkdir "$M/pins/30,40" 2>&1 | grep -o 'Read-only.*'
                    grep -o 'mounted read-only, because the state cannot be written' "$M/.placesfs/status"
                    """)
                #expect(again.status == 0, "\(again.text)\(again.errors)")
                #expect(Array(again.lines.dropFirst().prefix(first.lines.count)) == first.lines, "\(again.text)")
                #expect(again.lines.suffix(2).first == "Read-only file system", "\(again.text)")
                try await mount.unmount()
                #expect(try await mount.shell("rm '\(disk.path)/fill'").status == 0)
                try await mount.mount()
                let free = try await mount.shell("ls \"$M/pins\" && mkdir \"$M/pins/30,40\" && ls \"$M/pins\"")
                #expect(free.status == 0 && free.text.contains("10,20 Home"), "\(free.errors)")
            }
        }
    }

    @Test(.proves("The state's disk is"))
    func `a state on a read-only disk is mounted with what it has`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await SmallDisk.run(bytes: 8 << 20) { disk in
            try await TestMount.run(numbered.configuration, options: ["--state-dir", disk.path + "/state"]) { mount in
                let first = try await mount.shell(
                    "ls \"$M/\(NumberedLibrary.directory())\"; mkdir \"$M/pins/10,20 Home\"")
                #expect(first.status == 0, "\(first.errors)")
                // Killed, it leaves a log of SQLite's.
                let daemon = try await mount.daemon()
                let killed = try await mount.shell(
                    """
                    kill -9 \(daemon); while kill -0 \(daemon) 2> /dev/null; do sleep 0.05; done; fusermount3 -uz "$M"
                    mount -o remount,ro '\(disk.path)'
                    """)
                #expect(killed.status == 0, "\(killed.errors)")
                try await mount.mount()
                let shown = try await mount.shell(
                    """
                    \(Self.look)
                    ls "$M/\(NumberedLibrary.directory())"; ls "$M/pins" | grep Home
                    cat "$M/\(NumberedLibrary.path(0))" | wc -c
                    """)
                #expect(shown.status == 0 && shown.text.contains("10,20 Home"), "\(shown.text)\(shown.errors)")
                #expect(shown.lines.last == "\(numbered.bytes(0).count)")
                try await mount.unmount()
                #expect(try await mount.shell("mount -o remount,rw '\(disk.path)'").status == 0)
                try await mount.mount()
                #expect(try await mount.shell("rmdir \"$M/pins/10,20 Home\"").status == 0)
            }
        }
    }
}
