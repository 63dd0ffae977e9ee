import Foundation
import Glibc
import Promises
import TestSupport
import Testing

/// Where others decide when something is mounted, and who sees it.
@Suite("Automounters and containers", .enabled(if: Repository.canMount && geteuid() == 0, "both take root"))
struct AutomountTests {
    private static let alone =
        "grep ' fuse.placesfs ' /proc/mounts | cut -d ' ' -f 2 | xargs -r -n 1 umount -l\n"

    /// In a mount namespace that ends with the script, whatever is left mounted; without the mounts of other tests,
    /// whose daemons would live on for as long.
    private static func apart(_ script: String, _ home: Home) async throws -> CommandResult {
        let environment = home.environment.merging(["M": home.mountpoint, "P": Repository.placesfs]) { $1 }
        return try await ChildProcess(
            ["unshare", "-m", "--propagation", "private", "bash", "-c", Self.alone + script], environment: environment,
            directory: home.path, timeout: .seconds(90)
        ).result()
    }

    @Test(.proves("An automounter mounts"))
    func `the first look at a folder of autofs mounts it, and it expires`() async throws {
        let script = Script.text("Life/autofs.sh")
        try await Home.run { home in
            let result = try await Self.apart(script, home)
            #expect(
                result.lines == TestMount.rootNames + ["ls 0", "cat 0"], "\(result.text)\(result.errors)")
        }
    }

    @Test func `a container that was given the mount reads it, and is named when it is taken away`() async throws {
        let script = Script.text("Life/container.sh")
        try await Home.run { home in
            let result = try await Self.apart(script, home)
            let expected = ["placesfs", "unmount 17", "has it at /srv/photos; it ends with that", "again 0"]
            #expect(result.lines == expected, "\(result.text)\(result.errors)")
        }
    }
}
