import Foundation
import Glibc
import Promises
import TestSupport
import Testing

@Suite("A user's mount that lets root in", .enabled(if: OrdinaryUser.canMount && geteuid() == 0, "takes root"))
struct AllowRootTests {
    /// In a mount namespace in which users may let others in; `$U` becomes the user who mounts, `$V` another.
    private static func tried(_ option: String, _ home: Home) async throws -> CommandResult {
        let script = """
            grep ' fuse.placesfs ' /proc/mounts | cut -d ' ' -f 2 | xargs -r -n 1 umount -l
            U='setpriv --reuid 65534 --regid 65534 --clear-groups'
            V='setpriv --reuid 4321 --regid 4321 --clear-groups'
            echo user_allow_other > fuse.conf; mount --bind fuse.conf /etc/fuse.conf
            mkdir -p home/mnt; touch home/file; chown -R 65534:65534 home; chmod 755 . home
            export HOME="$PWD/home"
            $U "$P" mount --source sample \(option) "$HOME/mnt" || exit 1
            $U cat mnt home/mnt/README.txt home/mnt/places/France/Paris/CREDITS.txt > /dev/null 2>&1
            tar --one-file-system -cf all.tar home 2> /dev/null; echo "tar $?"
            cat home/mnt/README.txt 2> /dev/null | head -c 8; echo
            "$P" status home/mnt > /dev/null 2>&1; echo "status $?"
            for path in home/mnt home/mnt/README.txt home/mnt/places home/mnt/places/France/Paris/CREDITS.txt; do
                $V cat "$path" 2>&1 | grep -c 'Permission denied'
            done
            $U mkdir "home/mnt/pins/1,1"; echo "mkdir $?"
            $U chmod 644 home/mnt/README.txt; echo "chmod $?"
            $U "$P" unmount "$HOME/mnt"; echo "unmount $?"
            """
        return try await ChildProcess(
            ["unshare", "-m", "--propagation", "private", "bash", "-c", script],
            environment: home.environment.merging(["P": Repository.placesfs]) { $1 }, directory: home.path,
            timeout: .seconds(90)
        ).result()
    }

    @Test func `root's backup does not fail there, and other users see nothing, cached or not`() async throws {
        try await Home.run { home in
            let result = try await Self.tried("-o allow_root", home)
            let expected =
                ["tar 0", "placesfs", "status 0"] + Array(repeating: "1", count: 4)
                + ["mkdir 0", "chmod 0", "unmount 0"]
            #expect(result.lines == expected, "\(result.text)\(result.errors)")
        }
    }

    @Test func `without allow-root root may not look either`() async throws {
        try await Home.run { home in
            let result = try await Self.tried("-o noatime", home)
            #expect(result.lines.prefix(2) == ["tar 2", ""], "\(result.text)\(result.errors)")
            #expect(result.lines.suffix(3) == ["mkdir 0", "chmod 0", "unmount 0"])
        }
    }

    @Test func `allow-root does not go together with allow-other, which lets root in, too`() async throws {
        try await Home.run { home in
            let both = try await home.command(
                ["mount", "--source", "sample", "--allow-other", "--allow-root", home.mountpoint])
            #expect(
                both.status == 2 && both.errors.contains("--allow-root: allow-other lets root in"), "\(both.errors)")
        }
    }
}
