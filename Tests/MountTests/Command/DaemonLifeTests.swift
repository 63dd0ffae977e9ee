import Foundation
import Glibc
import Promises
import TestSupport
import Testing

/// From mount to the end, as a user sees it. The source is unreachable throughout: none of this may need it.
@Suite(.enabled(if: Repository.canMount)) struct DaemonLifeTests {
    @Test func `mount returns when the mount answers, with a daemon that keeps nothing of its starter`() async throws {
        try await Home.run { home in
            let result = try await home.mountOffline()
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.isEmpty)
            #expect(result.errors.hasPrefix("placesfs: Flickr does not answer (") && result.lines.isEmpty)
            #expect(home.isMounted())
            #expect(try FileManager.default.contentsOfDirectory(atPath: home.mountpoint).contains("places"))
            let daemon = try home.daemon()
            #expect(getsid(daemon) == daemon)
            let links = ["cwd", "fd/0", "fd/1"].map {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon)/\($0)")
            }
            #expect(links == ["/", "/dev/null", "/dev/null"])
            let status = try String(contentsOfFile: "/proc/\(daemon)/status", encoding: .utf8)
            #expect(status.contains("Umask:\t0077"))
            for path in [".local/share/placesfs", ".cache/placesfs", ".local/state/placesfs"] {
                let facts = try FileManager.default.attributesOfItem(atPath: "\(home.path)/\(path)")
                #expect(facts[.posixPermissions] as? Int == 0o700, "\(path)")
            }
        }
    }

    @Test func `the daemon is the command that was typed, with nothing open that the caller had open`() async throws {
        try await Home.run { home in
            let words = ["mount"] + Home.offline + [home.mountpoint]
            let shell = "exec 9</etc/passwd; trap '' INT HUP; exec \"$@\""
            let mount = try ChildProcess(
                ["sh", "-c", shell, "sh", Repository.placesfs] + words,
                environment: home.environment.merging(Home.key) { $1 })
            #expect(await mount.result().status == 0)
            let daemon = try home.daemon()
            let line = try String(contentsOfFile: "/proc/\(daemon)/cmdline", encoding: .utf8)
            #expect(line.split(separator: "\0").dropFirst().map(String.init) == words)
            #expect(try String(contentsOfFile: "/proc/\(daemon)/comm", encoding: .utf8) == "placesfs\n")
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon)/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon)/fd/\($0)")
            }
            #expect(files.contains("/dev/fuse") && !files.contains("/etc/passwd"))
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    @Test func `the key appears in no log and on no command line`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline(["--log-level", "trace"]).status == 0)
            _ = try? FileManager.default.contentsOfDirectory(atPath: home.mountpoint + "/places")
            let daemon = try home.daemon()
            let line = try String(contentsOfFile: "/proc/\(daemon)/cmdline", encoding: .utf8)
            #expect(line.contains("mount") && !line.contains("sesame"))
            let status = try await home.command(["status", home.mountpoint])
            #expect(status.status == 0)
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            #expect(home.log.contains("mounted") && !home.log.contains("sesame"))
            #expect(!status.text.contains("sesame"))
        }
    }

    @Test(.proves("Two daemons on one"))
    func `a second daemon is refused with the first one's pid and mountpoint`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline().status == 0)
            let again = try await home.mountOffline()
            #expect(again.status == 13)
            let other = home.path + "/other"
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
            let second = try await home.command(["mount"] + Home.offline + [other], Home.key)
            #expect(second.status == 33)
            #expect(second.errors.contains("process \(try home.daemon())"))
            #expect(second.errors.contains("at \(home.mountpoint)"))
            #expect(!home.isMounted(other))
            let apart = try await home.command(
                ["mount"] + Home.offline + ["--state-dir", home.path + "/s2", other], Home.key)
            #expect(apart.status == 33, "the cache is still shared")
            let free = try await home.command(
                ["mount"] + Home.offline + ["--state-dir", home.path + "/s2", "--cache-dir", home.path + "/c2", other],
                Home.key)
            #expect(free.status == 0, "\(free.errors)")
            #expect(try await home.command(["unmount", other]).failure == "")
        }
    }

    @Test(.proves("Two daemons on one"))
    func `a daemon of another source, or of another address, is not refused`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline().status == 0)
            for (name, options) in [
                ("sample", ["--source", "sample"]), ("elsewhere", ["--api-base", "http://127.0.0.1:2/"]),
            ] {
                let other = home.path + "/" + name
                try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
                let mounted = try await home.command(["mount"] + options + [other], Home.key)
                #expect(mounted.status == 0, "\(mounted.errors)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: other).contains("places"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: home.mountpoint).contains("places"))
            for name in ["sample", "elsewhere"] {
                #expect(try await home.command(["unmount", home.path + "/" + name]).failure == "")
            }
        }
    }

    @Test func `unmount waits for the daemon, so that the next mount finds all free`() async throws {
        try await Home.run { home in
            for _ in 0..<3 {
                #expect(try await home.mountOffline().status == 0)
                let daemon = try home.daemon()
                #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
                #expect(!home.isMounted())
                #expect(!home.isRunning(daemon))
            }
        }
    }

    @Test func `a busy mount is not taken away, and who uses it is named`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline().status == 0)
            let stop = home.path + "/stop"
            let user = try ChildProcess(
                ["sh", "-c", "cd \"$1\" && until [ -e \"$2\" ]; do sleep 0.05; done", "sh", home.mountpoint, stop])
            let deadline = ContinuousClock().now + .seconds(20)
            var refused = try await home.command(["unmount", home.mountpoint])
            while refused.status == 0, ContinuousClock().now < deadline {
                // Unmounted before the shell was there.
                #expect(try await home.mountOffline().status == 0)
                refused = try await home.command(["unmount", home.mountpoint])
            }
            #expect(refused.status == 17)
            #expect(refused.errors.contains("(process "))
            #expect(home.isMounted())
            #expect(try await home.command(["unmount", "-z", home.mountpoint]).failure == "")
            #expect(!home.isMounted())
            _ = FileManager.default.createFile(atPath: stop, contents: nil)
            _ = await user.result()
        }
    }

    @Test(.proves("The daemon dies"))
    func `a mount whose daemon was killed is replaced, and its lock is free`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline().status == 0)
            let first = try home.daemon()
            #expect(kill(first, SIGKILL) == 0)
            #expect(try await home.ends(first))
            #expect(home.isMounted(), "dead, but there")
            let status = try await home.command(["status", home.mountpoint])
            #expect(status.status == 14)
            let again = try await home.mountOffline()
            #expect(again.status == 0, "\(again.errors)")
            #expect(try home.daemon() != first)
            #expect(try FileManager.default.contentsOfDirectory(atPath: home.mountpoint).contains("places"))
        }
    }

    @Test(.proves("SIGTERM, SIGINT, fusermount3 -u"), arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends it cleanly`(signal: Int32) async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline().status == 0)
            let daemon = try home.daemon()
            #expect(kill(daemon, signal) == 0)
            #expect(try await home.ends(daemon))
            #expect(!home.isMounted())
            #expect(home.log.contains("signal=\(signal)") && home.log.contains("placesfs: ended"))
        }
    }

    /// timeout(1), a terminal and systemd signal a whole group, whose command then ends as well.
    @Test(.proves("SIGTERM, SIGINT, fusermount3 -u"))
    func `a daemon that is told twice to end takes its mount along`() async throws {
        try await Home.run { home in
            for _ in 0..<5 {
                #expect(try await home.mountOffline().status == 0)
                let daemon = try home.daemon()
                for signal in [SIGINT, SIGTERM, SIGHUP] { #expect(kill(daemon, signal) == 0) }
                #expect(try await home.ends(daemon))
                #expect(!home.isMounted())
            }
        }
    }

    @Test func `a daemon in the foreground logs to standard error and ends well`() async throws {
        try await Home.run { home in
            let process = try home.start(["mount", "-f"] + Home.offline + [home.mountpoint], Home.key)
            let deadline = ContinuousClock().now + .seconds(30)
            while !home.isMounted(), ContinuousClock().now < deadline {
                try await ContinuousClock().sleep(for: .milliseconds(20))
            }
            try #require(home.isMounted())
            #expect(kill(try home.daemon(), SIGTERM) == 0)
            let result = await process.result()
            #expect(result.status == 0)
            #expect(result.errors.contains("mounted") && result.errors.contains("ended"))
            #expect(!home.isMounted() && home.log.isEmpty)
        }
    }

    @Test func `a daemon in the foreground that nohup(1) starts outlives its terminal`() async throws {
        try await Home.run { home in
            let process = try ChildProcess(
                ["nohup", Repository.placesfs, "mount", "-f"] + Home.offline + [home.mountpoint],
                environment: home.environment.merging(Home.key) { $1 }, directory: home.path)
            let deadline = ContinuousClock().now + .seconds(30)
            while !home.isMounted(), ContinuousClock().now < deadline {
                try await ContinuousClock().sleep(for: .milliseconds(20))
            }
            try #require(home.isMounted())
            let daemon = try home.daemon()
            // Of two that wait, the one with the lower number arrives first (signal(7)).
            #expect(kill(daemon, SIGHUP) == 0 && kill(daemon, SIGTERM) == 0)
            let result = await process.result()
            let ends = result.errors.split(separator: "\n").filter { $0.contains("ending on a signal") }
            #expect(ends.count == 1 && ends.first?.contains("signal=\(SIGTERM)") == true, "\(result.errors)")
            #expect(result.status == 0 && !home.isMounted())
        }
    }

    @Test func `the form of mount(8) mounts the same`() async throws {
        try await Home.run { home in
            let options =
                "rw,dev,suid,noauto,_netdev,x-systemd.automount,nodev,fsname=my\\,photos,"
                + "api_base=http://127.0.0.1:1/"
            let result = try await home.command(["flickr", home.mountpoint, "-o", options], Home.key)
            #expect(result.status == 0, "\(result.errors)")
            let line = try #require(home.mountTable.first { $0.contains(" \(home.mountpoint) ") })
            #expect(line.contains("nodev") && line.contains(" fuse.placesfs my,photos "))
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }
}
