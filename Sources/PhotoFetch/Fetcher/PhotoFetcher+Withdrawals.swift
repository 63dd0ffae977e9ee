import PhotoCache
package import PhotoTree
import Synchronization

/// Forgetting photos that must not be found any more.
extension PhotoFetcher {
    /// Forgets everything that is kept or begun of a photo. Whoever has it open gets `changed` for bytes not read yet,
    /// and whoever waits for it gets `error`; a new open begins anew. Unless `forgiving`, the photo's last failure is
    /// still reported for its period.
    package func withdraw(_ photo: PhotoID, telling error: FetchError = .gone, forgiving: Bool = true) {
        let dropped = table.withLock { table in
            let keys = table.records.keys.filter { $0.photo == photo }
            return keys.map { ($0, table.withdraw($0, telling: error, forgiving: forgiving)) }
        }
        for (_, actions) in dropped { end(actions) }
        for (key, _) in dropped { pool.close(key) }
        cache.removeAll(of: photo)
        for (_, actions) in dropped { answer(actions) }
    }
}
