import Foundation
import Glibc
import TestSupport
import Testing

/// Who is told that a mount is in use is told who uses it, and how that ends.
@Suite("unmount of a mount in use", .enabled(if: Repository.canMount)) struct BusyMountTests {
    @Test func `the shell that stands there is told to leave`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let busy = try await ChildProcess(
                [
                    "bash", "-c", "cd \"$1\"; \"$0\" unmount \"$1\"; echo $?; cd /", Repository.placesfs,
                    home.mountpoint,
                ],
                environment: home.environment
            ).result()
            #expect(busy.text == "17")
            #expect(
                busy.errors.contains(
                    /: bash \(process \d+\) stands in this folder: leave it \(cd ~\) or end it; or: placesfs/),
                "\(busy.errors)")
            #expect(busy.errors.count { $0 == "\n" } == 1)
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    @Test func `the command that takes the mount away may stand there itself`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let started = try await ChildProcess(
                ["bash", "-c", "cd \"$1/places\"; exec \"$0\" unmount ..", Repository.placesfs, home.mountpoint],
                environment: home.environment
            ).result()
            #expect(started.status == 0 && !home.isMounted(), "\(started.errors)")
        }
    }

    @Test func `a program that has a file open is told apart`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let busy = try await ChildProcess(
                [
                    "bash", "-c", "exec 7< \"$1/README.txt\"; \"$0\" unmount \"$1\" 7<&-; exit $?", Repository.placesfs,
                    home.mountpoint,
                ], environment: home.environment
            ).result()
            #expect(busy.status == 17 && busy.errors.contains(") has files open there: close them"), "\(busy.errors)")
        }
    }

    @Test func `a second mount of a source is told where the first is`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let second = home.path + "/second"
            try FileManager.default.createDirectory(atPath: second, withIntermediateDirectories: true)
            let refused = try await home.command(["mount", "--source", "sample", second])
            let daemon = try home.daemon()
            #expect(refused.status == 33)
            #expect(
                refused.errors.hasPrefix(
                    "placesfs: sample is mounted at \(home.mountpoint) already (process \(daemon)); use that, or first: "
                        + "placesfs unmount \(home.mountpoint) ("), "\(refused.errors)")
        }
    }

    @Test func `a second mount on the same cache is told whose it is`() async throws {
        try await Home.run { home in
            let cache = ["--cache-dir", home.path + "/c"]
            #expect(try await home.command(["mount", "--source", "sample"] + cache + [home.mountpoint]).status == 0)
            let second = home.path + "/second"
            try FileManager.default.createDirectory(atPath: second, withIntermediateDirectories: true)
            let begun = ContinuousClock.now
            let refused = try await home.command(
                ["mount", "--source", "sample", "--state-dir", home.path + "/s"] + cache + [second])
            #expect(refused.status == 33)
            #expect(
                refused.errors == """
                    placesfs: placesfs (process \(try home.daemon())), mounted at \(home.mountpoint), is using the cache \
                    \(home.path)/c/sample; mount with --cache-dir of its own

                    """, "\(refused.errors)")
            #expect(begun.duration(to: .now) < .seconds(15), "it ends at once, as on the same state")
        }
    }

    @Test func `one folder for state and cache is refused at once, by its other names too`() async throws {
        try await Home.run { home in
            try FileManager.default.createSymbolicLink(atPath: home.path + "/y", withDestinationPath: "x")
            for cache in ["/x", "/y"] {
                let folders = ["--state-dir", home.path + "/x", "--cache-dir", home.path + cache]
                let begun = ContinuousClock.now
                let refused = try await home.command(["mount", "--source", "sample"] + folders + [home.mountpoint])
                #expect(begun.duration(to: .now) < .seconds(15))
                #expect(
                    refused.status == 2 && refused.errors.contains("state and cache must be different folders"),
                    "\(refused)")
                #expect(!FileManager.default.fileExists(atPath: home.path + "/x"), "nothing was made")
                let doctor = try await home.command(["doctor", "--source", "sample"] + folders)
                #expect(doctor.status == 50 && doctor.text.contains("FAIL  cache: state and cache"), "\(doctor.text)")
                try? FileManager.default.removeItem(atPath: home.path + "/x")
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "a mount namespace takes root"))
    func `keep without a mount says what status says`() async throws {
        try await Home.run { home in
            let script = """
                grep ' fuse.placesfs ' /proc/mounts | cut -d ' ' -f 2 | xargs -r -n 1 umount -l
                "$0" status; echo $?; "$0" keep; echo $?
                """
            let said = try await ChildProcess(
                ["unshare", "-m", "--propagation", "private", "sh", "-c", script, Repository.placesfs],
                environment: home.environment, directory: home.path
            ).result()
            let lines = said.errors.split(separator: "\n")
            #expect(said.lines == ["16", "16"] && lines.count == 2 && lines.first == lines.last, "\(said)")
            #expect(lines.first == "placesfs: no placesfs of yours is mounted; to mount one: placesfs mount MOUNTPOINT")
        }
    }
}
