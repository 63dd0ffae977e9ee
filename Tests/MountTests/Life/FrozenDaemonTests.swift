import Foundation
import Glibc
import PhotoSimulator
import Promises
import TestClock
import TestSupport
import Testing

/// A daemon that does not run: stopped by a signal, in a debugger, in a frozen cgroup.
@Suite("A daemon that does not answer", .enabled(if: Repository.canMount))
struct FrozenDaemonTests {
    /// What a command may take: five seconds for the daemon, and what a busy machine adds.
    static let bound = Duration.seconds(20)

    static func stopped(_ body: (Home, Int32) async throws -> Void) async throws {
        try await Home.run { home in
            let mounted = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(mounted.status == 0, "\(mounted.errors)")
            let daemon = try home.daemon()
            #expect(kill(daemon, SIGSTOP) == 0)
            // A thread that runs when the signal comes may answer a little longer.
            let settled = try await run(
                "sh", "-c", "while grep -h '^State:' /proc/$0/task/*/status | grep -qv T; do sleep 0.01; done",
                "\(daemon)")
            #expect(settled.status == 0)
            do {
                try await body(home, daemon)
            } catch {
                kill(daemon, SIGKILL)
                throw error
            }
            kill(daemon, SIGKILL)
            #expect(try await home.ends(daemon))
        }
    }

    @Test(
        .proves("A daemon is stopped or"),
        arguments: [
            ["status", "M"], ["status", "--json", "M"], ["status"], ["info", "M/README.txt"], ["info", "M"],
            ["credits", "M/places"], ["credits", "H"], ["refresh", "M/places"], ["new-collection", "M/pins/1,1"],
            ["cache", "forget", "M/README.txt"], ["mount", "--source", "sample", "M"],
            ["doctor", "--source", "sample"],
        ])
    func `each command names the stopped daemon and what frees the folder`(words: [String]) async throws {
        try await Self.stopped { home, daemon in
            let arguments = words.map {
                $0 == "H" ? home.path : $0.hasPrefix("M") ? home.mountpoint + $0.dropFirst() : $0
            }
            let begun = ContinuousClock.now
            let result = try await ChildProcess(
                [Repository.placesfs] + arguments, environment: home.environment, directory: home.path,
                timeout: .seconds(60)
            ).result()
            #expect(begun.duration(to: .now) < Self.bound)
            let said = result.errors + result.text
            #expect(said.contains("(process \(daemon), stopped) does not answer"), "\(said)")
            #expect(said.contains("kill -CONT \(daemon)") && said.contains("placesfs unmount -z \(home.mountpoint)"))
            // Without a MOUNTPOINT it speaks of the mounts of other tests, too, and ends with the last one's failure.
            let status = words == ["status"] ? result.status : words[0] == "doctor" ? 50 : 19
            #expect(result.status == status && result.status != 0, "\(said)")
            #expect(home.isMounted() && home.isRunning(daemon), "a command that looks ends nothing")
        }
    }

