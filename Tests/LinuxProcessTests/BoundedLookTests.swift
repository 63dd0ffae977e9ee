import Foundation
import Glibc
import LinuxProcess
import TestSupport
import Testing

/// A look at what hangs is in MountTests/FrozenDaemonTests.
@Suite struct BoundedLookTests {
    @Test func `a look tells what the system says, and a file's bytes`() throws {
        let folder = try TemporaryDirectory()
        #expect(try BoundedLook.statistics(of: folder.path).outcome(within: .seconds(20)) == Errno(rawValue: 0))
        let missing = try BoundedLook.statistics(of: folder.path + "/none")
        #expect(missing.outcome(within: .seconds(20)) == .noEntry)
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/file"))
        #expect(try BoundedLook.content(of: folder.path + "/file", within: .seconds(20)) == bytes)
        #expect(throws: Errno.noEntry) {
            try BoundedLook.content(of: folder.path + "/none", within: .seconds(20))
        }
    }

    @Test func `no child is left, and no descriptor`() throws {
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        _ = try BoundedLook.statistics(of: "/").outcome(within: .seconds(20))
        let before = try descriptors()
        for _ in 0..<20 { _ = try BoundedLook.statistics(of: "/").outcome(within: .seconds(20)) }
        // Other tests of this process open files at the same time.
        #expect(try descriptors() < before + 20)
    }
}
