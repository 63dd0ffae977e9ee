import Catalog
import FUSE
import PhotoTree

/// `.placesfs`: the state of the mount.
struct StateFolder: StandingFolder, Requested {
    let listings: Listings
    /// Removes a photo from everything; false when it was never known.
    let forget: @Sendable (PhotoID) async throws(CatalogError) -> Bool

    var standing: StandingDirectory { .state }

    var shape: Shape {
        Shape(
            files: [.status, .statusJSON, .metrics, .version], isPrivate: true, tellsOfMount: true, isCacheable: false)
    }

    func request(_ name: String) async throws(Errno) {
        guard let photo = ForgetTrigger.photo(named: name) else { throw .readOnly }
        let isKnown = try await listings.errors.mapping("write", key) { () async throws(CatalogError) in
            try await forget(photo)
        }
        guard isKnown else { throw .noEntry }
    }
}
