import Promises
import TestSupport
import Testing

@Suite("Files that are written anew at each open", .enabled(if: Repository.canMount))
struct LiveFilesTests {
    /// Though they are read without the page cache, sendfile(2) and splice(2) fill it and use it.
    @Test(.proves("`README.txt` and the files"))
    func `sendfile and splice give what is there now, whole`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            let script = Script.text("Tree/live-files.py")
            try mount.write(Array(script.utf8), to: "live.py")
            let result = try await mount.shell("python3 live.py \"$M\"")
            #expect(result.text == "" && result.status == 0, "\(result.text)\(result.errors)")
        }
    }
}
