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
        confirmAfter: Duration = .seconds(30 * day), keeps: Bool = false
    ) async throws {
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

    /// Opens and reads as the kernel does for `cat`, which looks a name up again after ESTALE.
    func read(_ path: String) async throws(Errno) -> [UInt8] {
        do throws(Errno) {
            return Array(try await world.read(path).utf8)
        } catch .stale {
            return Array(try await world.read(path).utf8)
        }
    }

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
        await service.value
    }

    /// Mounted once more.
    func again() async throws -> KeptPhotos {
        await end()
        return try await KeptPhotos(after: self)
    }
}
