import FUSE
import Foundation
import Glibc
import Logging
import Synchronization
import Testing

@Suite(.enabled(if: canMount)) struct SessionTests {
    @Test func `a file is found, described and read`() async throws {
        let fileSystem = MemoryFileSystem(.directory(["hello": .file(Array("Hello, world".utf8))]))
        try await mounted(fileSystem) { path, session in
            let script =
                "import os,sys; p=sys.argv[1]; print(os.listdir(p), os.stat(p+'/hello').st_size, open(p+'/hello').read())"
            let found = try await python(script, path)
            #expect(found == "['hello'] 12 Hello, world")
            #expect(session.isMounted && session.path == path)
        }
    }

    @Test func `the mount carries its name, its type and the flags that are safe`() async throws {
        try await mounted(MemoryFileSystem(.directory([:])), readOnly: true) { path, _ in
            let mount = try await run("grep", " \(path) ", "/proc/self/mountinfo").output
            #expect(mount.contains("fuse.fusetests memory"))
            #expect(
                mount.contains(isRoot ? "ro,nosuid,nodev,noexec" : "ro,nosuid,nodev")
                    && mount.contains("default_permissions"))
        }
    }

    @Test(arguments: [1, 4]) func `end answers a stalled reader, takes the mount away and returns`(
        receiveThreads: Int
    ) async throws {
        let gate = Gate()
        let fileSystem = MemoryFileSystem(.directory(["slow": .file([1, 2, 3])])) { operation in
            if operation.name == "read" { await gate.pass(minding: false) }
        }
        try await mounted(fileSystem, receiveThreads: receiveThreads) { path, session in
            let reader = try Child(["timeout", "-s", "KILL", "60", "cat", path + "/slow"])
            #expect(await gate.arrived(1))
            let began = ContinuousClock.now
            session.end()
            let result = await reader.result()
            // The kernel asks once more for what it did not get, and the connection may be gone by then.
            let told = ["not connected", "connection abort"]
            #expect(result.status == 1 && told.contains { result.error.contains($0) }, "\(result.error)")
            #expect(await eventually { !session.isMounted })
            #expect(ContinuousClock.now - began < .seconds(15))
            let found = try await run("grep", "-c", " \(path) ", "/proc/self/mountinfo").output
            #expect(found == "0\n")
            gate.open()
        }
        #expect(fileSystem.isDestroyed)
    }

    @Test func `end takes away a mount in which somebody stands`() async throws {
        try await mounted(MemoryFileSystem(.directory(["d": .directory([:])]))) { path, session in
            let sitter = try Child(["timeout", "60", "sh", "-c", "cd \(path)/d && echo in && exec sleep 20"])
            #expect(await eventually { sitter.output == "in\n" })
            session.end()
            #expect(await eventually { !session.isMounted })
            let found = try await run("grep", "-c", " \(path) ", "/proc/self/mountinfo").output
            #expect(found == "0\n")
            sitter.signal(SIGTERM)
            _ = await sitter.result()
        }
    }

    @Test func `run returns when somebody else unmounts`() async throws {
        try await mounted(MemoryFileSystem(.directory([:]))) { path, session in
            // A desktop that looks into every new mount keeps it busy for a moment.
            var refusals = 0
            while refusals < 100, try await run("fusermount3", "-u", path).status != 0 { refusals += 1 }
            #expect(refusals < 100)
            #expect(await eventually { !session.isMounted })
        }
    }

    @Test(arguments: [true, false])
    func `whoever ends it, that it ends is told while methods still go on`(byOthers: Bool) async throws {
        let gate = Gate()
        let fileSystem = MemoryFileSystem(.directory(["slow": .file([1])])) { operation in
            if operation.name == "read" { await gate.pass(minding: false) }
        }
        let folder = try temporaryFolder()
        let options = MountOptions(mountpoint: folder, fsname: "memory", subtype: "fusetests")
        let session = try Session(fileSystem, options, logger: Logger(label: "FUSETests"))
        // Whether the session was still there when it was told.
        let tellings = Mutex<[Bool]>([])
        let serving = Task {
            await session.run { tellings.withLock { $0.append(session.isMounted) } }
        }
        let reader = try Child(["timeout", "-s", "KILL", "60", "cat", folder + "/slow"])
        #expect(await gate.arrived(1))
        #expect(tellings.withLock { $0 } == [])
        if byOthers {
            #expect(try await run("fusermount3", "-uz", folder).status == 0)
            // The kernel ends a detached mount when nobody has a file of it open; timeout(1) passes this signal on.
            reader.signal(SIGTERM)
        } else {
            session.end()
        }
        await serving.value
        #expect(tellings.withLock { $0.first } == true)
        gate.open()
        _ = await reader.result()
        #expect(unsafe rmdir(folder) == 0)
    }

    @Test func `end before run leaves nothing mounted`() async throws {
        let folder = try temporaryFolder()
        let options = MountOptions(mountpoint: folder, fsname: "memory", subtype: "fusetests")
        let session = try Session(MemoryFileSystem(.directory([:])), options, logger: Logger(label: "FUSETests"))
        session.end()
        await session.run()
        #expect(!session.isMounted)
        #expect(unsafe rmdir(folder) == 0)
    }

    @Test func `a session that is let go takes its mount along`() async throws {
        let folder = try temporaryFolder()
        let options = MountOptions(mountpoint: folder, fsname: "memory", subtype: "fusetests")
        do {
            let session = try Session(MemoryFileSystem(.directory([:])), options, logger: Logger(label: "FUSETests"))
            #expect(session.isMounted)
        }
        #expect(unsafe rmdir(folder) == 0)
    }
}
