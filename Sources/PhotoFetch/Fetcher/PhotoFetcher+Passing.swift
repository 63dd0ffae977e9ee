import PhotoCache
package import PhotoTree
import Synchronization
import Waiting

/// Photos that are not kept in the cache.
extension PhotoFetcher {
    /// How often one read begins anew because its cursor ended without bytes for it.
    private static let maximumChanges = 64

    /// All bytes of `range`, or nil after a change: the caller looks again.
    func pass(_ range: Range<Int64>, of key: ImageKey, _ record: FetchRecord) async throws(FetchError) -> [UInt8]? {
        let length = record.known?.length
        var bytes: [UInt8] = []
        var changes = 0
        while bytes.count < range.count {
            try table.withLock { table throws(FetchError) in
                if let failure = table.failures[key], failure.retryAt > time.elapsed { throw failure.error }
            }
            let rest = range.lowerBound + Int64(bytes.count)..<range.upperBound
            let part = try await pool.read(
                rest, of: key, length: length ?? .max, lacksDigest: record.known?.digest == nil, report: report(key)
            ) { [host] offset in
                ImageStream(
                    record.image, of: key.photo, from: offset,
                    version: record.version ?? record.known.map { ImageVersion(length: $0.length) }, host: host)
            }
            if let part {
                bytes += part
                continue
            }
            // Another reader took the cursor, unless something changed: the end of the body may have given another
            // length.
            let isSame = table.withLock { table in
                guard let now = table.records[key] else { return false }
                return now.isCurrent(nil) && now.generation == record.generation && now.known?.length == length
            }
            guard isSame else { return nil }
            changes += 1
            guard changes < Self.maximumChanges else { throw .failed("the transfers keep ending") }
        }
        return bytes
    }

    /// The cache takes the photo now, though it was passed through: the next read of any handle has it stored.
    package func stopPassing(_ key: ImageKey) {
        let isPassing = table.withLock { table in
            guard case .passing? = table.records[key]?.phase else { return false }
            table.records[key]?.phase = .idle
            return true
        }
        if isPassing { pool.close(key) }
    }

    func report(_ key: ImageKey) -> PassthroughReport {
        PassthroughReport(
            told: { [weak self] version in self?.told(key, nil, version) ?? false },
            restarted: { [weak self] version in
                self?.restarted(key, nil)
                self?.told(key, nil, version ?? ImageVersion())
            },
            ended: { [weak self] learnt in self?.passed(key, learnt) },
            failed: { [weak self] error in self?.failedPassing(key, error) })
    }

    private func passed(_ key: ImageKey, _ learnt: KnownFile) {
        let actions = table.withLock { table in
            if table.records[key]?.isCurrent(nil) == true { table.forgive(key) }
            return table.completed(key, nil, learnt)
        }
        perform(actions, key)
    }

    private func failedPassing(_ key: ImageKey, _ error: FetchError) {
        let now = time.elapsed
        let unlearns = table.withLock { table in
            guard table.records[key]?.isCurrent(nil) == true else { return false }
            table.fail(key, error, at: now, host.limits)
            guard error.isOfBody, table.records[key]?.unlearn() == true else { return false }
            table.records[key]?.phase = .idle
            return true
        }
        if unlearns { events.unlearned(key) }
    }
}
