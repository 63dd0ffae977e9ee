import Foundation
import Glibc
import Promises
import TestSupport
import Testing

/// Mounts of other users that call themselves placesfs, and folders that they prepared. Playing them takes root.
@Suite("Other users' mounts", .enabled(if: Repository.canMount && geteuid() == 0), .serialized)
struct StrangersTests {
    /// A mount that calls itself ours, by fusermount3 alone; nobody serves it, so whoever asks it for anything waits.
    private static let script = #"""
        import array, os, socket, subprocess, sys
        here, there = socket.socketpair()
        os.set_inheritable(there.fileno(), True)
        tool = subprocess.run(
            ['fusermount3', '-o', 'rw,fsname=placesfs-sample,subtype=placesfs', '--', sys.argv[1]],
            env=dict(os.environ, _FUSE_COMMFD=str(there.fileno())), pass_fds=[there.fileno()])
        if tool.returncode: sys.exit(tool.returncode)
        data, control, _, _ = here.recvmsg(1, socket.CMSG_SPACE(4))
        print('mounted', flush=True)
        sys.stdin.read()
        """#

    /// Whether others may mount by it.
    private static let isSetuid: Bool = {
        var facts = stat()
        return unsafe stat("/usr/bin/fusermount3", &facts) == 0 && facts.st_mode & S_ISUID != 0 && facts.st_uid == 0
    }()

    private func withForeignMount(_ body: (TestMount) async throws -> Void) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount in
            try mount.write(Array(Self.script.utf8), to: "foreign.py")
            // It would be asked for ever: nobody serves it, and so nobody may ask.
            let started = try await mount.shell(
                """
                chmod 755 "$HOME/.." "$T"; mkdir "$T"/$'bad\\u202e\\e[31mname'; B=$(echo "$T"/bad*); chown 65534 "$B"
                chmod 666 /dev/fuse
                ( sleep 45 | timeout 45 setpriv --reuid 65534 --regid 65534 --clear-groups \
                    python3 foreign.py "$B" > said 2>&1 & echo $! > pid )
                for try in $(seq 600); do grep -q . said && break; sleep 0.1; done; cat said
                """)
            try #require(started.text == "mounted", "\(started.text)\(started.errors)")
            try await body(mount)
            _ = try await mount.shell("B=$(echo \"$T\"/bad*); fusermount3 -uz \"$B\"; umount -l \"$B\"; true")
        }
    }

    @Test(
        .proves("Terminal escapes", "Another user's mount that"),
        .enabled(if: isSetuid, "fusermount3 is no setuid program"))
    func `status and doctor speak of the user's own mounts, and print nobody's escapes`() async throws {
        try await withForeignMount { mount in
            let status = try await mount.shell("timeout 20 \"\(Repository.placesfs)\" status")
            // Other tests kill daemons meanwhile.
            #expect(status.status != 124 && status.text.contains(mount.path), "\(status.text)\(status.errors)")
            let doctor = try await mount.shell("timeout 60 \"\(Repository.placesfs)\" doctor --source sample")
            #expect(doctor.status != 124 && !doctor.text.contains("bad"), "\(doctor.text)")
            for text in [status.text, doctor.text] {
                #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
            }
            for words in ["status", "new-collection", "cache forget"] {
                let asked = try await mount.shell(
                    "timeout 20 \"\(Repository.placesfs)\" \(words) \"$(echo \"$T\"/bad*)\"")
                #expect(asked.status != 0 && asked.status != 124, "\(words): \(asked.text)")
                #expect(!asked.errors.contains("\u{1B}") && !asked.errors.contains("\u{202E}"), "\(asked.errors)")
            }
        }
    }

    @Test func `a state folder that another user prepared is refused in one line`() async throws {
        try await Home.run { home in
            let made = try await run(
                "bash", "-c",
                "mkdir -p '\(home.path)/s/x' && chown 65534 '\(home.path)/s' && ln -s '\(home.path)/s' '\(home.path)/l'"
            )
            #expect(made.status == 0)
            for option in ["--state-dir", "--cache-dir"] {
                let result = try await home.command(
                    ["mount"] + Home.offline + [option, home.path + "/s", home.mountpoint], Home.key)
                #expect([30, 31].contains(result.status) && result.errors.contains("another user"), "\(result.errors)")
                #expect(!home.isMounted())
            }
        }
    }
}
