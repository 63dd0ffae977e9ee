import Foundation
import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("What the folder refuses", .enabled(if: Repository.canMount))
struct RefusalTests {
    struct Attempt: Sendable, CustomStringConvertible {
        var script: String
        var says: String
        /// As another user, whom nothing here belongs to.
        var asStranger: String

        init(_ script: String, _ says: String = readOnly, asStranger: String = denied) {
            self.script = script
            self.says = says
            self.asStranger = asStranger
        }

        var description: String { script }
        /// As an ordinary user, whose group that is.
        var changesNothing: Bool { script == "chgrp 65534 P" }
        /// Others are refused by the kernel, or by nobody.
        var takesRoot: Bool { ["chown", "mknod", "trusted"].contains { script.contains($0) } }
    }

    /// Others cannot become somebody else.
    private static let isRoot = geteuid() == 0
    private static let readOnly = "Read-only file system"
    private static let denied = "Permission denied"
    /// What the kernel says to who is not the owner, in a mount for others.
    private static let notOwner = "Operation not permitted"

    /// In a place's directory; `P` is a photo there, `mode` opens it in Python.
    static let attempts = [
        Attempt("touch new"),
        Attempt("touch -d 2001-01-01 P"),
        Attempt("touch P"),
        Attempt("echo > new"),
        Attempt("echo > P"),
        Attempt("echo >> P"),
        Attempt("mode O_RDWR"),
        Attempt("mode O_WRONLY"),
        Attempt("mode O_RDONLY O_TRUNC"),
        Attempt("echo > map.geojson"),
        Attempt("truncate -s 0 P"),
        Attempt("truncate -s 10M P"),
        Attempt("chmod 600 P", asStranger: notOwner),
        Attempt("chmod 777 .", asStranger: notOwner),
        Attempt("chown 65534 P", asStranger: notOwner),
        Attempt("chgrp 65533 P", asStranger: notOwner),
        // The stranger's own group.
        Attempt("chgrp 65534 P", asStranger: notOwner),
        // Linux lets nobody link what they cannot write (fs.protected_hardlinks).
        Attempt("ln P b.jpg", "Operation not permitted", asStranger: "denied|not permitted"),
        Attempt("ln -s P b.jpg"),
        Attempt("mkfifo f"),
        Attempt("mknod n p"),
        Attempt("mv P b.jpg"),
        Attempt("mv -n P b.jpg"),
        Attempt("mv P ../../.."),
        Attempt("rm -f P"),
        Attempt("rm -f map.geojson"),
        Attempt("mkdir new"),
        Attempt("rmdir ../Paris"),
        Attempt("rmdir P", "Not a directory"),
        Attempt("mv ../Paris ../Rome"),
        Attempt("mv ../../France ../../Gaul"),
        Attempt("rmdir ../../France"),
        Attempt("mkdir ../../../new"),
        Attempt("mkdir ../../../tags/'\(TestSource.current.firstTopic)'/new"),
        Attempt("mkdir ../../../recents/new"),
        Attempt("mkdir ../../../.Trash-0"),
        Attempt("mkdir ../../../.placesfs/new"),
        Attempt("rmdir ../../../places"),
        Attempt("touch ../../../new"),
        Attempt("touch ../new"),
        Attempt("rm ../../../README.txt"),
        Attempt("mkdir ../Chambéry", "", asStranger: denied),
        Attempt("setfattr -n user.mine -v 1 P"),
        Attempt("setfattr -n user.mime_type -v 1 P"),
        Attempt("setfattr -x user.mime_type P"),
        Attempt("setfattr -n trusted.mine -v 1 P", asStranger: notOwner),
    ]

    private static let prelude = """
        P='Pont Neuf.jpg'
        mode() { python3 -c 'import os,sys
        try: os.open("Pont Neuf.jpg", sum({getattr(os, m) for m in sys.argv[1:]}))
        except OSError as error: sys.exit(error.strerror)' "$@"; }
        """

    static func script(_ attempt: Attempt) -> String {
        prelude + "\n" + attempt.script.replacing(/\bP\b/) { _ in "\"$P\"" }
    }

