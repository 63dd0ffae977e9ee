internal import Foundation
internal import Logging
internal import PhotoCache

/// One source's cache as it lies on disk.
struct StoredCache: Sendable {
    /// "sample", "flickr", or with the digest of an API base.
    let name: String
    let path: String
    private let directories: SourceDirectories

    /// By name. Only folders that a photo cache has marked as its own (CACHEDIR.TAG beside its format stamp).
    static func all(in cache: String, state: String) -> [StoredCache] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []
        return names.sorted().compactMap { name in
            let stamp = try? String(contentsOfFile: "\(cache)/\(name)/format", encoding: .utf8)
            guard stamp?.hasPrefix("placesfs photo cache") == true else { return nil }
            return StoredCache(
                name: name, path: "\(cache)/\(name)",
                directories: SourceDirectories(state: "\(state)/\(name)", cache: "\(cache)/\(name)"))
        }
    }

    /// The daemon that uses it now.
    var holder: DaemonLock.Holder? { DaemonLock.holder(at: directories.stateLock) }

    /// Whole photos, and bytes on disk.
    var content: (photos: Int, bytes: Int64) {
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .totalFileAllocatedSizeKey, .fileSizeKey]
        let files =
            (try? FileManager.default.contentsOfDirectory(
                at: URL(fileURLWithPath: path), includingPropertiesForKeys: Array(keys))) ?? []
        return files.reduce(into: (0, 0)) { sum, file in
            guard !["format", "CACHEDIR.TAG"].contains(file.lastPathComponent),
                let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true
            else { return }
            sum.0 += 1
            sum.1 += Int64(values.totalFileAllocatedSize ?? values.fileSize ?? 0)
        }
    }

    /// - Throws: `.locked` while a daemon uses it, `.cacheUnwritable` when it cannot be changed.
    func clear() async throws(CommandFailure) {
        try PrivateDirectory.make(
            URL(fileURLWithPath: directories.state).deletingLastPathComponent().path, or: .stateUnwritable,
            remedy: "--state-dir")
        let lock = try await DaemonLock(directories, mountpoint: "/", patience: .zero)
        defer { lock.release() }
        // One thread: what is enqueued there is done in order, the reading of the directory first.
        let threads = DiskThreads(count: 1)
        let cache: PhotoCache
        do throws(PhotoCacheError) {
            cache = try PhotoCache(
                directory: path, limit: .max, threads: threads, clock: ContinuousClock(),
                logger: Logger(label: "cache") { _ in SwiftLogNoOpLogHandler() })
        } catch {
            throw CommandFailure(error)
        }
        await threads.run {}
        cache.clear()
        await threads.run {}
        guard content.photos == 0 else {
            throw CommandFailure(.cacheUnwritable, "cannot remove all photos from \(path); are they yours?")
        }
    }
}
