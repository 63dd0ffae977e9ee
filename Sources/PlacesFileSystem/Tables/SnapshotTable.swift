import FUSE
import PhotoTree
import Synchronization

/// The last snapshots of directories of photos, so that opening a directory again need not make one: a walk over a
/// thousand places returns to each of them long after its listing left memory.
final class SnapshotTable: Sendable {
    /// How many dirents are kept in all, some 100 bytes each. That is enough for a thousand collections of ten photos and
    /// fifty topics of two hundred. A walk over more than that finds no snapshot, and makes each anew (1 ms, measured).
    private static let capacity = 120_000

    private struct Table {
        var snapshots: [DirectoryKey: (directory: HandleTable.Directory, lastUse: UInt64)] = [:]
        var dirents = 0
        var uses: UInt64 = 0

        mutating func remove(_ key: DirectoryKey) {
            dirents -= snapshots.removeValue(forKey: key)?.directory.entries.count ?? 0
        }
    }

    private let table = Mutex(Table())

    /// The snapshot of exactly this version.
    func snapshot(of key: DirectoryKey, version: Page.Version) -> HandleTable.Directory? {
        table.withLock { table in
            guard let directory = table.snapshots[key]?.directory, directory.version == version else { return nil }
            table.uses += 1
            table.snapshots[key]?.lastUse = table.uses
            return directory
        }
    }

    func put(_ directory: HandleTable.Directory) {
        table.withLock { table in
            table.remove(directory.key)
            table.uses += 1
            table.snapshots[directory.key] = (directory, table.uses)
            table.dirents += directory.entries.count
            while table.dirents > Self.capacity, table.snapshots.count > 1,
                let oldest = table.snapshots.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                table.remove(oldest.key)
            }
        }
    }

    func remove(_ key: DirectoryKey) {
        table.withLock { $0.remove(key) }
    }
}
