import Foundation
import Glibc
import TestSupport
import Testing

/// A file system of its own in memory, of exactly so many bytes: what does not fit is ENOSPC.
struct SmallDisk: Sendable {
    /// Mounting it takes root.
    static let isPossible = geteuid() == 0

    let path: String

    /// Mounts it for as long as `body` runs.
    static func run(bytes: Int, _ body: (SmallDisk) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let disk = SmallDisk(path: folder.path + "/disk")
        try FileManager.default.createDirectory(atPath: disk.path, withIntermediateDirectories: true)
        let mounted = try await TestSupport.run(
            "mount", "-t", "tmpfs", "-o", "size=\(bytes)", "placesfs-test", disk.path)
        try #require(mounted.status == 0, "\(mounted.errors)")
        do {
            try await body(disk)
        } catch {
            _ = try? await TestSupport.run("umount", "-l", disk.path)
            throw error
        }
        _ = try await TestSupport.run("umount", "-l", disk.path)
    }
}
