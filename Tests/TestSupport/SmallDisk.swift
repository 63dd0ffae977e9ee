import Foundation
import Glibc

/// A file system of its own in memory, of exactly so many bytes: what does not fit is ENOSPC.
public struct SmallDisk: Sendable {
    /// Mounting it takes root, and its right to mount (capabilities(7), CAP_SYS_ADMIN).
    public static let isPossible: Bool = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let rights = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
        return geteuid() == 0 && rights & 1 << 21 != 0
    }()

    public let path: String

    /// Mounts it for as long as `body` runs.
    public static func run(bytes: Int, _ body: (SmallDisk) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let disk = SmallDisk(path: folder.path + "/disk")
        try FileManager.default.createDirectory(atPath: disk.path, withIntermediateDirectories: true)
        let mounted = try await TestSupport.run(
            "mount", "-t", "tmpfs", "-o", "size=\(bytes),mode=700", "placesfs-test", disk.path)
        guard mounted.status == 0 else { throw Failure(description: mounted.errors) }
        do {
            try await body(disk)
        } catch {
            await disk.unmount()
            throw error
        }
        await disk.unmount()
    }

    /// Lazily: a cache may still hold its directory.
    private func unmount() async {
        _ = try? await TestSupport.run("umount", "-l", path)
    }

    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }
}
