import Catalog
import FUSE
import Foundation
import Gazetteer
import HTTP
import Logging
import PhotoCache
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// The file system over a scripted source, called as the kernel would; time stands still until it is moved.
final class World: Sendable {
    let source: ScriptedSource
    let clock = ManualClock()
    /// The wall clock, in seconds.
    let now: Shared<Int64>
    let files: PlacesFileSystem
    let catalog: Catalog
    private let folder: CacheFolder

    static let paris = Place(
        id: PlaceID("woe:1"), name: "Paris", region: "Île-de-France", country: "France",
        coordinate: Coordinate(latitude: 48.85, longitude: 2.35), origin: .source)
    static let nice = Place(id: PlaceID("woe:2"), name: "Nice", country: "France", origin: .source)

    /// With `before` it is mounted once more, over the same source, catalog and cache at the same time.
    /// The status tells of the hosts of `rateLimited`. Only one that `keeps` has `room` for what is kept offline;
    /// `cacheLimit` is for the rest, in bytes.
    init(
        places: [Place] = [paris, nice], transport: any HTTPTransport = DeadTransport(), after before: World? = nil,
        rateLimited: RateLimitedTransport? = nil, keeps: Bool = false, room: Int64 = 64 << 20,
        cacheLimit: Int64 = 1 << 20, hasSmall: Bool = false, over stored: Catalog? = nil,
        edit: (inout Settings) -> Void = { _ in }
    ) async throws {
        source = before?.source ?? ScriptedSource(places: places)
        if hasSmall { source.small.current = "n" }
        folder = before?.folder ?? CacheFolder()
        now = before?.now ?? Shared(1_700_000_000)
        let now = now
        let wallClock: @Sendable () -> Timestamp = { Timestamp(now.current) }
        var settings = Settings(mountpoint: "/mnt", userID: 1000, groupID: 1000, version: "test")
        settings.embedding = .none
        settings.timing.startPause = .zero
        settings.spoolDirectory = folder.path + "/spool"
        edit(&settings)
        let folder = folder
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        catalog =
            if let known = stored ?? before?.catalog { known } else { try await Catalog.inMemory(now: wallClock) }
        let shelf =
            keeps
            ? try PhotoCache(
                directory: folder.path + "/kept", limit: room, threads: DiskThreads(count: 1),
                clock: ContinuousClock(),
                logger: silent, isShelf: true) : nil
        files = try await PlacesFileSystem(
            source: source, transport: transport, catalog: catalog,
            cache: PhotoCache(
                directory: folder.path, limit: cacheLimit, threads: DiskThreads(count: 1), clock: ContinuousClock(),
                logger: silent, shelf: shelf),
            gazetteer: Gazetteer.bundled(), mapPage: MapPage(assets: MapAssets.load(), tiles: []), settings: settings,
            clock: clock, now: wallClock, hostStatus: { rateLimited?.status() ?? [] },
            smallCache: { () async throws(PhotoCacheError) in
                try PhotoCache(
                    directory: folder.path + "/thumbnails", limit: 1 << 20, threads: DiskThreads(count: 1),
                    clock: ContinuousClock(), logger: silent, shelf: shelf)
            }, logger: silent)
    }

