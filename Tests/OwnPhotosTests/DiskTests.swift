import Foundation
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

/// Disks that are mounted in the folder, at it or above it, and leave again.
@Suite("Own photos on disks that come and go", .enabled(if: SmallDisk.isPossible, "to mount takes root"))
struct DiskTests {
    private let folder: OwnFolder

    init() throws { folder = try OwnFolder() }

    private func run(_ script: String) async throws {
        let done = try await ChildProcess(["bash", "-ec", "cd '\(folder.folder.path)'; " + script]).result()
        try #require(done.status == 0, "\(done.errors)")
    }

    private func succeeds(_ script: String) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            let done = try await ChildProcess(["bash", "-ec", "cd '\(folder.folder.path)'; " + script]).result()
            if done.status == 0 { return true }
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
        return false
    }

    /// Whether the photo cannot be opened for now, which is not to say that it is gone.
    private func isUnreachable(_ photo: Photo, _ source: OwnPhotosSource) -> Bool {
        do throws(PhotoSourceError) {
            _ = try source.file(of: photo)
            return false
        } catch {
            if case .unreachable = error { return true } else { return false }
        }
    }

    @Test func `a mount of our own below the folder is left out while it is there`() async throws {
        try await folder.picture("a.jpg", 1)
        try await run("mkdir pictures/mount; mount -t tmpfs -o size=1m none pictures/mount")
        let scans = try TroubledScans(folder)
        try scans.scan(isOurs: true)
        #expect(scans.state.facts.ownMounts.map(\.pathText) == ["mount"])
        try await run("umount -l pictures/mount")
        try scans.scan(["mount"])
        #expect(scans.state.facts.ownMounts.isEmpty)
    }
}
