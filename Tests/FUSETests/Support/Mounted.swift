import FUSE
import Foundation
import Logging

/// Whether this machine lets us mount.
let canMount = FileManager.default.isWritableFile(atPath: "/dev/fuse")

/// What only root may do is tested as root.
let isRoot = geteuid() == 0

/// Mounts a file system on a new folder for as long as `body` runs.
func mounted<R>(
    _ fileSystem: some FileSystem, receiveThreads: Int = 1, readOnly: Bool = false, hidesExpiry: Bool = false,
    _ body: (_ path: String, _ session: Session) async throws -> R
) async throws -> R {
    let folder = try temporaryFolder()
    // Not removeItem: where a mount stayed behind, it would go into it.
    defer { _ = unsafe rmdir(folder) }
    var options = MountOptions(
        mountpoint: folder, fsname: "memory", subtype: "fusetests", readOnly: readOnly, receiveThreads: receiveThreads)
    options.hidesExpiry = hidesExpiry
    var logger = Logger(label: "FUSETests")
    logger.logLevel = .warning
    let session = try Session(fileSystem, options, logger: logger)
    let serving = Task { await session.run() }
    do {
        let result = try await body(folder, session)
        session.end()
        await serving.value
        return result
    } catch {
        session.end()
        await serving.value
        throw error
    }
}

func temporaryFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/fusetests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    return folder
}
