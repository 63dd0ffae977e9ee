import PhotoTree
import Synchronization

/// The photos whose metadata were asked for last, so that a series of getxattr calls asks the catalog once per photo.
final class PhotoMetadataCache: Sendable {
    /// At least so many removed photos are remembered, and at most twice as many.
    private static let remembered = 2_048

    /// A class, because the table moves its values.
    private final class Shelved: Sendable {
        let photo: Photo

        init(_ photo: Photo) {
            self.photo = photo
        }
    }

    private struct Shelf {
        /// About 2 KB each.
        var photos = RecentlyUsed<PhotoID, Shelved>(capacity: 512)
        /// A listing whose request began before the removal must not bring the photos back; if they are listed again,
        /// the catalog knows. No request takes so long that the latest few thousand are not enough.
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

    /// From now on only the catalog answers for this photo.
    func remove(_ id: PhotoID) {
        shelf.withLock { shelf in
            shelf.photos[id] = nil
            shelf.removed.insert(id)
            guard shelf.removed.count >= Self.remembered else { return }
            (shelf.removedBefore, shelf.removed) = (shelf.removed, [])
        }
    }
}
