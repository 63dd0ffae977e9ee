import Foundation
import Glibc
import Promises
import TestSupport
import Testing

/// A mount for all users that root has made: its daemon is nobody's in particular and has no rights.
@Suite(
    "A mount that a service user makes for all", .enabled(if: OrdinaryUser.canMount && geteuid() == 0, "takes root"))
struct ServiceMountTests {
    /// In a mount namespace of its own, in which ordinary users may let others in.
    private static func script(_ options: String, _ body: String) -> String {
        """
        cat > "$T/body" <<'END'
        \(body)
        END
        unshare -m --propagation private bash '\(Script.path("Command/service.sh"))' '\(Repository.placesfs)' '\(options)'
        """
    }

    @Test func `a service's mount has places and tags only, a daemon without rights, and is gone after SIGTERM`()
        async throws
    {
        try await TestMount.run { mount in
            let tried = try await mount.shell(
                Self.script(
                    "sidecars=none",
                    """
                    ls "$T/all"; setpriv --reuid 4321 --regid 4321 --clear-groups cat "$T"/all/places/France/Paris/*.jpg | wc -c
                    sed -n 's/^Uid:\\t\\([0-9]*\\).*/\\1/p; s/^CapEff:\\t//p; s/^CapPrm:\\t//p' "/proc/$pid/status"
                    """))
            #expect(tried.lines.prefix(3) == ["README.txt", "places", "tags"], "\(tried.text)\(tried.errors)")
            #expect(Int(tried.lines.dropFirst(3).first ?? "") ?? 0 > 10_000, "\(tried.text)")
            #expect(
                Array(tried.lines.dropFirst(4)) == ["65534", "0000000000000000", "0000000000000000", "0"],
                "\(tried.text)\(tried.errors)")
        }
    }

    @Test(.proves("`placesfs cache forget PHOTO`"))
    func `a service's mount forgets photos, at the word of its user alone`() async throws {
        try await TestMount.run { mount in
            let tried = try await mount.shell(
                Self.script(
                    "sidecars=none",
                    """
                    photo="$T/all/places/France/Paris/Red mill.jpg"
                    ls "$photo" | wc -l
                    for user in 0 4321 65534; do
                        setpriv --reuid $user --regid $user --clear-groups "\(Repository.placesfs)" \
                            cache forget "$photo" > /dev/null 2>&1
                        echo "$user $?"
                    done
                    ls "$T/all/places/France/Paris" | grep -c 'Red mill'
                    """))
            #expect(
                tried.lines == ["1", "0 22", "4321 22", "65534 0", "0", "0"], "\(tried.text)\(tried.errors)")
        }
    }

    /// Then mount.fuse3 has mounted itself, and hands over the device.
    @Test func `a daemon that may not even mount takes the device it is given`() async throws {
        try await TestMount.run { mount in
            let tried = try await mount.shell(
                Self.script(
                    "drop_privileges",
                    """
                    ls "$T/all"; cat "$T"/all/places/France/Paris/*.jpg | wc -c
                    sed -n 's/^NoNewPrivs:\\t//p; s/^CapEff:\\t//p; s/^CapBnd:\\t//p' "/proc/$pid/status"
                    """))
            #expect(tried.lines.prefix(3) == ["README.txt", "places", "tags"], "\(tried.text)\(tried.errors)")
            #expect(Int(tried.lines.dropFirst(3).first ?? "") ?? 0 > 10_000, "\(tried.text)")
            #expect(tried.text.contains("0000000000000000"), "\(tried.text)")
        }
    }

    /// systemd keeps root's right, which neither a daemon nor its death takes away.
    @Test(.proves("A service user's daemon"))
    func `what the unit runs after a daemon that was killed leaves no dead mount`() async throws {
        let unit = try String(
            contentsOfFile: "\(Repository.root)/share/systemd/system/placesfs-system@.service", encoding: .utf8)
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStopPost=-+/usr/bin/placesfs ") })
        let command = line.dropFirst("ExecStopPost=-+/usr/bin/".count).replacing("%f", with: "$T/all")
        try await TestMount.run { mount in
            let tried = try await mount.shell(
                Self.script(
                    "sidecars=none",
                    """
                    kill -KILL "$pid"
                    until ! ls "$T/all" 2> ls.log; do sleep 0.01; done
                    grep -c " $T/all " /proc/self/mountinfo
                    \(command); echo "unmounted $?"
                    \(command) 2> again.log; echo "again $?"
                    """))
            #expect(tried.lines.suffix(4) == ["1", "unmounted 0", "again 16", "0"], "\(tried.text)\(tried.errors)")
        }
    }

    @Test func `doctor says how what root's mount has filled goes over to the service user`() async throws {
        try await TestMount.run { mount in
            let said = try await mount.shell(
                """
                mkdir -p "$T/filled/sample" "$T/cache" "$T/other"; touch "$T/filled/sample.lock"
                ln -s /usr/share "$T/other/sample"; chmod 755 "$T/.." "$T"
                chown nobody "$T/other" && chown -h nobody "$T/other/sample"
                for state in filled other; do
                    setpriv --reuid nobody --regid nogroup --clear-groups "\(Repository.placesfs)" doctor \
                        --source sample --state-dir "$T/$state" --cache-dir "$T/cache"
                done
                setpriv --reuid nobody --regid nogroup --clear-groups "\(Repository.placesfs)" doctor --source sample \
                    --state-dir /usr/share --cache-dir "$T/cache"
                """)
            let lines = said.lines.filter { $0.contains("state:") }
            #expect(
                lines.first?.contains(" (as root: chown -R nobody: ") == true
                    && lines.first?.contains("/filled/sample.lock); ") == true, "\(said.text)\(said.errors)")
            #expect(lines.count == 3 && !lines.dropFirst().contains { $0.contains("chown") }, "\(lines)")
            #expect(lines[1].contains("/other/sample leads to /usr/share, which"), "\(lines)")
        }
    }

    @Test func `a catalog that may not be read or written is named, with what allows it`() async throws {
        try await TestMount.run { mount in
            let said = try await mount.shell(
                """
                N="setpriv --reuid nobody --regid nogroup --clear-groups"
                mkdir -p "$T/own/mnt"; chmod 755 "$T/.." "$T"; chown -R nobody:nogroup "$T/own"; cd "$T/own"
                export HOME="$T/own" XDG_DATA_HOME= XDG_CACHE_HOME= XDG_STATE_HOME= XDG_CONFIG_HOME=
                chmod 666 /dev/fuse
                place() { $N "\(Repository.placesfs)" mount --source sample mnt 2>&1; echo $?; }
                place; $N fusermount3 -u mnt; until [ -z "$(ls .local/share/placesfs/sample/catalog.sqlite-wal 2>&-)" ]; do sleep 0.05; done
                for mode in 000 400; do
                    chmod $mode .local/share/placesfs/sample/catalog.sqlite
                    $N "\(Repository.placesfs)" doctor --source sample | grep state: ; place; $N fusermount3 -u mnt 2>&-
                done
                """)
            let file = "/.local/share/placesfs/sample/catalog.sqlite, a file of the catalog; as its owner: chmod u+rw "
            let named = said.lines.filter { $0.contains(file) }
            #expect(named.count == 4 && said.lines.count == 7, "\(said.text)\(said.errors)")
            #expect(named.filter { $0.hasPrefix("FAIL  state: you may not read and write ") }.count == 2, "\(named)")
            #expect(said.lines.filter { ["0", "30"].contains($0) } == ["0", "30", "0"], "\(said.text)")
            #expect(!said.text.contains("make its folder writable"), "\(said.text)")
        }
    }
}
