internal import Catalog
internal import Foundation
internal import PhotoCache
internal import PhotoTree

/// Compares one source's cached photos and small renditions with the lengths and digests that its catalog learnt.
struct CacheVerification: Sendable {
    struct Report: Sendable {
        var lines: [String] = []
        var damaged = 0
        var removed = 0

        static func + (first: Report, second: Report) -> Report {
            Report(
                lines: first.lines + second.lines, damaged: first.damaged + second.damaged,
                removed: first.removed + second.removed)
        }
    }

    /// One of the cache's folders, and the word for the files in it.
    private struct Folder {
        var path: String
        var noun: String
        /// The names of folders in it that are checked separately.
        var subfolders: Set<String> = []
    }

    /// A daemon writes what it learnt of a photo to the catalog a moment after the photo is there.
    private static let secondLook = Duration.seconds(2)

    private let cache: StoredCache

    init(of cache: StoredCache) {
        self.cache = cache
    }

    /// The report on photos and, if a thumbnailer ever came, on small renditions.
    ///
    /// - Throws: What is wrong with a folder or the catalog.
    func report() async throws(CommandFailure) -> Report {
        let lock = await lock()
        defer { lock?.release() }
        let thumbnails = Folder(path: cache.directories.thumbnails, noun: "thumbnail")
        let hasThumbnails = StoredCache.isCache(thumbnails.path)
        let kept = Folder(path: cache.directories.kept, noun: "kept file")
        let hasKept = StoredCache.isCache(kept.path)
        let photos = Folder(
            path: cache.path, noun: "photo",
            subfolders: Set(
                (hasThumbnails ? [SourceDirectories.thumbnailsName] : [])
                    + (hasKept ? [SourceDirectories.keptName] : [])))
        var report = try await report(on: photos, removing: lock != nil)
        if hasThumbnails { report = try await report + self.report(on: thumbnails, removing: lock != nil) }
        if hasKept, cache.kept.photos > 0 {
            report = try await report + self.report(on: kept, removing: lock != nil)
        }
        return report
    }

    private func report(on folder: Folder, removing: Bool) async throws(CommandFailure) -> Report {
        let check: CacheCheck
        let contents: CacheCheck.Contents
        do throws(PhotoCacheError) {
            check = try CacheCheck(directory: folder.path)
            contents = try check.contents(besides: folder.subfolders)
        } catch {
            throw CommandFailure(error)
        }
        let verdicts = try await verdicts(on: contents.photos, check, isInUse: !removing)
        return report(on: folder, contents, verdicts, check, removing: removing)
    }

    /// Takes the daemon's lock, so that no daemon starts meanwhile; nil when a daemon runs, or nothing here may be
    /// changed.
    private func lock() async -> DaemonLock? {
        guard FileManager.default.fileExists(atPath: cache.directories.stateLock) else { return nil }
        return try? await DaemonLock(cache.directories, mountpoint: "/", patience: .zero)
    }

    private func verdicts(
        on keys: [ImageKey], _ check: CacheCheck, isInUse: Bool
    ) async throws(CommandFailure) -> [ImageKey: CacheCheck.Verdict] {
        var verdicts = try await look(at: keys, check)
        let doubtful = keys.filter { verdicts[$0]?.isSound == false }
        if isInUse, !doubtful.isEmpty, (try? await ContinuousClock().sleep(for: Self.secondLook)) != nil {
            verdicts.merge(try await look(at: doubtful, check)) { $1 }
        }
        return verdicts
    }

    private func look(
        at keys: [ImageKey], _ check: CacheCheck
    ) async throws(CommandFailure) -> [ImageKey: CacheCheck.Verdict] {
        let known = try await known(keys)
        return await DiskThreads(count: 1).run {
            Dictionary(keys.map { ($0, check.verdict(on: $0, known: known[$0])) }) { first, _ in first }
        }
    }

    private func known(_ keys: [ImageKey]) async throws(CommandFailure) -> [ImageKey: KnownFile] {
        let path = cache.directories.catalog
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        do throws(CatalogError) {
            return try await StoredFiles.learnt(of: keys, at: path)
        } catch {
            throw CommandFailure(error)
        }
    }

    private func report(
        on folder: Folder, _ contents: CacheCheck.Contents, _ verdicts: [ImageKey: CacheCheck.Verdict],
        _ check: CacheCheck, removing: Bool
    ) -> Report {
        var report = Report()
        var (sound, bytes, unknown) = (0, Int64(0), 0)
        for key in contents.photos {
            let name = CacheCheck.name(of: key)
            switch verdicts[key] {
            case .sound(let length):
                sound += 1
                bytes += length
            case .unknown:
                unknown += 1
                report.lines.append("unknown \(name): there is nothing to compare it with")
            case .damaged(let what):
                let isRemoved = removing && check.remove(key)
                report.damaged += 1
                report.removed += isRemoved ? 1 : 0
                report.lines.append("damaged \(name): \(what)\(isRemoved ? "; removed" : "")")
            case .gone, nil:
                // Evicted since the folder was read.
                break
            }
        }
        let words = StoredCache.words((sound, bytes), folder.noun)
        var summary = ["\(words) sound", "\(report.damaged) damaged", "\(unknown) unknown"]
        if contents.unfinished > 0 { summary.append("\(contents.unfinished) unfinished") }
        if contents.foreign > 0 {
            summary.append("\(contents.foreign) foreign file\(contents.foreign == 1 ? "" : "s") left alone")
        }
        report.lines.append(summary.joined(separator: ", ") + ", in \(folder.path)")
        return report
    }
}

extension CacheCheck.Verdict {
    fileprivate var isSound: Bool {
        if case .sound = self { true } else { false }
    }
}