    @Test(.proves("Every other change"), .enabled(if: isRoot))
    func `every change is refused with EROFS, for root too, and changes nothing`()
        async throws
    {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            // Commons' own list has a thousand places, each of them a question.
            let all = TestSource.current.hasPlaces ? "." : "places/France tags pins"
            // To look is to view: what is recent changes by the picture itself, seconds later.
            let picture = """
                cd "$M"; find \(all) -path '*/Paris/*' -exec md5sum {} + 2>&1 | sort
                ls -lR -I recents --time-style=full-iso \(all); ls recents | grep new
                """
            // Directories tell how much they hold once they were listed.
            _ = try await mount.shell("cd \"$M\"; ls -R \(all)")
            let before = try await mount.shell(picture).text
            for attempt in Self.attempts where !attempt.says.isEmpty {
                let result = try await mount.shell("cd \"$M/\(Atlas.paris)\"\n" + Self.script(attempt))
                #expect(result.status != 0, "\(attempt)")
                #expect(result.errors.contains(attempt.says), "\(attempt): \(result.errors)")
            }
            let after = try await mount.shell(picture)
            let changed = Set(after.lines).symmetricDifference(before.components(separatedBy: "\n"))
            #expect(changed == [])
        }
    }

    @Test(.proves("Setting the mode, owner or time that"))
    func `what sets the attributes that there are succeeds, and what sets others does not`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let tried = try await mount.shell(
                """
                cd "$M/pins" && mkdir -m 755 9,9 && install -d -m 755 8,8 && chown "$(id -u):$(id -g)" 9,9 && ls
                cd "$M/\(Atlas.paris)" && photo='Pont Neuf.jpg' && chmod 644 "$photo" && touch -r "$photo" "$photo"; echo $?
                mkdir -m 700 "$M/pins/7,7" 2>&1 | grep -c 'Read-only file system'
                chmod 600 "$photo" 2>&1 | grep -c 'Read-only file system'
                touch -d 2001-01-01 "$photo" 2>&1 | grep -c 'Read-only file system'
                """)
            #expect(tried.lines.filter { $0.hasPrefix("8") || $0.hasPrefix("9") }.count == 2, "\(tried.text)")
            #expect(tried.lines.suffix(4) == ["0", "1", "1", "1"], "\(tried.text)\(tried.errors)")
        }
    }

    @Test(.proves("Without `--allow-other`"), .enabled(if: isRoot))
    func `a user who was let in changes nothing, and reads places and tags`() async throws {
        try await TestMount.run(Atlas.configuration(), options: ["--allow-other"]) { mount async throws in
            #expect(try await mount.shell("chmod 755 \"$(dirname \"$M\")\"; ls \"$M/\(Atlas.paris)\"").status == 0)
            for attempt in Self.attempts {
                try mount.write(Array(Self.script(attempt).utf8), to: "attempt")
                let result = try await mount.shell(
                    "cd \"$M/\(Atlas.paris)\"; setpriv --reuid 65534 --regid 65534 --clear-groups bash \"$T/attempt\"")
                #expect(result.status != 0, "\(attempt)")
                #expect(
                    attempt.asStranger.split(separator: "|").contains { result.errors.contains($0) },
                    "\(attempt): \(result.errors)")
            }
            let read = try await mount.shell(
                "cd \"$M/\(Atlas.paris)\"; setpriv --reuid 65534 --regid 65534 --clear-groups md5sum *.jpg map.geojson")
            #expect(read.status == 0 && read.lines.count == 7, "\(read.errors)")
        }
    }

    @Test(.proves("Without `--allow-other`"), .enabled(if: isRoot))
    func `without allow-other nobody else is let in, not even to look`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let result = try await mount.shell(
                "chmod 755 \"$(dirname \"$M\")\"; setpriv --reuid 65534 --regid 65534 --clear-groups ls \"$M\"")
            #expect(result.status != 0 && result.errors.contains(Self.denied))
        }
    }

    @Test(.proves("`rm -r` of a place"), .enabled(if: isRoot))
    func `rm -r of a place removes nothing, and a file manager finds no trash`()
        async throws
    {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let before = try await mount.shell("ls -A \"$M/\(Atlas.paris)\"")
            let removal = try await mount.shell("rm -r \"$M/\(Atlas.paris)\"")
            #expect(removal.status == 1)
            #expect(
                removal.errors.split(separator: "\n").allSatisfy { $0.hasSuffix(Self.readOnly) }, "\(removal.errors)")
            #expect(try await mount.shell("ls -A \"$M/\(Atlas.paris)\"").text == before.text)
            let trash = try await mount.shell("gio trash \"$M/\(Atlas.paris)/Pont Neuf.jpg\"")
            #expect(trash.status != 0)
            #expect(try await mount.shell("ls -A \"$M/\(Atlas.paris)\"").text == before.text)
        }
    }

    @Test(.enabled(if: isRoot)) func `rename without replacing is refused like any rename`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let script = """
                import ctypes, os, sys
                libc = ctypes.CDLL(None, use_errno=True)
                for flags in (0, 1, 2):
                    done = libc.renameat2(-100, b"Pont Neuf.jpg", -100, b"Undated.jpg", flags)
                    print(done, os.strerror(ctypes.get_errno()))
                """
            let result = try await mount.shell("cd \"$M/\(Atlas.paris)\"; python3 -c '\(script)'")
            #expect(result.lines.first == "-1 \(Self.readOnly)", "\(result.text)\(result.errors)")
            #expect(result.lines.dropFirst().first == "-1 File exists", "the kernel's own answer to RENAME_NOREPLACE")
            #expect(result.lines.last?.hasPrefix("-1 ") == true)
        }
    }

    @Test(.proves("Names over 255 bytes")) func `names that no file can have are refused as such`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let result = try await mount.shell("python3 '\(Script.path("Errors/names.py"))'")
            let none = "No such file or directory"
            let long = "File name too long"
            #expect(
                result.lines == [
                    none, long, long, long, none, "Invalid or incomplete multibyte or wide character", none, none, none,
                ], "\(result.errors)")
        }
    }
}
