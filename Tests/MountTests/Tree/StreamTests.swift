import Promises
import TestSupport
import Testing

/// Streams that are open while their directory changes.
@Suite("Directory streams", .enabled(if: Repository.canMount))
struct StreamTests {
    private static let prelude = """
        import ctypes, os, sys
        os.chdir(sys.argv[1])
        c = ctypes.CDLL(None)
        c.opendir.restype = c.readdir.restype = ctypes.c_void_p
        def opened(path): return ctypes.c_void_p(c.opendir(path.encode()))
        def rest(stream):
            names = []
            while entry := c.readdir(stream): names.append(ctypes.string_at(entry + 19).decode())
            return [name for name in names if name not in ('.', '..')]
        def expect(what, found, expected):
            if found != expected: print(what, found, 'instead of', expected)

        """

    private static func python(_ mount: TestMount, _ script: String, _ folder: String) async throws -> CommandResult {
        try mount.write(Array((prelude + script).utf8), to: "streams.py")
        return try await mount.shell("python3 streams.py \"$M/\(folder)\"")
    }

    /// Long enough that the kernel asks for it in several pieces.
    private static let many = "names = ['Untitled %03d' % n for n in range(300)]\nfor name in names: os.mkdir(name)\n"

    @Test(.proves("A stream that is being read"), arguments: ["pins", "tags"])
    func `a directory stream that was opened before a change brings no removed name back`(folder: String) async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            let result = try await Self.python(
                mount,
                Self.many + Script.text("Tree/streams.py"), folder)
            #expect(result.text == "" && result.status == 0, "\(result.text)\(result.errors)")
        }
    }

    /// As two shells in loops do.
    @Test(.proves("A stream that is being read"))
    func `a directory stream that is read first after a change leads to what is there`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            let result = try await Self.python(
                mount,
                """
                os.mkdir('Untitled Folder')
                for turn in range(20):
                    stream = os.scandir('.')
                    os.rmdir('Untitled Folder')
                    os.mkdir('Untitled Folder')
                    number = os.stat('Untitled Folder').st_ino
                    list(stream)
                    expect(turn, os.stat('Untitled Folder').st_ino, number)
                    expect(turn, os.listdir('Untitled Folder'), ['README.txt'])
                """, "pins")
            #expect(result.text == "" && result.status == 0, "\(result.text)\(result.errors)")
        }
    }

    @Test(.proves("A stream that is being read"), arguments: ["pins", "tags"])
    func `a directory stream that is rewound shows what a new one would`(folder: String) async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            let result = try await Self.python(
                mount,
                Self.many + """
                    stream = opened('.')
                    before = rest(stream)
                    os.mkdir('Untitled 900')
                    os.rmdir(names[0])
                    c.rewinddir(stream)
                    expect('rewound', sorted(rest(stream)), sorted(os.listdir('.')))
                    c.rewinddir(stream)
                    for _ in range(100): c.readdir(stream)
                    os.mkdir('Untitled 901')
                    c.rewinddir(stream)
                    expect('amid it', sorted(rest(stream)), sorted(os.listdir('.')))
                    """, folder)
            #expect(result.text == "" && result.status == 0, "\(result.text)\(result.errors)")
        }
    }

    @Test func `a pin moved to tags/, or a topic to pins/, is refused and leaves nothing`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            let made = try await mount.shell(
                "mkdir \"$M/pins/1,1 Home\" \"$M/tags/sunset\" && cd \"$M\" && ls pins tags")
            #expect(made.status == 0, "\(made.errors)")
            for words in ["\"$M/pins/1,1 Home\" \"$M/tags/\"", "\"$M/tags/sunset\" \"$M/pins/\""] {
                let moved = try await mount.shell("mv \(words)")
                #expect(moved.status == 1 && moved.errors.contains("Read-only file system"), "\(moved.errors)")
            }
            #expect(try await mount.shell("cd \"$M\" && ls pins tags").text == made.text)
        }
    }
}
