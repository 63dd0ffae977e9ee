import PhotoTree
import Synchronization

/// The photos whose metadata were asked for last, so that a run of getxattr calls asks the catalog once a photo.
final class PhotoShelf: Sendable {
    /// Of removed photos at least; at most twice as many.
    private static let remembered = 2_048

    /// A class, because the table moves what is in it.
    private final class Shelved: Sendable {
        let photo: Photo

        init(_ photo: Photo) {
            self.photo = photo
        }
    }

    private struct Shelf {
        /// About 2 KB each.
        var photos = RecentlyUsed<PhotoID, Shelved>(capacity: 512)
        /// A listing that was asked for before must not bring them back; the catalog knows when they are. No listing is
        /// asked for so long that the latest some thousand are not enough.
        var removed: Set<PhotoID> = []
        var removedBefore: Set<PhotoID> = []
    }

    /// How many removed photos are remembered.
    var memory: Int { shelf.withLock { $0.removed.count + $0.removedBefore.count } }

    private let shelf = Mutex(Shelf())

    func photo(_ id: PhotoID) -> Photo? {
        shelf.withLock { $0.photos[id]?.photo }
    }

    func put(_ photo: Photo) {
        put([photo])
    }

    func put(_ photos: [Photo]) {
        shelf.withLock { shelf in
            for photo in photos
            where !shelf.removed.contains(photo.id) && !shelf.removedBefore.contains(photo.id) {
                shelf.photos[photo.id] = Shelved(photo)
            }
        }
    }

    /// From now on the catalog alone is asked about it.
    func remove(_ id: PhotoID) {
        shelf.withLock { shelf in
            shelf.photos[id] = nil
            shelf.removed.insert(id)
            guard shelf.removed.count >= Self.remembered else { return }
            (shelf.removedBefore, shelf.removed) = (shelf.removed, [])
        }
    }
}
