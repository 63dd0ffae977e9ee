import FUSE
import PhotoTree

/// `.small` in a folder of photos: the same names, which lead to the photos' small renditions. The folder is not
/// listed.
struct SmallFolder: Folder {
    let key: DirectoryKey
    /// The folder whose photos these are.
    let list: any Folder

    var listings: Listings { list.listings }
    var parent: DirectoryKey? { list.isThere ? list.key : nil }
    var name: String { Shape.smallRenditions }
    var isThere: Bool { list.isThere }
    var version: Page.Version? { list.version }

    var shape: Shape {
        let list = list.shape
        return Shape(contents: .small, isPrivate: list.isPrivate, isCacheable: list.isCacheable)
    }

    var extent: Extent {
        let photos = (list as? any Listed)?.photos
        let extent = list.extent
        return Extent(count: photos?.count ?? 0, modified: extent.modified, isExact: extent.isExact)
    }

    func awaitContents(_ patience: Patience) async throws(Errno) { try await list.awaitContents(patience) }

    /// What the folder beside it shows: who lists this one first waits as there.
    func page(_ patience: Patience) async throws(Errno) -> Page? {
        guard let page = try await list.page(patience) else { return nil }
        return Page(version: page.version, files: [], listing: page.listing)
    }
}
