import Catalog
import FUSE
import PhotoTree

/// A folder into which users put photos by hand.
protocol PhotoTaking: PhotoRemoving {
    var number: NodeNumber { get }
    var albums: Albums { get }
}

extension PhotoTaking {
    func remove(_ photo: PhotoID, announcing: () -> Void) async throws(Errno) -> Bool? {
        guard try await albums.remove(photo, from: number, announcing: announcing) else { return nil }
        return summary?.count == 0
    }
}
