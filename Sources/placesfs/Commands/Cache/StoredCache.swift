internal import Foundation
internal import LinuxProcess
internal import Logging
internal import PhotoCache
internal import PhotoTree

/// One source's cache on disk.
struct StoredCache: Sendable {
    /// "sample" or "flickr", perhaps with the digest of an API base.
    let name: String
    let path: String
    let directories: SourceDirectories

    /// The caches in order of their names. Only folders that a photo cache has marked as its own count (CACHEDIR.TAG
    /// beside its format stamp).
    static func all(in cache: String, state: String) -> [StoredCache] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []
        return names.sorted().compactMap { name in
            guard isCache("\(cache)/\(name)") else { return nil }
            return StoredCache(
                name: name, path: "\(cache)/\(name)",
                directories: SourceDirectories(state: "\(state)/\(name)", cache: "\(cache)/\(name)"))
        }
    }

    /// Whether a photo cache has marked the folder as its own.
    static func isCache(_ path: String) -> Bool {
        let stamp = try? String(contentsOfFile: path + "/format", encoding: .utf8)
        return stamp?.hasPrefix("placesfs photo cache") == true
    }

    /// The daemon that uses the cache now.
    var holder: DaemonLock.Holder? { DaemonLock.holder(at: directories.stateLock) }

    /// How many files of photos there are, complete or partial, and their bytes.
    var content: (photos: Int, bytes: Int64) { Self.content(of: path) }

    /// What there is of small renditions.
    var thumbnails: (photos: Int, bytes: Int64) { Self.content(of: directories.thumbnails) }

    /// What is kept offline, small renditions included.
    var kept: (photos: Int, bytes: Int64) { Self.content(of: directories.kept) }

    private static func content(of path: String) -> (photos: Int, bytes: Int64) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let photos = names.filter { $0.hasSuffix(".photo") || $0.hasSuffix(".partial") }
        return photos.reduce(into: (photos: 0, bytes: 0)) { sum, name in
            // A file that was evicted since the folder was read no longer exists.
            guard let facts = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"),
                facts[.type] as? FileAttributeType == .typeRegular
            else { return }
            sum.photos += 1
            sum.bytes += (facts[.size] as? NSNumber)?.int64Value ?? 0
        }
    }

    /// "12 photos, 3.4 MiB, and 50 thumbnails, 1.1 MiB", without what is kept offline.
    var words: String {
        let small = thumbnails
        guard small.photos > 0 else { return Self.words(content) }
        return Self.words(content) + ", and " + Self.words(small, "thumbnail")
    }

    /// "; kept offline: 100 files, 17.2 MiB", or nothing.
    var keptWords: String {
        let kept = kept
        return kept.photos > 0 ? "; kept offline: " + Self.words(kept, "file") : ""
    }

    /// "12 photos, 3.4 MiB".
    static func words(_ content: (photos: Int, bytes: Int64), _ noun: String = "photo") -> String {
        "\(content.photos) \(noun)\(content.photos == 1 ? "" : "s"), \(ByteCount(content.bytes))"
    }

    /// - Throws: `.locked` while a daemon uses the cache, `.cacheUnwritable` when it cannot be changed.
    func clear() async throws(CommandFailure) {
        try PrivateDirectory.make(
            URL(fileURLWithPath: directories.state).deletingLastPathComponent().path, or: .stateUnwritable,
            remedy: "--state-dir")
        if let holder { throw inUse(by: holder) }
        let lock = try await DaemonLock(directories, mountpoint: "/", patience: .zero)
        defer { lock.release() }
        try await Self.clear(path)
        if FileManager.default.fileExists(atPath: directories.thumbnails) {
            try await Self.clear(directories.thumbnails)
        }
    }

    private func inUse(by holder: DaemonLock.Holder) -> CommandFailure {
        let isMounted = MountTable.now().top(at: holder.mountpoint)?.isOurs == true
        let remedy = "first: placesfs unmount \(holder.mountpoint.shellWord)"
        return CommandFailure(
            .locked,
            isMounted
                ? "\(name): this cache is in use at \(holder.mountpoint) (process \(holder.processID)); \(remedy)"
                : "\(name): process \(holder.processID) still uses this cache; try again when it has ended")
    }

    private static func clear(_ path: String) async throws(CommandFailure) {
        // One thread runs its jobs in order, and its first job reads the directory.
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
        guard content(of: path).photos == 0 else {
            throw CommandFailure(.cacheUnwritable, "cannot remove all photos from \(path); are they yours?")
        }
    }
}
