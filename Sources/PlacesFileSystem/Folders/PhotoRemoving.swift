import Catalog
import FUSE
import PhotoTree

/// A folder from which users remove photos.
protocol PhotoRemoving: Listed {
    /// unlink(2) of a photo; nil when the photo had left already.
    func forget(_ photo: PhotoID) async throws(Errno) -> ListingUpdate?
    /// Called after the last photo was removed.
    func becameEmpty() async
}

extension PhotoRemoving {
    func becameEmpty() async {}
}

/// A folder that shows a collection of photos, and has another one.
protocol Collecting: PhotoRemoving {
    /// Asks for another collection.
    ///
    /// - Throws: EBUSY while one is on its way.
    func requestAnother() async throws(Errno)
}
