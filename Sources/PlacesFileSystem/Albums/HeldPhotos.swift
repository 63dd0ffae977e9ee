import Logging
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// The files of one's own photos whose bytes were copied into albums a moment ago. Programs move a file to another file
/// system by a copy, and then remove it: an album has no bytes of its own, so these would be lost. An open handle keeps
/// them.
final class HeldPhotos: Sendable {
    struct Held: Sendable {
        var photo: Photo
        var file: any PhotoFile
        var album: NodeNumber
        /// When it was first seen to be removed.
        var removed: Duration?
    }

    private struct State {
        var held: [PhotoID: Held] = [:]
        /// When the last one came.
        var last = Duration.zero
        /// How many files are in the folder.
        var saved = 0
        /// Whether it was told that more came than can be held.
        var isFullTold = false
    }

    /// After the last copy: who moves a folder removes it when all of it is copied.
    private static let life = Duration.seconds(60)
    /// A program that saves a file anew removes the old one for a moment.
    private static let patience = Duration.seconds(3)

    /// Yields when there is a photo to look after.
    let rings: AsyncStream<Void>
    let threads: DiskThreads
    private let ring: AsyncStream<Void>.Continuation
    private let folder: RescueFolder?
    private let time: ElapsedClock
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - path: The folder for what is rescued; nil for none.
    ///   - threads: The threads on which the disk may block.
    ///   - clock: Times how long files are held.
    ///   - logger: Takes that more came than can be held.
    init(at path: String?, threads: DiskThreads, clock: any Clock<Duration>, logger: Logger) {
        self.logger = logger
        folder = path.map { RescueFolder(at: $0) }
        self.threads = threads
        time = ElapsedClock(clock)
        (rings, ring) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var isEmpty: Bool { state.withLock(\.held.isEmpty) }

    func hold(_ photo: Photo, _ file: any PhotoFile, in album: NodeNumber) {
        guard folder != nil else { return }
        let now = time.elapsed
        let isTold = state.withLock { state in
            state.last = now
            guard state.held.count < RescueFolder.mostHeld else {
                defer { state.isFullTold = true }
                return !state.isFullTold
            }
            state.held[photo.id] = Held(photo: photo, file: file, album: album)
            return false
        }
        if isTold {
            logger.warning(
                "more photos were copied into albums at once than can be rescued if their files are removed now",
                metadata: ["most": "\(RescueFolder.mostHeld)"])
        }
        ring.yield()
    }

    func forget(_ photo: PhotoID) { state.withLock { $0.held[photo] = nil } }

    /// Those whose files are removed, and were a moment ago, or are so `atOnce`. What was held for long enough is let
    /// go. Blocks.
    func removed(atOnce: Bool) -> [Held] {
        let now = time.elapsed
        let all = state.withLock { Array($0.held.values) }
        let gone = Set(all.filter(\.file.isRemoved).map(\.photo.id))
        return state.withLock { state in
            if now - state.last > Self.life { state.held = state.held.filter { gone.contains($0.key) } }
            for (photo, held) in state.held {
                state.held[photo]?.removed = gone.contains(photo) ? held.removed ?? now : nil
            }
            return state.held.values.filter { held in held.removed.map { atOnce || now - $0 > Self.patience } ?? false }
        }
    }

    // MARK: The folder

    func count() async {
        guard let folder else { return }
        let count = await threads.run { folder.count }
        state.withLock { $0.saved = count }
    }

    /// Writes the file into the folder, and holds it no more.
    ///
    /// - Returns: Its path there; nil where it could not be written.
    func save(_ held: Held) async -> String? {
        guard let folder else { return nil }
        let name = held.photo.ownName ?? "photo"
        let saved = await threads.run {
            try? folder.save(name, length: held.file.length) { range in try held.file.read(range) }
        }
        guard let saved else { return nil }
        state.withLock { state in
            state.held[held.photo.id] = nil
            state.saved += 1
        }
        return folder.path + "/" + saved
    }

    /// For the status.
    var report: [String] {
        let count = state.withLock(\.saved)
        guard let folder, count > 0 else { return [] }
        let files = count == 1 ? "1 file was removed right after its" : "\(count) files were removed right after their"
        return ["rescued: \(files) copy into an album; look in \(folder.path)"]
    }
}
