import Catalog
import PhotoTree
import Synchronization

/// Inode numbers of the files that we write in tags' directories: one row of consecutive numbers for each directory and
/// version of its topic. The catalog keeps the last row of each directory, so that the next mount has the same numbers.
final class TagNumbers: Sendable {
    struct Row: Hashable, Sendable {
        var version: Int64
        var first: NodeNumber
        var photos: Int

        func sidecar(_ index: Int) -> NodeNumber {
            NodeNumber(first.rawValue + UInt64(TagNumbers.files.count + index))
        }

        var generated: [GeneratedFile: NodeNumber] {
            let numbered = TagNumbers.files.enumerated().map { index, file in
                (file, NodeNumber(first.rawValue + UInt64(index)))
            }
            return Dictionary(uniqueKeysWithValues: numbered)
        }
    }

    private static let files: [GeneratedFile] = [.map, .mapPage, .credits, .hidden, .noImages]

    private let rows = Mutex<[DirectoryKey: Row]>([:])

    func numbers(
        for key: DirectoryKey, version: Int64, photos: Int, _ catalog: Catalog
    ) async throws(CatalogError) -> Row {
        if let row = rows.withLock({ $0[key] }), row.version == version { return row }
        let first = try await catalog.numbers(
            ofFilesIn: key, content: "\(version) \(photos)", count: Self.files.count + photos)
        let row = Row(version: version, first: first, photos: photos)
        return rows.withLock { rows in
            if let known = rows[key], known.version >= version { return known.version == version ? known : row }
            rows[key] = row
            return row
        }
    }

    func forget(_ key: DirectoryKey) {
        rows.withLock { $0[key] = nil }
    }
}