    /// The names of files in the cache that are photos.
    var cached: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".photo") }.sorted()
    }

    /// The same of what is kept offline.
    var shelved: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/kept")) ?? []
        return names.filter { $0.hasSuffix(".photo") }.sorted()
    }

    /// The bytes of what is kept offline of a photo.
    func shelvedBytes(_ id: String, _ rendition: String = "b") async -> [UInt8]? {
        FileManager.default.contents(atPath: "\(folder.path)/kept/\(id),\(rendition).photo").map { Array($0) }
    }

    static let caller = Caller(userID: 1000, groupID: 1000, threadID: 1)

    static func photo(_ id: String, _ title: String) -> Photo {
        let image = Rendition(
            name: "b", width: 1024, height: 768, url: "https://images.example/\(id)_b.jpg", digest: "md5:01")
        return Photo(id: PhotoID(id), title: title, uploaded: Timestamp(1_600_000_000), renditions: [image])
    }

    /// Serves in the background for as long as `body` runs. Whoever sleeps in the end sees that the mount ends.
    func serving(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let isOver = Shared(false)
            group.addTask { [self] in
                await files.run()
                isOver.current = true
            }
            let result: Result<Void, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            files.destroy()
            await until {
                clock.advance(by: .seconds(1))
                return isOver.current
            }
            try result.get()
        }
    }

    /// Whether something is so before long, in steps of time: by default without half a minute in all.
    func soon(_ step: Duration = .milliseconds(10), _ condition: () async -> Bool) async -> Bool {
        for count in 0..<2000 {
            if await condition() { return true }
            clock.advance(by: step)
            // What a disk does takes time of its own.
            try? await ContinuousClock().sleep(for: .milliseconds(count < 200 ? 1 : 10))
        }
        return false
    }

    /// Hours pass one by one, and days for those who look at the calendar. Each hour the keeper is told that time
    /// passes before the next begins.
    func hours(_ count: Int = 20, days: Int64 = 0) async throws {
        for _ in 0..<count {
            now.edit { $0 += days * 86_400 }
            clock.advance(by: .seconds(3601))
            await until { clock.sleeps(for: .seconds(1)) }
            try await ContinuousClock().sleep(for: .milliseconds(3))
        }
    }

    /// Keeps a folder offline from now on, or no more.
    func keep(_ path: String, _ isKept: Bool = true) async throws(Errno) {
        try await files.setxattr(
            "user.places.keep", Array((isKept ? "yes" : "no").utf8), of: try await inode(path), by: Self.caller)
    }

    /// How far a folder is kept: "42 of 50".
    func kept(_ path: String) async -> String? {
        guard let inode = try? await inode(path) else { return nil }
        let told = try? await files.getxattr("user.places.kept", of: inode, by: Self.caller)
        return told.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Each photo's title is its id.
    func show(_ titles: [String], in place: Place = paris) {
        let photos = titles.map { Self.photo($0, $0) }
        source.photosByPlace.edit { $0[place.id] = .success(PhotoPage(photos: photos, total: photos.count)) }
    }

    /// The inode of a path below the root; every component is looked up.
    func inode(_ path: String) async throws(Errno) -> InodeNumber {
        var inode = InodeNumber.root
        for name in path.split(separator: "/") {
            guard let attributes = try await files.lookup(String(name), in: inode, by: Self.caller).attributes else {
                throw .noEntry
            }
            inode = attributes.inode
        }
        return inode
    }

    /// Lists as `ls` does; closes the stream.
    func list(_ path: String) async throws(Errno) -> [String] {
        let inode = try await inode(path)
        let open = try await files.opendir(inode, by: Self.caller)
        let names = try await names(open)
        files.releasedir(open.handle)
        return names
    }

    /// Without `.` and `..`.
    func names(_ open: OpenedDirectory) async throws(Errno) -> [String] {
        var names: [String] = []
        var offset = DirectoryOffset(0)
        while let last = try await page(open, offset, &names) { offset = last }
        return names.filter { $0 != "." && $0 != ".." }
    }

    private func page(
        _ open: OpenedDirectory, _ offset: DirectoryOffset, _ names: inout [String]
    ) async throws(Errno) -> DirectoryOffset? {
        let page = try await files.readdir(open.handle, from: offset)
        names += page.map(\.name)
        return page.last?.next
    }

    /// As the kernel does, which looks a name up once more when its OPEN is ESTALE.
    func read(_ path: String) async throws(Errno) -> String {
        let open: OpenedFile
        do throws(Errno) {
            open = try await files.open(try await inode(path), OpenFlags(rawValue: 0), by: Self.caller)
        } catch .stale {
            open = try await files.open(try await inode(path), OpenFlags(rawValue: 0), by: Self.caller)
        }
        let bytes = try await files.read(open.handle, 0..<1_000_000, throughPageCache: true, by: Self.caller)
        files.release(open.handle)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Gone with the last world that was mounted over it.
private final class CacheFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/placesfs-world-" + UUID().uuidString

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension PlacesFileSystem {
    /// As a kernel that asks for 20 KiB does.
    func readdir(
        _ handle: HandleNumber, from offset: DirectoryOffset
    ) async throws(Errno) -> ArraySlice<DirectoryEntry> {
        try await readdir(handle, from: offset, atMost: 128)
    }
}
