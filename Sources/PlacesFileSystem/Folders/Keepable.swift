import Catalog
import PhotoTree

/// A folder that can be kept offline.
protocol Keepable: Folder {
    /// The folders of photos that are kept with it.
    var keptLists: [DirectoryKey] { get }
    /// What is to be kept of a folder that shows a part of another's list; nil while that is not known.
    func keptPart() async throws(CatalogError) -> KeptList?
    /// The place that is stored with it, because its list may leave it out one day; nil for all that are no places.
    var keptPlace: Place? { get }
    /// Called when the folder is kept from now on, or no more.
    func noteKept(_ isKept: Bool)
}

extension Keepable {
    var keptLists: [DirectoryKey] { [key] }
    func keptPart() async throws(CatalogError) -> KeptList? { nil }
    var keptPlace: Place? { nil }
    func noteKept(_ isKept: Bool) {}
}
