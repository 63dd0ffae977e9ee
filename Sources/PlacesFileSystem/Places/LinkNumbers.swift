import Catalog
import PhotoTree
import Synchronization

/// The numbers of the symbolic links to directories, as far as they were needed since the mount.
final class LinkNumbers: Sendable {
    private let numbers = Mutex<[DirectoryKey: NodeNumber]>([:])

    func number(to target: DirectoryKey, in catalog: Catalog) async throws(CatalogError) -> NodeNumber {
        if let number = numbers.withLock({ $0[target] }) { return number }
        let number = try await catalog.number(ofLinkTo: target)
        numbers.withLock { $0[target] = number }
        return number
    }
}
