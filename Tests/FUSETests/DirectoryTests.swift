import Foundation
import Testing

@testable import FUSE

@Suite(.enabled(if: canMount)) struct DirectoryTests {
    private static let names = (0..<5000).map { "name number \($0) " + String(repeating: "x", count: $0 % 200) }

    private static func large() -> MemoryFileSystem {
        MemoryFileSystem(
            .directory(["d": .directory(Dictionary(uniqueKeysWithValues: names.map { ($0, Tree.file([0])) }))]))
    }

    @Test(arguments: [1, 3]) func `each of 5,000 names is listed once, with its attributes`(
        receiveThreads: Int
    ) async throws {
        try await mounted(Self.large(), receiveThreads: receiveThreads) { path, _ in
            let script = """
                import os,sys
                seen = [(e.name, e.inode(), e.stat().st_size) for e in os.scandir(sys.argv[1])]
                print(len(seen), len(set(n for n, _, _ in seen)), len(set(i for _, i, _ in seen)), set(s for _, _, s in seen))
                """
            let found = try await python(script, path + "/d")
            #expect(found == "5000 5000 5000 {1}")
            let withDots = try await run("ls", "-f", path + "/d").output.split(separator: "\n")
            #expect(withDots.count == 5002)
        }
    }

    @Test func `listing with attributes asks for no name by itself`() async throws {
        let lookups = Counter()
        let fileSystem = MemoryFileSystem(
            .directory(["d": .directory(["a": .file([]), "b": .file([]), "c": .file([])])])
        ) { operation in
            // Desktops look for a .Trash in every new mount.
            if operation.name == "lookup", ["a", "b", "c"].contains(operation.entry) { lookups.add() }
        }
        try await mounted(fileSystem) { path, _ in
            let listed = try await run("ls", "-l", path + "/d")
            #expect(listed.status == 0)
            #expect(lookups.count == 0)
        }
    }

    @Test(.enabled(if: isRoot)) func `every lookup that was counted is forgotten`() async throws {
        let fileSystem = Self.large()
        try await mounted(fileSystem) { path, _ in
            _ = try await run("ls", "-lR", path)
            _ = try await run("stat", path + "/d/" + Self.names[77])
            #expect(fileSystem.held.values.reduce(0, +) > 5000)
            #expect(fileSystem.held.values.allSatisfy { $0 > 0 })
            _ = try await run("sh", "-c", "echo 2 > /proc/sys/vm/drop_caches")
            #expect(await eventually { fileSystem.held.isEmpty })
        }
    }

    @Test func `a stream may be read again from the middle`() async throws {
        try await mounted(Self.large()) { path, _ in
            let script = """
                import ctypes,sys
                c = ctypes.CDLL(None)
                c.opendir.restype = c.readdir.restype = ctypes.c_void_p
                c.telldir.restype = ctypes.c_long
                d = ctypes.c_void_p(c.opendir(sys.argv[1].encode()))
                name = lambda e: ctypes.string_at(e + 19)
                for _ in range(2500): c.readdir(d)
                middle = c.telldir(d)
                first = [name(c.readdir(d)) for _ in range(10)]
                while c.readdir(d): pass
                c.seekdir(d, ctypes.c_long(middle))
                print(first == [name(c.readdir(d)) for _ in range(10)])
                """
            let found = try await python(script, path + "/d")
            #expect(found == "True")
        }
    }

    @Test(arguments: [4096, 32_768, 1 << 20], [true, false])
    func `a READDIR is asked for as many of the shortest dirents as its reply has room for`(
        size: Int, withAttributes: Bool
    ) {
        var buffer = DirectoryBuffer(size: size, withAttributes: withAttributes)
        var packed = 0
        let shortest = DirectoryEntry(
            name: "a", next: DirectoryOffset(1), inode: InodeNumber(2), kind: .file, entry: nil)
        while buffer.append(shortest) { packed += 1 }
        #expect(packed == DirectoryBuffer.capacity(of: size, withAttributes: withAttributes))
    }
}
