import Catalog
import PhotoTree
import Synchronization

/// The inodes of small renditions: one for each photo, whatever list shows it, as long as the mount lasts. Their
/// lengths are estimates until they are opened, or were learnt in an earlier mount.
final class SmallNodes: Sendable {
    private struct Node {
        var number: NodeNumber
        /// In bytes; nil while it is an estimate.
        var length: Int64?
    }

    private struct Table {
        var nodes: [PhotoID: Node] = [:]
        var photos: [NodeNumber: PhotoID] = [:]
    }

    /// What stat(2) tells of one that was never opened: most are smaller.
    static let estimate: Int64 = 64 << 10

    private let table = Mutex(Table())

    /// Those of `photos` that have no inode yet.
    func unnumbered(among photos: [PhotoID]) -> [PhotoID] {
        table.withLock { table in photos.filter { table.nodes[$0] == nil } }
    }

    /// Gives inodes to photos that have none; numbers that are too many are not used.
    func add(_ photos: [(id: PhotoID, length: Int64?)], numbers: [NodeNumber]) {
        table.withLock { table in
            for (photo, number) in zip(photos, numbers) where table.nodes[photo.id] == nil {
                table.nodes[photo.id] = Node(number: number, length: photo.length)
                table.photos[number] = photo.id
            }
        }
    }

    /// The inode number of the photo's small rendition and its size in bytes; nil for a photo that was given none.
    func node(of photo: PhotoID) -> (number: NodeNumber, size: Int64)? {
        table.withLock { table in table.nodes[photo].map { ($0.number, $0.length ?? Self.estimate) } }
    }

    /// The photo whose small rendition has this inode.
    func photo(numbered number: NodeNumber) -> PhotoID? {
        table.withLock { $0.photos[number] }
    }

    func learn(_ length: Int64, of photo: PhotoID) {
        table.withLock { $0.nodes[photo]?.length = length }
    }

    /// The source may have another one now.
    func forgetLength(of photo: PhotoID) {
        table.withLock { $0.nodes[photo]?.length = nil }
    }
}
