import FUSE
import Testing

@Suite(.enabled(if: canMount)) struct XattrTests {
    @Test func `xattrs are probed, read and listed, empty and long ones too`() async throws {
        let xattrs: [String: [UInt8]] = [
            "user.text": Array("Grüße".utf8), "user.empty": [], "user.long": [UInt8](repeating: 7, count: 3000),
        ]
        try await mounted(MemoryFileSystem(.directory(["f": .file([], xattrs: xattrs), "g": .file([])]))) { path, _ in
            let script = """
                import os,sys,errno
                p = sys.argv[1]
                print(os.listxattr(p+'/f'), os.listxattr(p+'/g'))
                print(os.getxattr(p+'/f', 'user.text').decode(), os.getxattr(p+'/f', 'user.empty'), len(os.getxattr(p+'/f', 'user.long')))
                for name in ['user.none', 'security.selinux', 'trusted.a']:
                    try: os.getxattr(p+'/f', name)
                    except OSError as e: print(errno.errorcode[e.errno])
                """
            let lines = try await python(script, path).split(separator: "\n")
            #expect(
                lines == [
                    "['user.empty', 'user.long', 'user.text'] []", "Grüße b'' 3000", "ENODATA", "ENOTSUP",
                    "ENOTSUP",
                ])
        }
    }

    @Test func `a buffer that is too small is ERANGE, and a probe gives the length`() async throws {
        let file = Tree.file([], xattrs: ["user.a": [1, 2, 3, 4, 5]])
        try await mounted(MemoryFileSystem(.directory(["f": file]))) { path, _ in
            let script = """
                import ctypes,sys,errno
                c = ctypes.CDLL(None, use_errno=True)
                p = (sys.argv[1]+'/f').encode()
                b = ctypes.create_string_buffer(100)
                def show(n): print(n if n >= 0 else errno.errorcode[ctypes.get_errno()])
                for size in [0, 4, 5, 100]: show(c.getxattr(p, b'user.a', b, size))
                for size in [0, 6, 7]: show(c.listxattr(p, b, size))
                """
            let found = try await python(script, path).split(separator: "\n")
            #expect(found == ["5", "ERANGE", "5", "5", "7", "ERANGE", "7"])
        }
    }
}
