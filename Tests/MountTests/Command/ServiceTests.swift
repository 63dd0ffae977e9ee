import Foundation
import Glibc
import TestSupport
import Testing

@Suite("As a service of systemd", .enabled(if: Repository.canMount), .serialized)
struct ServiceTests {
    /// Prints each datagram that comes to the socket `notify`, one a line, until it was told that the service stops.
    private static let listener = """
        import socket, sys
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        name = sys.argv[1]
        s.bind('\\0' + name[1:] if name.startswith('@') else name)
        s.settimeout(40)
        open('listening', 'w').close()
        while True:
            text = s.recv(4096).decode()
            print('|'.join(text.split('\\n')), flush=True)
            if 'STOPPING=1' in text: break
        """

    @Test(arguments: ["notify", "@placesfs-test"])
    func `a service tells systemd when the mount answers, and when it ends`(_ kind: String) async throws {
        try await Home.run { home in
            let socket = kind.hasPrefix("@") ? "\(kind)-\(UUID())" : "\(home.path)/\(kind)"
            let told = try await ChildProcess(
                [
                    "bash", "-c",
                    """
                    python3 -c "$LISTENER" "$NOTIFY_SOCKET" > told & listener=$!
                    \(FreshnessTests.await("[ -e listening ]"))
                    "$PLACESFS" mount -f \(Home.offline.joined(separator: " ")) "$M" 2> log & daemon=$!
                    \(FreshnessTests.await("grep -q READY=1 told"))
                    ls "$M" > listed
                    "$PLACESFS" unmount "$M"
                    wait $daemon; echo "ended with $?"
                    wait $listener; cat told listed
                    """,
                ],
                environment: home.environment.merging(Home.key) { $1 }.merging([
                    "NOTIFY_SOCKET": socket, "M": home.mountpoint, "PLACESFS": Repository.placesfs,
                    "LISTENER": Self.listener,
                ]) { $1 },
                directory: home.path
            ).result()
            #expect(told.lines.first == "ended with 0", "\(told.text)\(told.errors)")
            #expect(
                told.lines.dropFirst().prefix(2)
                    == ["READY=1|STATUS=flickr at \(home.mountpoint)", "STOPPING=1"])
            #expect(told.lines.contains("places"), "it answered when it said so: \(told.text)")
        }
    }

    @Test func `a socket that nobody listens to is a line of the log, and no reason not to mount`() async throws {
        try await Home.run { home in
            let daemon = try home.start(
                ["mount", "-f"] + Home.offline + [home.mountpoint],
                Home.key.merging(["NOTIFY_SOCKET": home.path + "/nobody"]) { $1 })
            let mounted = try await ChildProcess(
                ["bash", "-c", FreshnessTests.await("ls \"$M/places\"")], environment: ["M": home.mountpoint]
            ).result()
            #expect(mounted.status == 0)
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            let ended = await daemon.result()
            #expect(ended.status == 0 && ended.errors.contains("cannot notify systemd"), "\(ended.errors)")
        }
    }

    /// What keeps fusermount3 from mounting, or everybody else from seeing the mount: systemd.exec(5) says of each that
    /// it implies NoNewPrivileges, for units of users, or a mount namespace.
    @Test(arguments: ["user/placesfs@.service", "system/placesfs-system@.service"])
    func `no option of a unit keeps the mount from being made or seen`(_ unit: String) throws {
        let text = try String(contentsOfFile: "\(Repository.root)/share/systemd/\(unit)", encoding: .utf8)
        let keys = text.split(separator: "\n").filter { !$0.hasPrefix("#") && $0.contains("=") }
            .map { String($0.prefix { $0 != "=" }) }
        let harmful = keys.filter { key in
            ["Private", "Protect", "Restrict", "SystemCall", "ReadOnly", "ReadWrite", "Inaccessible", "Bind", "Root"]
                .contains { key.hasPrefix($0) }
                || ["NoNewPrivileges", "DynamicUser", "MemoryDenyWriteExecute", "LockPersonality", "MountFlags"]
                    .contains(key)
        }
        #expect(harmful == [] && keys.contains("ExecStart") && text.contains("Type=notify"))
    }

    /// On a disk of root's alone: below /tmp anybody could put a link.
    @Test(.enabled(if: geteuid() == 0, "giving folders away takes root"))
    func `the unit's mountpoint is made and given away only where nobody else could put another`() async throws {
        let script = """
            mount -t tmpfs -o mode=755 none /mnt
            try() { sh "$0" "/mnt/$1" nobody 2> /dev/null; echo "$1: $? $(stat -c '%U %a' "/mnt/$1")"; }
            mkdir /mnt/empty /mnt/full /mnt/theirs /mnt/root; touch /mnt/full/file; chown 4321 /mnt/theirs
            chmod 700 /mnt/root; ln -s root /mnt/link; mkdir -m 1777 /mnt/open
            for folder in new 'some where/new' new empty full theirs theirs/x link link/x open/x; do try "$folder"; done
            stat -c '%U %a' /mnt/root; ls /mnt/theirs /mnt/open /mnt/root | grep -c x
            """
        let tried = try await run(
            "unshare", "-m", "--propagation", "private", "bash", "-c", script,
            "\(Repository.root)/share/placesfs/make-mountpoint")
        #expect(
            tried.lines == [
                "new: 0 nobody 755", "some where/new: 0 nobody 755", "new: 0 nobody 755", "empty: 0 nobody 755",
                "full: 1 root 755", "theirs: 1 UNKNOWN 755", "theirs/x: 1 ", "link: 1 root 777", "link/x: 1 ",
                "open/x: 1 ", "root 700", "0",
            ], "\(tried.text)\(tried.errors)")
    }

    /// What the unit runs, one line after the other, as systemd does: a `-` before a program lets it fail.
    @Test func `a unit of a user starts again over the mount of a daemon that was killed`() async throws {
        let unit = try String(
            contentsOfFile: "\(Repository.root)/share/systemd/user/placesfs@.service", encoding: .utf8)
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStartPre=") })
        let command = line.dropFirst("ExecStartPre=".count)
        let mayFail = command.hasPrefix("-")
        try await Home.run { home in
            let arguments = ["mount"] + Home.offline + [home.mountpoint]
            #expect(try await home.command(arguments, Home.key).status == 0)
            // At once: nobody has looked at the folder, so that the kernel has no attributes to answer with.
            kill(try home.daemon(), SIGKILL)
            let script = command.drop { $0 == "-" }.replacing("%h/%I", with: home.mountpoint)
            let made = try await ChildProcess(["sh", "-c", String(script)], environment: home.environment).result()
            #expect(made.status == 0 || mayFail, "\(made.errors)")
            let again = try await home.command(arguments, Home.key)
            #expect(again.status == 0 && home.isMounted(), "\(again.errors)")
        }
    }
}
