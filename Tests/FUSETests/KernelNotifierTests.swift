import Foundation
import Glibc
import Promises
import Testing

@testable import FUSE

@Suite(.enabled(if: canMount)) struct KernelNotifierTests {
    @Test func `expiring a name cures a negative entry`() async throws {
        let fileSystem = MemoryFileSystem(.directory([:]))
        try await mounted(fileSystem) { path, _ in
            #expect(try await run("stat", path + "/new").status == 1)
            fileSystem.change { _ = $0.add(.file([1]), named: "new", to: .root) }
            #expect(try await run("stat", path + "/new").status == 1, "the kernel remembers that it was not there")
            let notifier = try #require(fileSystem.notifier)
            notifier.expireEntry("new", in: .root)
            #expect(await eventually { notifier.isIdle })
            #expect(try await run("stat", path + "/new").status == 0)
        }
    }

    @Test func `invalidating an entry takes a removed name away`() async throws {
        let fileSystem = MemoryFileSystem(.directory(["old": .file([1])]))
        try await mounted(fileSystem) { path, _ in
            #expect(try await run("stat", path + "/old").status == 0)
            fileSystem.change { $0.nodes[.root]?.children = [:] }
            #expect(try await run("stat", path + "/old").status == 0, "the kernel still knows the name")
            let notifier = try #require(fileSystem.notifier)
            notifier.invalidateEntry("old", in: .root)
            #expect(await eventually { notifier.isIdle })
            #expect(try await run("stat", path + "/old").status == 1)
        }
    }

    @Test func `invalidating pages brings new bytes`() async throws {
        let fileSystem = MemoryFileSystem(.directory(["f": .file(Array("one".utf8))]))
        let inode = try #require(fileSystem.inode("f"))
        try await mounted(fileSystem) { path, _ in
            #expect(try await run("cat", path + "/f").output == "one")
            fileSystem.change { $0.nodes[inode]?.bytes = Array("two".utf8) }
            #expect(try await run("cat", path + "/f").output == "one", "the kernel keeps its pages")
            let notifier = try #require(fileSystem.notifier)
            notifier.invalidatePages(of: inode)
            #expect(await eventually { notifier.isIdle })
            #expect(try await run("cat", path + "/f").output == "two")
        }
    }

    @Test(arguments: [10, 300_000]) func `attributes invalidated before the OPEN reply give readers the exact bytes`(
        estimate: Int64
    ) async throws {
        let fileSystem = Mutexed<MemoryFileSystem>()
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let stored = MemoryFileSystem(.directory(["f0": .file(bytes), "f1": .file(bytes)])) { operation in
            guard operation.name == "open", let fileSystem = fileSystem.value else { return }
            fileSystem.change { $0.nodes[operation.inode]?.estimatedSize = nil }
            fileSystem.notifier?.invalidateAttributes(of: operation.inode)
        }
        fileSystem.value = stored
        for file in ["f0", "f1"] {
            let inode = try #require(stored.inode(file))
            stored.change { $0.nodes[inode]?.estimatedSize = estimate }
        }
        try await mounted(stored) { path, _ in
            for (number, reader) in ["dd bs=1M status=none if=", pythonPath + " -c \(Self.bareRead) "].enumerated() {
                let file = "\(path)/f\(number)"
                let size = try await run("stat", "-c", "%s", file).output
                #expect(size == "\(estimate)\n")
                let sum = try await run("sh", "-c", reader + file + " | cksum").output
                let expected = try await python(Self.checksum)
                #expect(sum == expected + "\n")
            }
        }
    }

    private static let bareRead = "'import os,sys; os.write(1, os.read(os.open(sys.argv[1], 0), 1 << 20))'"
    private static let checksum = """
        import subprocess
        data = bytes(n // 7 & 255 for n in range(200000))
        print(subprocess.run(['cksum'], input=data, capture_output=True).stdout.decode().strip())
        """

    @Test func `a held LOOKUP delays entry invalidations, but no OPEN and no end`() async throws {
        let gate = Gate()
        let fileSystem = MemoryFileSystem(.directory(["d": .directory(["a": .file([]), "b": .file([])])])) {
            operation in
            if operation.name == "lookup" && operation.entry == "a" { await gate.pass(minding: false) }
        }
        let inode = try #require(fileSystem.inode("d"))
        try await mounted(fileSystem) { path, session in
            #expect(try await run("stat", path + "/d/b").status == 0)
            let looker = try Child(["timeout", "60", "stat", path + "/d/a"])
            #expect(await gate.arrived(1))
            let notifier = try #require(fileSystem.notifier)
            notifier.invalidateEntry("b", in: inode)
            notifier.invalidateAttributes(of: inode)
            #expect(try await run("cat", path + "/d/b").status == 0)
            #expect(!notifier.isIdle)
            session.end()
            #expect(await eventually { !session.isMounted })
            #expect(await looker.result().status == 1)
            #expect(await eventually { notifier.isIdle })
            gate.open()
        }
    }

    /// A thread that waits in the kernel for a directory's lock keeps a killed daemon from ending (see `hold`).
    @Test func `a held LOOKUP delays what is sent about its directory, and about no other`() async throws {
        let gate = Gate()
        let directory = Tree.directory(["a": .file([]), "b": .file([])])
        let fileSystem = MemoryFileSystem(.directory(["d": directory, "e": directory])) { operation in
            if operation.name == "lookup" && operation.entry == "a" { await gate.pass() }
        }
        let held = try #require(fileSystem.inode("d"))
        let free = try #require(fileSystem.inode("e"))
        try await mounted(fileSystem) { path, _ in
            #expect(try await run("stat", path + "/d/b", path + "/e/b").status == 0)
            let looker = try Child(["timeout", "60", "stat", path + "/d/a"])
            #expect(await gate.arrived(1))
            fileSystem.change { state in
                for parent in [held, free] { state.nodes[parent]?.children["b"] = nil }
            }
            let notifier = try #require(fileSystem.notifier)
            notifier.invalidateEntry("b", in: held)
            notifier.invalidateEntry("b", in: free)
            var tries = 0
            while try await run("stat", path + "/e/b").status == 0, tries < 200 { tries += 1 }
            #expect(tries < 200, "the other directory's notice does not wait")
            #expect(try await run("stat", path + "/d/b").status == 0)
            gate.open()
            #expect(await looker.result().status == 0)
            #expect(await eventually { notifier.isIdle })
            #expect(try await run("stat", path + "/d/b").status == 1)
        }
    }

    /// The kernel would wait for the page that the READ is to fill.
    @Test(.proves("A photo changes while it is open"))
    func `a held READ delays what is sent about its pages, and nothing else`() async throws {
        let gate = Gate()
        let fileSystem = MemoryFileSystem(.directory(["slow": .file([1]), "old": .file([1])])) { operation in
            if operation.name == "read" { await gate.pass() }
        }
        let slow = try #require(fileSystem.inode("slow"))
        try await mounted(fileSystem) { path, _ in
            #expect(try await run("stat", path + "/old").status == 0)
            let reader = try Child(["timeout", "60", "cat", path + "/slow"])
            #expect(await gate.arrived(1))
            fileSystem.change { $0.nodes[.root]?.children["old"] = nil }
            let notifier = try #require(fileSystem.notifier)
            notifier.invalidatePages(of: slow)
            notifier.invalidateEntry("old", in: .root)
            var tries = 0
            while try await run("stat", path + "/old").status == 0, tries < 200 { tries += 1 }
            #expect(tries < 200, "a name's notice does not wait")
            gate.open()
            #expect(await reader.result().status == 0)
            #expect(await eventually { notifier.isIdle })
        }
    }

    /// As Linux before 6.2, which drops what it is told of: `pwd` breaks in a directory whose name was dropped.
    @Test(arguments: [false, true])
    func `who stands in a directory stays there, whatever the kernel can be told`(isOld: Bool) async throws {
        let fileSystem = MemoryFileSystem(.directory(["d": .directory([:])]))
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await mounted(fileSystem, hidesExpiry: isOld) { path, _ in
            let script = """
                import os,sys,time
                os.chdir(sys.argv[1] + '/d')
                open(sys.argv[2] + '/there', 'w')
                while not os.path.exists(sys.argv[2] + '/told'): time.sleep(0.01)
                print(os.getcwd() == sys.argv[1] + '/d')
                """
            let sitting = try Child(["timeout", "60", pythonPath, "-c", script, path, folder])
            #expect(await eventually { FileManager.default.fileExists(atPath: folder + "/there") })
            #expect(try await run("stat", path + "/new").status == 1)
            fileSystem.change { _ = $0.add(.file([1]), named: "new", to: .root) }
            let notifier = try #require(fileSystem.notifier)
            #expect(notifier.canExpire != isOld)
            notifier.expireEntry("d", in: .root, ofDirectory: true)
            notifier.expireEntry("new", in: .root)
            #expect(await eventually { notifier.isIdle })
            #expect(try await run("stat", path + "/new").status == 0, "a file's name is told all the same")
            _ = FileManager.default.createFile(atPath: folder + "/told", contents: nil)
            #expect(await sitting.result().output == "True\n")
        }
    }

    @Test func `after the mount has ended a notice is nothing`() async throws {
        let fileSystem = MemoryFileSystem(.directory(["f": .file([])]))
        try await mounted(fileSystem) { path, session in
            #expect(try await run("stat", path).status == 0)
            let notifier = try #require(fileSystem.notifier)
            session.end()
            #expect(await eventually { !session.isMounted })
            notifier.expireEntry("f", in: .root)
            notifier.invalidatePages(of: .root)
            notifier.invalidateAttributes(of: .root)
            #expect(await eventually { notifier.isIdle })
        }
    }
}
