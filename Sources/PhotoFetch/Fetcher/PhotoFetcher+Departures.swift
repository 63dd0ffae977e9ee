import PhotoCache
package import PhotoTree
import Synchronization

/// Photos that are to be nowhere any more.
extension PhotoFetcher {
    /// Lets go of all that is kept or begun of a photo. Whoever has it open gets `changed` for what is not read yet, and
    /// whoever waits for it `error`; opened again it begins anew. What went wrong with it last is told on for its while
    /// unless `forgiving`.
    package func drop(_ photo: PhotoID, telling error: FetchError = .gone, forgiving: Bool = true) {
        var partials: [PartialPhoto] = []
        var tasks: [Task<Void, Never>] = []
        var waiting: [Waiting] = []
        let keys = table.withLock { table in
            let keys = table.records.keys.filter { $0.photo == photo }
            for key in keys {
                waiting += table.records[key]?.takeWaiters(all: true) ?? []
                switch table.records[key]?.phase {
                case .fetching(let job):
                    if let partial = job.partial { partials.append(partial) }
                    if let task = job.task { tasks.append(task) }
                case .paused(let download):
                    partials.append(download.partial)
                    table.unpause(key)
                case .idle, .passing, nil: break
                }
                table.records[key] = nil
                if forgiving { table.forgive(key) }
            }
            return keys
        }
        for task in tasks { task.cancel() }
        for partial in partials { partial.discard() }
        for key in keys { pool.close(key) }
        cache.removeAll(of: photo)
        resume(waiting, .failed(error))
    }
}
