import Foundation
import Glibc
import TestSupport
import Testing

/// mount(8), umount(8), /etc/fstab and the eject button of a file manager.
@Suite("Mount manners", .enabled(if: Repository.canMount))
struct MountMannersTests {
    private static let isRoot = geteuid() == 0

    @Test(.enabled(if: isRoot, "mount(8) takes root"))
    func `mount -t fuse.placesfs and fstab mount it, read well, and umount ends it`() async throws {
        try await Home.run { home in
            let result = try await Self.shell(
                """
                mkdir "$HOME/my photos"; echo 'cache-size = 30M' > config
                mount -t fuse.placesfs sample ~/mnt -o nosuid,x-gvfs-show,fsname=world,$D
                mount | sed -n "s|^\\(.*\\) on $HOME/mnt type \\([^ ]*\\) .*|\\1 \\2|p"
                ls ~/mnt/places | head -n 2; df 2> none | grep -c "$HOME/mnt"
                umount ~/mnt && findmnt ~/mnt; await_end
                echo "sample $HOME/my\\040photos fuse.placesfs user,nofail,_netdev,fsname=sample,config=config,$D 0 0" \\
                    > fstab
                mount -T fstab "$HOME/my photos" && findmnt -n -o SOURCE,FSTYPE -T "$HOME/my photos" | tr -s ' '
                grep -o 'of 30 MiB' "$HOME/my photos/.placesfs/status"
                mount -a -T fstab && echo nothing to do; umount "$HOME/my photos"; await_end
                mount -a -T fstab && ls "$HOME/my photos"
                umount "$HOME/my photos"; await_end
                """, home)
            #expect(
                result.lines == [
                    "world fuse.placesfs", "France", "Iceland", "0", "sample fuse.placesfs", "of 30 MiB",
                    "nothing to do",
                ] + TestMount.rootNames, "\(result.errors)")
        }
    }

    /// mount(8) makes a path of the first column where a file of that name is in the working directory: the README has
    /// people make `~/flickr`.
    @Test(.enabled(if: isRoot, "a mount table of its own takes root"), arguments: ["placesfs", "sample"])
    func `fstab mounts from a folder in which the first column is a file`(_ word: String) async throws {
        try await Home.run { home in
            let result = try await Self.shell(
                """
                echo "\(word) $HOME/mnt fuse.placesfs noauto,source=sample,fsname=\(word),$D 0 0" > fstab
                mkdir "\(word)"; mount -T fstab "$HOME/mnt" && ls "$HOME/mnt" && umount "$HOME/mnt"; await_end
                """, home)
            #expect(
                result.lines == TestMount.rootNames, "\(result.text)\(result.errors)")
        }
    }

    @Test(
        .enabled(if: isRoot, "another user and an fstab of his take root"),
        .enabled(if: OrdinaryUser.canRunCopies, "another user cannot run the program"),
        .enabled(if: FileManager.default.fileExists(atPath: "/etc/fstab"), "there is no /etc/fstab"))
    func `an ordinary user mounts by fstab, in his own home`() async throws {
        try await Home.run { home in
            let result = try await Self.shell(
                """
                "$R/scripts/install" --built "$(dirname "$PLACESFS")" prefix > none 2>&1 || exit 91
                mount --bind prefix/bin /usr/local/bin && mount --bind prefix/lib /usr/local/lib || exit 92
                echo "nobody:x:65534:65534::$HOME:/bin/sh" > passwd; echo "sample $HOME/mnt fuse.placesfs noauto,user" > fstab
                mount --bind passwd /etc/passwd && mount --bind fstab /etc/fstab && chown -R 65534:65534 ~ || exit 93
                user="setpriv --reuid 65534 --regid 65534 --clear-groups"
                $user placesfs --version > none || exit 94
                $user mount ~/mnt && $user ls ~/mnt/places | head -n 1
                ls ~/.local/share/placesfs; $user umount ~/mnt; findmnt ~/mnt; await_end
                """, home)
            #expect(result.lines == ["France", "sample", "sample.lock"], "\(result.status): \(result.errors)")
        }
    }

    @Test(.enabled(if: isRoot, "mount(8) takes root"))
    func `mount(8) relays our one line and our status`() async throws {
        try await Home.run { home in
            for (words, status, line) in [
                ("sample ~/mnt -o bogus", 2, "unknown option"), ("sample ~/none", 10, "does not exist"),
                ("nosuch ~/mnt", 2, "the sources are flickr, commons, sample"),
                ("flickr ~/mnt -o $D", 4, "needs a key"),
            ] {
                let refused = try await Self.shell("mount -t fuse.placesfs \(words)", home)
                #expect(refused.status == status, "\(words): \(refused.errors)")
                #expect(refused.errors.split(separator: "\n").count == 1 && refused.errors.contains(line))
            }
        }
    }

    @Test func `under home it has an eject button, below a dot folder it is not shown`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let seen = try await Self.session("gio mount -l", home)
            #expect(seen.text.contains("mnt -> file://\(home.mountpoint)"), "\(seen.text)\(seen.errors)")

            let busy = try await Self.session("cd ~/mnt && gio mount -u ~/mnt", home)
            #expect(busy.status != 0 && busy.errors.contains("busy"), "\(busy.errors)")
            #expect(home.isMounted())
            let daemon = try home.daemon()
            let ejected = try await Self.session("gio mount -u ~/mnt", home)
            #expect(ejected.status == 0 && !home.isMounted(), "\(ejected.errors)")
            #expect(try await home.ends(daemon))

            let hidden = home.path + "/.hidden/mnt"
            try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: true)
            #expect(try await home.command(["mount", "--source", "sample", hidden]).status == 0)
            #expect(try await !Self.session("gio mount -l", home).text.contains(hidden))
        }
    }

    @Test(.enabled(if: isRoot, "a folder under /media takes root"))
    func `under media it has an eject button too`() async throws {
        try await Home.run { home in
            let result = try await Self.shell(
                """
                mount -t tmpfs none /media && mkdir /media/world
                mount -t fuse.placesfs sample /media/world -o $D
                dbus-run-session -- gio mount -l 2> none | grep -o 'world -> .*'
                dbus-run-session -- gio mount -u /media/world 2> none; findmnt /media/world; await_end
                """, home)
            #expect(result.lines == ["world -> file:///media/world"], "\(result.errors)")
        }
    }

    @Test(
        .enabled(if: OrdinaryUser.canRunCopies, "another user cannot run the program"),
        arguments: ["umount", "fusermount3 -u", "prefix/bin/placesfs unmount"])
    func `who mounted it takes it away`(with tool: String) async throws {
        try await Home.run { home in
            // Root would be let through anyhow. The program is copied to where the other user can read it.
            let somebody = Self.isRoot ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : ""
            let result = try await ChildProcess(
                [
                    "bash", "-c",
                    """
                    "$R/scripts/install" --built "$(dirname "$PLACESFS")" prefix > log 2>&1 || { cat log >&2; exit 1; }
                    \(Self.isRoot ? "chown -R 65534:65534 ~ || exit" : "")
                    \(somebody) prefix/bin/placesfs mount --source sample ~/mnt && \(somebody) ls ~/mnt/places | head -n 1
                    \(somebody) \(tool) ~/mnt
                    """,
                ],
                environment: home.environment.merging(["R": Repository.root, "PLACESFS": Repository.placesfs]) { $1 },
                directory: home.path
            ).result()
            #expect(result.status == 0 && result.text == "France", "\(result.errors)")
            #expect(!home.isMounted())
        }
    }

    // MARK: Steps

    private static func session(_ script: String, _ home: Home) async throws -> CommandResult {
        try await ChildProcess(
            ["dbus-run-session", "--", "bash", "-c", script], environment: home.environment, directory: home.path
        ).result()
    }

    /// As root in a mount table of its own, where the program under test lies in /usr/local/bin: mount(8) looks nowhere
    /// else, and hands on no HOME. `$D` keeps state, cache and log in the test's folder. Its copies of other tests'
    /// mounts are let go of: those could not end while it has them.
    private static func shell(_ script: String, _ home: Home) async throws -> CommandResult {
        let preparation = """
            awk '$3 ~ /^fuse[.]/ { print $2 }' /proc/self/mounts | xargs -r -d "\\n" umount -l
            mkdir -p bin && ln -sf "$PLACESFS" bin/placesfs && mount --bind bin /usr/local/bin || exit 90
            D="state_dir=$HOME/state,cache_dir=$HOME/cache,log_file=$HOME/log"
            trap 'findmnt -n -l -o TARGET -t fuse.placesfs | grep -F "$HOME/" | xargs -r -d "\\n" umount -l' EXIT
            await_end() {
                for try in $(seq 600); do pgrep -f -- "placesfs mount .*$HOME" > none || return 0; sleep 0.05; done
                echo "the daemon lives on"
            }

            """
        return try await ChildProcess(
            ["unshare", "--mount", "bash", "-c", preparation + script],
            environment: home.environment.merging(["R": Repository.root, "PLACESFS": Repository.placesfs]) { $1 },
            directory: home.path
        ).result()
    }
}
