import PhotoCache
package import PhotoTree
import Synchronization
import Waiting

/// The state of downloads; answered from memory, until the cache is counted also from the disk.
extension PhotoFetcher {
    package func state(of key: ImageKey) -> FetchState {
        let isRead = pool.isRead(key)
        let part = table.withLock { table -> Double? in
            guard let record = table.records[key], let (received, _) = record.progress(isRead: isRead) else {
                return nil
            }
            guard let length = record.known?.length, length > 0 else { return 0 }
            return min(1, Double(received) / Double(length))
        }
        if let part { return .downloading(part) }
        return cache.contains(key) ? .cached : .remote
    }

    /// The photo's last failure; nil when a later try succeeded, or there was no try.
    package func lastError(of key: ImageKey) -> FetchFailure? {
        table.withLock { table in
            table.failures[key].map { FetchFailure(error: $0.error, retryIn: $0.retryAt - time.elapsed) }
        }
    }

    /// The downloads under way, passed-through ones that somebody reads now included.
    package var downloads: [DownloadStatus] {
        let read = pool.keysRead
        return table.withLock { table in
            table.records.compactMap { key, record in
                guard let (received, isPassing) = record.progress(isRead: read.contains(key)) else { return nil }
                return DownloadStatus(
                    photo: key.photo, title: record.photo.title, rendition: key.rendition, received: received,
                    length: record.known?.length, waiting: record.waiters.count,
                    handles: record.handles.count + record.openers,
                    isPassedThrough: isPassing)
            }
        }
    }

    /// Ends every transfer and every wait; afterwards nothing can be opened or read.
    package func shutdown() async {
        let ended = table.withLock { $0.shutDown() }
        for (key, actions) in ended { perform(actions, key) }
        await pool.shutdown()
        for task in ended.flatMap(\.actions.ending) {
            await task.value
        }
    }
}

extension FetchRecord {
    /// How many bytes have come; nil when none are expected now. `isRead` is whether the pool reads the image for
    /// somebody.
    fileprivate func progress(isRead: Bool) -> (received: Int64, isPassing: Bool)? {
        switch phase {
        case .fetching(let job): (job.present, false)
        case .passing: isRead ? (passed, true) : nil
        case .idle, .paused: nil
        }
    }
}

/// Where a photo's bytes are, as `user.places.state` says it.
package enum FetchState: Hashable, Sendable {
    case remote
    /// The part of the photo that has arrived, 0 to 1; 0 while its length is unknown.
    case downloading(Double)
    case cached
}

/// What went wrong last with a photo.
package struct FetchFailure: Hashable, Sendable {
    package var error: FetchError
    /// How long until a reader may start another try; zero or less means now.
    package var retryIn: Duration
}

/// One download under way, for the status file.
package struct DownloadStatus: Hashable, Sendable {
    package var photo: PhotoID
    package var title: String
    package var rendition: String
    /// Bytes present; for a passed-through photo, how far its readers have come.
    package var received: Int64
    /// The photo's length in bytes, where it is known.
    package var length: Int64?
    /// Reads and opens that wait for this download.
    package var waiting: Int
    /// Open handles.
    package var handles: Int
    /// Not kept in the cache: too large for it, or no room.
    package var isPassedThrough: Bool
}
