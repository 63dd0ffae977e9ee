import FUSE
import Glibc
import Testing

/// Some wait; the others must not notice.
@Suite(.enabled(if: canMount)) struct StallTests {
    @Test func `a hundred stalled readers hold nobody else up`() async throws {
        let gate = Gate()
        var files: [String: Tree] = ["quick": .file(Array("quick".utf8))]
        for number in 0..<100 { files["slow\(number)"] = .file([1]) }
        let fileSystem = MemoryFileSystem(.directory(files))
        let quick = fileSystem.inode("quick")
        let stalling = MemoryFileSystem(.directory(files)) { operation in
            if operation.name == "read" && operation.inode != quick { await gate.pass() }
        }
        try await mounted(stalling) { path, _ in
            let script = """
                import os, sys, threading
                def read(n): os.read(os.open(f'{sys.argv[1]}/slow{n}', os.O_RDONLY), 10)
                for n in range(100): threading.Thread(target=read, args=[n]).start()
                """
            let readers = try Child([pythonPath, "-c", script, path])
            defer { readers.signal(SIGKILL) }
            #expect(await gate.arrived(100))
            let text = try await run("cat", path + "/quick").output
            #expect(text == "quick")
            let names = try await run("ls", "-l", path).output.split(separator: "\n")
            #expect(names.count == 102)
            let status = try await run("stat", path + "/slow1").status
            #expect(status == 0)
            readers.signal(SIGKILL)
            #expect(await readers.result().status == -SIGKILL)
        }
    }

    /// The proof that PARALLEL_DIROPS is in effect: without it the second LOOKUP waits in the kernel for the first.
    @Test func `two names of one directory are looked up side by side`() async throws {
        let gate = Gate()
        let fileSystem = MemoryFileSystem(.directory(["d": .directory(["a": .file([]), "b": .file([])])])) {
            operation in
            if operation.name == "lookup" && operation.entry != "d" { await gate.pass() }
        }
        try await mounted(fileSystem) { path, _ in
            let first = try Child(["timeout", "60", "stat", path + "/d/a"])
            #expect(await gate.arrived(1))
            let second = try Child(["timeout", "60", "stat", path + "/d/b"])
            #expect(await gate.arrived(2))
            gate.open()
            #expect(await first.result().status == 0)
            #expect(await second.result().status == 0)
        }
    }

    @Test func `an OPEN that waits leaves its directory usable`() async throws {
        let gate = Gate()
        let fileSystem = MemoryFileSystem(.directory(["f": .file([1]), "d": .directory(["g": .file([])])])) {
            operation in
            if operation.name == "open" || operation.name == "opendir", operation.inode != .root { await gate.pass() }
        }
        try await mounted(fileSystem) { path, _ in
            let reader = try Child(["timeout", "60", "cat", path + "/f"])
            let lister = try Child(["timeout", "60", "ls", path + "/d"])
            #expect(await gate.arrived(2))
            #expect(try await run("ls", "-l", path).status == 0)
            #expect(try await run("stat", path + "/d/g").status == 0)
            #expect(try await run("mkdir", path + "/d/new").status == 0)
            gate.open()
            #expect(await reader.result().status == 0)
            #expect(await lister.result().output == "g\nnew\n")
        }
    }
}
