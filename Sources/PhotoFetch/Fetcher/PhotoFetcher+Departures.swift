import PhotoCache
package import PhotoTree
import Synchronization

/// Photos that are to be nowhere any more.
extension PhotoFetcher {
    /// Lets go of all that is kept or begun of a photo. Whoever has it open gets `changed` for what is not read yet, and
    /// whoever waits for it `error`; opened again it begins anew. What went wrong with it last is told on for its while
    /// unless `forgiving`.
    package func drop(_ photo: PhotoID, telling error: FetchError = .gone, forgiving: Bool = true) {
        let dropped = table.withLock { table in
            let keys = table.records.keys.filter { $0.photo == photo }
            return keys.map { ($0, table.drop($0, telling: error, forgiving: forgiving)) }
        }
        for (_, actions) in dropped { end(actions) }
        for (key, _) in dropped { pool.close(key) }
        cache.removeAll(of: photo)
        for (_, actions) in dropped { answer(actions) }
    }
}
