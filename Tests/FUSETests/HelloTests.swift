import Foundation
import Glibc
import Testing

/// The README's example: a package of its own that has only FUSE of ours. Its build takes two minutes of two cores.
@Suite(
    .enabled(if: canMount && ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] != nil, "with --long"))
struct HelloTests {
    @Test func `a stranger's file system builds, mounts and reads`() async throws {
        // This file may be reached through a link; what the example depends on lies where it really is.
        let here = URL(filePath: #filePath).resolvingSymlinksInPath()
        let repository = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        let (package, scratch) = (repository + "/Tests/Hello", repository + "/.build-hello")
        let build = try await Child([
            "timeout", "-s", "KILL", "900", "swift", "build", "--package-path", package, "--scratch-path", scratch,
            // Or a file that was added since the last build is left out of it.
            "--disable-build-manifest-caching",
        ]).result(within: .seconds(900))
        try #require(build.status == 0, "\(build.output) \(build.error)")

        let folder = try temporaryFolder()
        defer { _ = unsafe rmdir(folder) }
        let hello = try Child(["timeout", "-s", "KILL", "60", scratch + "/debug/hello", folder])
        #expect(await eventually { isMounted(folder) })
        #expect(try await run("ls", folder).output == "hello.txt\n")
        #expect(try await run("cat", folder + "/hello.txt").output == "Hello, world!\n")
        #expect(try await run("sh", "-c", "echo no > \(folder)/hello.txt").status != 0)
        #expect(try await run("fusermount3", "-u", folder).status == 0)
        #expect(await hello.result().status == 0)
    }

    private func isMounted(_ folder: String) -> Bool {
        // Not by `String(contentsOfFile:)`, which takes a short read for the end: the kernel hands out less than 4 KiB
        // at once.
        let table = try? FileHandle(forReadingAtPath: "/proc/self/mountinfo")?.readToEnd()
        return table.map { String(decoding: $0, as: UTF8.self).contains(" \(folder) ") } ?? false
    }
}
