import Foundation
import Testing

@testable import FUSE

@Suite(.enabled(if: canMount)) struct SizeUptakeTests {
    /// What each thread of that name has open; other tests have theirs.
    private static var opened: [[String]] {
        let files = FileManager.default
        let threads = (try? files.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return threads.map { "/proc/self/task/" + $0 }
            .filter { (try? String(contentsOfFile: $0 + "/comm", encoding: .utf8)) == "size-uptake\n" }
            .map { thread in
                let descriptors = (try? files.contentsOfDirectory(atPath: thread + "/fd")) ?? []
                return descriptors.compactMap { try? files.destinationOfSymbolicLink(atPath: thread + "/fd/" + $0) }
            }
    }

    /// Killed amid its look at the mount, it outlives its process in the kernel: with the device open in it, the mount
    /// would hang for ever.
    @Test func `the thread that looks at the mount has nothing open but its wakeup`() async throws {
        try await mounted(MemoryFileSystem(.directory([:]))) { _, _ in
            let isSo = await eventually {
                let opened = Self.opened
                return !opened.isEmpty && opened.allSatisfy { $0 == ["anon_inode:[eventfd]"] }
            }
            #expect(isSo, "\(Self.opened)")
        }
    }
}
