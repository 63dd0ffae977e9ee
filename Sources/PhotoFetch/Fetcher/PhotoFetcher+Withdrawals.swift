import PhotoCache
package import PhotoTree
import Synchronization

/// Forgetting photos that must not be found any more.
extension PhotoFetcher {
    /// Forgets everything that is kept or begun of a photo. Whoever has it open gets `changed` for bytes not read yet,
    /// and whoever waits for it gets `gone`; a new open begins anew. Unless `forgiving`, the photo's last failure is
    /// still reported for its period.
    package func withdraw(_ photo: PhotoID, forgiving: Bool = true) {
        let dropped = table.withLock { table in
            let keys = table.records.keys.filter { $0.photo == photo }
            return keys.map { ($0, table.withdraw($0, telling: .gone, forgiving: forgiving)) }
        }
        for (_, actions) in dropped { end(actions) }
        for (key, _) in dropped { pool.close(key) }
        table.withLock { table in table.outdated = table.outdated.filter { $0.photo != photo } }
        cache.removeAll(of: photo)
        for (_, actions) in dropped { answer(actions) }
    }

    /// Forgets one image: whoever has it open gets `changed`, and a new open begins anew.
    package func withdraw(_ key: ImageKey) {
        table.withLock { _ = $0.outdated.remove(key) }
        forget(key) { cache.remove(key) }
    }

    // MARK: Another version

    /// The source has another version of an image than the cache: the next who opens it begins to fetch that. The file
    /// in the cache stays until the new one is whole, and is served to nobody. Whoever has it open gets `changed`.
    ///
    /// - Returns: False where that is known already.
    package func replace(_ key: ImageKey) -> Bool {
        guard table.withLock({ $0.outdated.insert(key).inserted }) else { return false }
        forget(key)
        return true
    }

    /// Whether the file in the cache is of another version than the source's.
    package func isReplaced(_ key: ImageKey) -> Bool { table.withLock { $0.outdated.contains(key) } }

    /// Whether the new version is on its way.
    package func isReplacing(_ key: ImageKey) -> Bool {
        guard isReplaced(key), case .downloading = state(of: key) else { return false }
        return true
    }

    /// The new version cannot be had now: the file in the cache is served again.
    package func restore(_ key: ImageKey) {
        guard !isReplacing(key), table.withLock({ $0.outdated.remove(key) }) != nil else { return }
        forget(key)
    }

    private func forget(_ key: ImageKey, removing remove: () -> Void = {}) {
        let actions = table.withLock { $0.withdraw(key, telling: .changed, forgiving: true) }
        end(actions)
        pool.close(key)
        remove()
        answer(actions)
    }
}
