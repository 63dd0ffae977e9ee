import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// A mount that has read photos, some time ago.
struct KeptPhotos {
    static let day: Int64 = 86_400
    static let paris = "places/France/Paris/"

    let host = ImageTransport()
    let world: World
    private let service: Task<Void, Never>

    /// Mounts, over what `before` left if there was one; else the source has these photos.
    init(
        showing photos: [String] = ["one", "two"], after before: KeptPhotos? = nil,
        confirmAfter: Duration = .seconds(30 * day), keeps: Bool = false,
        isAway: Bool = false
    ) async throws {
        if isAway { host.answer(only: 0) }
        let world = try await World(transport: host, after: before?.world, keeps: keeps) {
            $0.timing.confirmAfter = confirmAfter
        }
        self.world = world
        service = Task { await world.files.run() }
        if before == nil {
            world.show(photos)
            for id in photos { answer(id, .success(World.photo(id, id))) }
        }
        _ = try await world.list(Self.paris)
    }

    /// What the source says when it is asked about the photo by id.
    func answer(_ id: String, _ answer: Result<Photo?, PhotoSourceError>) {
        world.source.details.edit { $0[PhotoID(id)] = answer }
    }

    var lookUps: [String] { world.source.lookUps.current.map(\.rawValue) }

    func pass(days: Int64) {
        world.now.edit { $0 += days * Self.day }
    }

    /// The source lists another file of `one` from now on, and the mount has heard of it.
    ///
    /// - Returns: The other file's bytes.
    func replaceOne() async throws -> [UInt8] {
        var changed = World.photo("one", "one")
        changed.renditions[0].url = "https://images.example/one_new_b.jpg"
        changed.renditions[0].digest = "md5:02"
        answer("one", .success(changed))
        let page = PhotoPage(photos: [changed, World.photo("two", "two")], total: 2)
        world.source.photosByPlace.edit { $0[World.paris.id] = .success(page) }
        world.now.edit { $0 += 7 * 3600 }
        _ = try await world.list(Self.paris)
        await until {
            guard let known = try? await world.catalog.photo(PhotoID("one")) else { return false }
            return known.renditions == changed.renditions
        }
        return ImageTransport.bytes(changed.renditions[0].url)
    }

    /// Opens and reads as the kernel does for `cat`, which looks a name up again after ESTALE.
    func read(_ path: String) async throws(Errno) -> [UInt8] {
        do throws(Errno) {
            return Array(try await world.read(path).utf8)
        } catch .stale {
            return Array(try await world.read(path).utf8)
        }
    }

    /// The same, as time passes.
    func readSoon(_ path: String) async throws -> [UInt8] {
        let reading = Task { try await read(path) }
        let isOver = Shared(false)
        let waiting = Task {
            _ = await reading.result
            isOver.current = true
        }
        _ = await world.soon(.seconds(1)) { isOver.current }
        await waiting.value
        return try await reading.value
    }

    /// What a reader gets, as time passes: bytes, or nothing.
    func outcome(of path: String) async -> [UInt8]? { try? await readSoon(path) }

    func shelvedBytes(_ id: String) async -> [UInt8]? { await world.shelvedBytes(id) }

    func errno(of path: String) async -> Errno? {
        do throws(Errno) {
            _ = try await read(path)
            return nil
        } catch {
            return error
        }
    }

    /// Everything is written down, and the next mount may come.
    func end() async {
        world.files.destroy()
        let isOver = Shared(false)
        let waiting = Task {
            await service.value
            isOver.current = true
        }
        // Whoever sleeps sees that the mount ends.
        await until {
            world.clock.advance(by: .seconds(1))
            return isOver.current
        }
        await waiting.value
    }

    /// Mounted once more.
    func again(keeps: Bool = false, isAway: Bool = false) async throws -> KeptPhotos {
        await end()
        return try await KeptPhotos(after: self, keeps: keeps, isAway: isAway)
    }
}
