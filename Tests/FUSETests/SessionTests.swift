import FUSE
import Testing

@Suite(.enabled(if: canMount)) struct SessionTests {
    @Test func `a file is found, described and read`() async throws {
        let fileSystem = MemoryFileSystem(.directory(["hello": .file(Array("Hello, world".utf8))]))
        try await mounted(fileSystem) { path, _ in
            let text = try await python(
                "import os,sys; p=sys.argv[1]; print(os.listdir(p), os.stat(p+'/hello').st_size, open(p+'/hello').read())",
                path)
            #expect(text == "['hello'] 12 Hello, world")
        }
    }
}
