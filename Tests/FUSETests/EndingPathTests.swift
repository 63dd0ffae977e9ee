import FUSE
import Foundation
import Glibc
import Testing

/// Whoever asked while the mount was there is never told that a file is absent because the mount went.
@Suite(.enabled(if: canMount), .serialized) struct EndingPathTests {
    private static let count = 24

    /// Many open at once; all are sent back (ESTALE), and the mount ends before the kernel has walked their paths anew.
    @Test func `an open that the end catches is no absence`() async throws {
        for _ in 0..<5 {
            let gate = Gate()
            let told = Counter()
            let fileSystem = MemoryFileSystem(.directory(["f": .file([1])])) { operation throws(Errno) in
                guard operation.name == "open", gate.arrivals < Self.count else { return }
                await gate.pass()
                told.add()
                throw .stale
            }
            try await mounted(fileSystem, receiveThreads: 2) { path, session in
                let opener = try Child(["timeout", "-s", "KILL", "60", pythonPath, "-c", Self.script, path + "/f"])
                #expect(await gate.arrived(Self.count))
                gate.open()
                #expect(await eventually { told.count == Self.count })
                session.end()
                let result = await opener.result()
                #expect(result.status == 0, "\(result.error)")
                let answers = result.output.split(separator: "\n").map(String.init)
                #expect(answers.count == Self.count)
                #expect(Set(answers).isSubset(of: ["0", "\(ENOTCONN)", "\(ECONNABORTED)"]), "\(answers)")
            }
        }
    }

    private static let script = """
        import os, sys, threading
        def attempt():
            try: os.open(sys.argv[1], os.O_RDONLY); answer = 0
            except OSError as error: answer = error.errno
            os.write(1, b'%d\\n' % answer)
        threads = [threading.Thread(target=attempt) for _ in range(24)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        """
}