    /// The kernel lets the command end only when the daemon goes on: the daemon has read the request already.
    @Test(.proves("A daemon is stopped or"))
    func `a daemon that is stopped while a command waits for it is named, too`() async throws {
        let numbered = NumberedLibrary(places: 2, photosPerPlace: 3)
        let patient = ["--first-byte-timeout", "100s", "--low-speed-time", "100s"]
        try await TestMount.run(numbered.configuration, options: patient) { mount in
            mount.simulator.faults.add(.stallBeforeHead, on: Fault.Match(path: NumberedLibrary.query(1)))
            let asked = try mount.start(
                "exec \(Repository.placesfs) credits \"$M/\(NumberedLibrary.directory(1))\" 2> said")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.path.contains(NumberedLibrary.query(1)) })
            let daemon = try await mount.daemon()
            #expect(kill(daemon, SIGSTOP) == 0)
            let said = try await mount.shell("until [ -s said ]; do sleep 0.02; done; cat said", timeout: .seconds(60))
            #expect(kill(daemon, SIGCONT) == 0)
            #expect(said.text.contains("(process \(daemon), stopped) does not answer"), "\(said.text)")
            #expect(await asked.result().status == 19)
        }
    }

    @Test(.proves("A daemon is stopped or"))
    func `unmount -z takes the folder of a stopped daemon away at once, and says what is left`() async throws {
        try await Self.stopped { home, daemon in
            let begun = ContinuousClock.now
            let result = try await home.command(["unmount", "-z", home.mountpoint])
            #expect(begun.duration(to: .now) < .seconds(15))
            #expect(result.status == 0 && !home.isMounted(), "\(result.errors)")
            #expect(result.errors.contains("(process \(daemon), stopped) lives on; kill -CONT \(daemon) lets it end"))
            let again = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(again.status == 33)
            #expect(again.errors.contains("to let it end: kill -CONT \(daemon)"), "\(again.errors)")
            kill(daemon, SIGCONT)
            #expect(try await home.ends(daemon))
            let third = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(third.status == 0, "\(third.errors)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    /// Such a daemon is no stopped one: it is waited for.
    @Test(
        .proves("A daemon is stopped or"),
        .enabled(if: FrozenGroup.isPossible, "freezing a control group takes root"))
    func `a frozen control group holds no command up for more than five seconds`() async throws {
        try await Home.run { home in
            let mounted = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(mounted.status == 0, "\(mounted.errors)")
            let daemon = try home.daemon()
            let group = try FrozenGroup(daemon)
            defer { group.remove() }
            for words in [["places", "Sydney", "--limit", "5"], ["mount", "--source", "sample", "--make"]] {
                let begun = ContinuousClock.now
                let result = try await home.alone(words + (words[0] == "places" ? [] : [home.mountpoint]))
                let taken = begun.duration(to: .now)
                #expect(taken < .seconds(25), "\(words[0]): \(taken)")
                #expect(result.errors.contains("process \(daemon)"), "\(words[0]): \(result.errors)")
                #expect(result.status == (words[0] == "places" ? 0 : 19), "\(words[0]): \(result.errors)")
            }
            // It waits for an answer with nothing open.
            let asking = try ChildProcess(["stat", "-f", home.mountpoint])
            // In the namespace of the other two it would be unmounted there alone.
            let begun = ContinuousClock.now
            let left = try await home.command(["unmount", home.mountpoint])
            #expect(begun.duration(to: .now) < .seconds(25))
            #expect(left.status == 19 && left.errors.contains("(process \(daemon)) lives on"), "\(left.errors)")
            #expect(!home.isMounted())
            group.thaw()
            #expect(await asking.result().status == 0)
            #expect(try await home.ends(daemon))
        }
    }

    @Test(.proves("A daemon is stopped or"), .enabled(if: geteuid() == 0, "a mount namespace takes root"))
    func `places asks a stopped daemon once, and names it`() async throws {
        try await Self.stopped { home, daemon in
            let begun = ContinuousClock.now
            let result = try await home.alone(["places", "Spring", "--limit", "10"])
            #expect(begun.duration(to: .now) < .seconds(15))
            #expect(result.status == 0 && result.lines.count == 20, "\(result.text)")
            let said = result.errors.split(separator: "\n")
            #expect(said.count == 1, "\(result.errors)")
            #expect(said.first?.contains("(process \(daemon), stopped) does not answer") == true, "\(result.errors)")
        }
    }

    @Test func `unmount takes the folder of a stopped daemon away, and says that the daemon is left`() async throws {
        try await Self.stopped { home, daemon in
            let result = try await home.command(["unmount", home.mountpoint])
            #expect(!home.isMounted())
            #expect(result.status == 19)
            #expect(result.errors.contains("kill -CONT \(daemon) lets it end"), "\(result.errors)")
        }
    }

    @Test func `unmount leaves a stopped daemon's folder to a program that has a photo mapped`() async throws {
        try await Self.stopped { home, daemon in
            kill(daemon, SIGCONT)
            let mapping = try ChildProcess([
                "python3", "-c",
                """
                import ctypes, glob, os, signal, sys
                # Not by the module mmap, which keeps a descriptor.
                map = ctypes.CDLL(None).mmap
                map.restype, map.argtypes = ctypes.c_ssize_t, [ctypes.c_void_p] + [ctypes.c_size_t] * 5
                with open(glob.glob(sys.argv[1] + "/places/*/*/*.jpg")[0], "rb") as f:
                    assert map(None, 4096, 1, 2, f.fileno(), 0) > 0
                open(sys.argv[2] + ".new", "w").write(str(os.getpid()))
                os.rename(sys.argv[2] + ".new", sys.argv[2])
                signal.pause()
                """, home.mountpoint, home.path + "/mapped",
            ])
            func mapper() -> Int32? {
                (try? String(contentsOfFile: home.path + "/mapped", encoding: .utf8)).flatMap { Int32($0) }
            }
            await until { mapper() != nil }
            let reader = try #require(mapper())
            #expect(kill(daemon, SIGSTOP) == 0)
            let result = try await home.command(["unmount", home.mountpoint])
            #expect(result.status == 17 && home.isMounted(), "\(result.errors)")
            #expect(
                result.errors.contains("python3 (process \(reader)) has files open there"), "\(result.errors)")
            kill(reader, SIGKILL)
            _ = await mapping.result()
        }
    }

    @Test(.proves("A daemon is stopped or"))
    func `one stopped mount keeps nobody from the status of another`() async throws {
        try await Self.stopped { home, daemon in
            let other = home.path + "/other"
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
            let mounted = try await home.command(["mount"] + Home.offline + [other], Home.key)
            #expect(mounted.status == 0, "\(mounted.errors)")
            let all = try await home.command(["status"])
            #expect(all.text.contains(other) && all.text.contains("cache"), "\(all.text)\(all.errors)")
            #expect(all.errors.contains("process \(daemon), stopped"))
            let one = try await home.command(["status", other])
            #expect(one.status == 0)
            #expect(try await home.command(["unmount", other]).failure == "")
        }
    }

    @Test(.proves("A daemon is stopped or"))
    func `a dead program of the same name ends no daemon that is slow`() async throws {
        try await Self.stopped { home, daemon in
            // A zombie with a living thread, as a killed daemon is that cannot end.
            let zombie = try ChildProcess([
                "python3", "-c",
                """
                import ctypes, os, sys, threading, time
                def wait():
                    while not os.path.exists(sys.argv[2]): time.sleep(0.05)
                c = ctypes.CDLL(None)
                c.prctl(15, b"placesfs", 0, 0, 0)
                threading.Thread(target=wait).start()
                open(sys.argv[1], "w").write(str(os.getpid()))
                c.pthread_exit(None)
                """, home.path + "/zombie", home.path + "/stop",
            ])
            func state() -> String {
                let id = (try? String(contentsOfFile: home.path + "/zombie", encoding: .utf8)) ?? ""
                return (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
            }
            await until { state().contains("(placesfs) Z") }
            for words in [["status", home.mountpoint], ["mount", "--source", "sample", home.mountpoint]] {
                let result = try await home.command(words)
                #expect(result.status == 19 && home.isMounted() && home.isRunning(daemon), "\(result.errors)")
            }
            kill(daemon, SIGCONT)
            #expect(try await home.command(["status", home.mountpoint]).status == 0, "its mount was not aborted")
            _ = FileManager.default.createFile(atPath: home.path + "/stop", contents: nil)
            _ = await zombie.result()
        }
    }

    @Test func `a daemon whose state is elsewhere is named too`() async throws {
        try await Home.run { home in
            let apart = ["--state-dir", home.path + "/s", "--cache-dir", home.path + "/c"]
            #expect(try await home.command(["mount", "--source", "sample"] + apart + [home.mountpoint]).status == 0)
            let text = try String(contentsOfFile: home.path + "/s/sample.lock", encoding: .utf8)
            let daemon = try #require(Int32(text.prefix { $0 != "\n" }))
            #expect(kill(daemon, SIGSTOP) == 0)
            let status = try await home.command(["status", home.mountpoint])
            kill(daemon, SIGCONT)
            #expect(status.status == 19 && status.errors.contains("process \(daemon), stopped"), "\(status.errors)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    @Test(
        .proves("A container or a bind mount still has"), .enabled(if: geteuid() == 0, "a mount namespace takes root"))
    func `a mount that lives on elsewhere is named by unmount and by the next mount`() async throws {
        try await Home.run { home in
            let mount = ["mount", "--source", "sample", home.mountpoint]
            #expect(try await home.command(mount).status == 0)
            let daemon = try home.daemon()
            let (ready, stop) = (home.path + "/ready", home.path + "/stop")
            let container = try ChildProcess([
                "unshare", "-m", "--propagation", "private", "sh", "-c",
                """
                # Without the mounts of other tests, whose daemons would live on for as long.
                grep ' fuse.placesfs ' /proc/mounts | cut -d ' ' -f 2 | grep -vxF "$2" | xargs -r -n 1 umount -l
                # The shell alone has it: a `sleep` that it starts could be found in its place.
                mkfifo "$1" && touch "$0" && read -r _ < "$1"
                """, ready, stop, home.mountpoint,
            ])
            await until { FileManager.default.fileExists(atPath: ready) }
            let result = try await home.command(["unmount", home.mountpoint])
            #expect(result.status == 17 && !home.isMounted())
            #expect(result.errors.contains("its daemon (process \(daemon)) lives on: process "), "\(result.errors)")
            #expect(result.errors.contains("(sh) has it at \(home.mountpoint); it ends with that, or: kill \(daemon)"))
            let again = try await home.command(mount)
            #expect(again.status == 33)
            #expect(again.errors.contains("which is not seen here (process "), "\(again.errors)")
            #expect(again.errors.contains("to end it: kill \(daemon)"))
            try FileHandle(forWritingTo: URL(filePath: stop)).write(contentsOf: Array("\n".utf8))
            _ = await container.result()
            #expect(try await home.ends(daemon))
            #expect(try await home.command(mount).status == 0)
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "a bind mount takes root"))
    func `a mount that is bound to another path is named by unmount`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let bound = home.path + "/bound"
            try FileManager.default.createDirectory(atPath: bound, withIntermediateDirectories: true)
            #expect(try await run("mount", "--bind", home.mountpoint + "/places", bound).status == 0)
            let result = try await home.command(["unmount", home.mountpoint])
            #expect(result.status == 17)
            #expect(result.errors.contains("it is also at \(bound)"), "\(result.errors)")
            #expect(try await run("umount", bound).status == 0)
        }
    }
}

extension Home {
    /// Runs the command where the mounts of other tests are not seen.
    fileprivate func alone(_ arguments: [String]) async throws -> CommandResult {
        let script = """
            grep ' fuse.placesfs ' /proc/mounts | cut -d ' ' -f 2 | grep -vxF "$KEPT" | xargs -r -n 1 umount -l
            exec "$0" "$@"
            """
        return try await ChildProcess(
            ["unshare", "-m", "--propagation", "private", "sh", "-c", script, Repository.placesfs] + arguments,
            environment: environment.merging(["KEPT": mountpoint]) { $1 }, directory: path, timeout: .seconds(60)
        ).result()
    }
}

/// A control group (cgroups(7)) with one process, frozen.
private struct FrozenGroup {
    private static let version1 = "/sys/fs/cgroup/freezer"
    private static let version2 = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].first {
        FileManager.default.isWritableFile(atPath: $0 + "/cgroup.procs")
    }
    private static let hasVersion1 = FileManager.default.isWritableFile(atPath: version1 + "/cgroup.procs")
    static var isPossible: Bool {
        geteuid() == 0 && (hasVersion1 || version2 != nil)
    }

    private let path: String
    private let isVersion1: Bool

    init(_ process: Int32) throws {
        isVersion1 = Self.hasVersion1
        path = (isVersion1 ? Self.version1 : Self.version2 ?? "") + "/placesfs-test-\(process)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try write("\(process)", to: "cgroup.procs")
        if isVersion1 { try write("FROZEN", to: "freezer.state") } else { try write("1", to: "cgroup.freeze") }
    }

    func thaw() {
        if isVersion1 { try? write("THAWED", to: "freezer.state") } else { try? write("0", to: "cgroup.freeze") }
    }

    /// The process must have ended.
    func remove() {
        thaw()
        unsafe rmdir(path)
    }

    private func write(_ text: String, to file: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: "\(path)/\(file)"))
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }
}
