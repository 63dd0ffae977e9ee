import Foundation

/// Runs `body` with a folder of its own, which is gone afterwards.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
}

func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}

/// Without symbolic links in its path, as mounts are listed.
private func temporaryFolder() throws -> String {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    let folder = "\(base)/placesfs-command-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
}
