import Foundation
import LinuxProcess
import TestSupport
import Testing

@testable import placesfs

@Suite struct ServingProcessTests {
    /// Copies of a shell under our name, which open a lock and close it again and again.
    @Test func `daemons that come and go while one is looked for end no command`() async throws {
        try await withTemporaryFolder { folder in
            let run = folder + "/run"
            try FileManager.default.copyItem(atPath: "/bin/bash", toPath: folder + "/placesfs")
            _ = FileManager.default.createFile(atPath: run, contents: nil)
            let script = "while [ -e '\(run)' ]; do exec 9>'\(folder)/x.lock'; exec 9>&-; done"
            let shells = try (0..<3).map { _ in try ChildProcess([folder + "/placesfs", "-c", script]) }
            let line = "36 35 0:99 / /nowhere rw - fuse.placesfs placesfs rw"
            let mount = try #require(MountTable(line).mounts.first)
            for _ in 0..<80 { #expect(ServingProcess.of(mount) == nil) }
            try FileManager.default.removeItem(atPath: run)
            for shell in shells { #expect(await shell.result().status == 0) }
        }
    }
}
