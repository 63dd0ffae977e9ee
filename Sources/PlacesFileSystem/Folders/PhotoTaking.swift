import Catalog
import FUSE
import PhotoTree

/// A folder into which users put photos by hand.
protocol PhotoTaking: PhotoRemoving {
    var number: NodeNumber { get }
    var albums: Albums { get }
}

extension PhotoTaking {
    func forget(_ photo: PhotoID) async throws(Errno) -> ListingUpdate? { nil }

    func takeOut(_ photo: PhotoID, departing: () -> Void) async throws(Errno) -> Bool? {
        guard try await albums.remove(photo, from: number, departing: departing) else { return nil }
        return summary?.count == 0
    }
}
