import Foundation
import Glibc
import Promises
import TestSupport
import Testing

@Suite("Who may see and run what", .enabled(if: Repository.canMount))
struct OtherUsersTests {
    @Test(.proves("Another user of the"), .enabled(if: geteuid() == 0, "being somebody else takes root"))
    func `another user reads neither mount, state, cache nor log`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount in
            #expect(
                try await mount.shell("cat \"$M/\(NumberedLibrary.path(0))\" > /dev/null; mkdir \"$M/pins/1,1\"").status
                    == 0)
            // The test's own folder is private too, and must not be what keeps them out.
            let open = try await mount.shell(
                "chmod 755 \"$HOME/..\" \"$HOME\" \"$HOME\"/* && ls -d \"$HOME\"/*/placesfs")
            #expect(open.status == 0 && open.lines.count == 3, "\(open.text)\(open.errors)")
            let somebody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
            #expect(try await mount.shell("\(somebody) ls \"$HOME\" > /dev/null").status == 0, "so far they get")
            let walk = "find \"$HOME\"/*/placesfs -exec cat {} +"
            #expect(try await mount.shell("\(walk) 2> /dev/null | wc -c").text != "0", "there is something")
            let seen = try await mount.shell("\(somebody) \(walk) | wc -c")
            #expect(seen.text == "0" && seen.errors.ranges(of: "Permission denied").count >= 3, "\(seen.errors)")
            for look in ["ls \"$M\"", "stat \"$M/README.txt\"", "cat \"$M/README.txt\"", "mkdir \"$M/pins/2,2\""] {
                let refused = try await mount.shell("\(somebody) \(look)")
                #expect(
                    refused.status != 0 && refused.errors.contains("Permission denied"), "\(look): \(refused.errors)")
                #expect(refused.text == "")
            }
            let modes = try await mount.shell("find \"$HOME\"/*/placesfs -perm /077 ! -type l")
            #expect(modes.text == "", "nothing is open to others: \(modes.text)")
        }
    }

    @Test(.proves("A photo is run as")) func `nothing in the mount can run, be a device or give rights`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount in
            let line = try await mount.shell("grep \" $M \" /proc/self/mountinfo")
            let flags = Set(
                line.text.split(separator: " ").dropFirst(5).first?.split(separator: ",").map(String.init) ?? [])
            #expect(flags.isSuperset(of: ["nosuid", "nodev", "noexec"]), "\(line.text)")
            let photo = "\"$M/\(NumberedLibrary.path(0))\""
            let run = try await mount.shell("cat \(photo) > /dev/null; \(photo)")
            #expect(run.status == 126 && run.errors.contains("Permission denied"), "\(run.status): \(run.errors)")
            let loaded = try await mount.shell("LD_PRELOAD=\(photo) true; /lib64/ld-linux-x86-64.so.2 \(photo)")
            #expect(loaded.status != 0)
            let mapped = try await mount.shell(
                """
                python3 - \(photo) <<'END'
                import mmap, os, sys
                file = os.open(sys.argv[1], os.O_RDONLY)
                try: mmap.mmap(file, 0, prot=mmap.PROT_READ | mmap.PROT_EXEC)
                except PermissionError: print('refused')
                END
                """)
            #expect(mapped.text == "refused", "\(mapped.text)\(mapped.errors)")
        }
    }

    @Test(.proves("A photo is run as"), .enabled(if: geteuid() == 0, "being somebody else takes root"))
    func `an ordinary user's mount is as restricted`() async throws {
        try await Home.run { home in
            let somebody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
            _ = try await run("chown", "-R", "65534:65534", home.path)
            let arguments = [Repository.placesfs, "mount"] + Home.offline + [home.mountpoint]
            let mounted = try await ChildProcess(
                somebody + arguments, environment: home.environment.merging(Home.key) { $1 }, directory: "/"
            ).result()
            // Where /dev/fuse or the program are for root alone this cannot be shown.
            guard mounted.status == 0 else {
                #expect(mounted.status != 1 && !mounted.errors.contains("noexec"), "\(mounted.errors)")
                return
            }
            let line = home.mountTable.first { $0.contains(" \(home.mountpoint) ") } ?? ""
            #expect(line.contains("nosuid") && line.contains("nodev") && line.contains("noexec"), "\(line)")
        }
    }
}
