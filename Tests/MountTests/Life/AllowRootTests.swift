import Foundation
import Glibc
import Promises
import TestSupport
import Testing

@Suite("A user's mount that lets root in", .enabled(if: OrdinaryUser.canMount && geteuid() == 0, "takes root"))
struct AllowRootTests {
    /// In a mount namespace in which users may let others in; `$U` becomes the user who mounts, `$V` another.
    private static func tried(_ option: String, _ home: Home) async throws -> CommandResult {
        try await ChildProcess(
            ["unshare", "-m", "--propagation", "private", "bash", Script.path("Life/allow-root.sh"), option],
            environment: home.environment.merging(["P": Repository.placesfs]) { $1 }, directory: home.path,
            timeout: .seconds(90)
        ).result()
    }

    @Test func `root's backup does not fail there, and other users see nothing, cached or not`() async throws {
        try await Home.run { home in
            let result = try await Self.tried("-o allow_root", home)
            let expected =
                ["tar 0", "placesfs", "status 0"] + Array(repeating: "1", count: 4)
                + ["mkdir 0", "chmod 0", "unmount 0"]
            #expect(result.lines == expected, "\(result.text)\(result.errors)")
        }
    }

    @Test func `without allow-root root may not look either`() async throws {
        try await Home.run { home in
            let result = try await Self.tried("-o noatime", home)
            #expect(result.lines.prefix(2) == ["tar 2", ""], "\(result.text)\(result.errors)")
            #expect(result.lines.suffix(3) == ["mkdir 0", "chmod 0", "unmount 0"])
        }
    }

    @Test func `allow-root does not go together with allow-other, which lets root in, too`() async throws {
        try await Home.run { home in
            let both = try await home.command(
                ["mount", "--source", "sample", "--allow-other", "--allow-root", home.mountpoint])
            #expect(
                both.status == 2 && both.errors.contains("--allow-root: allow-other lets root in"), "\(both.errors)")
        }
    }
}
