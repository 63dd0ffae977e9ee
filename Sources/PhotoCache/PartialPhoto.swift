internal import Logging
public import PhotoTree
import Synchronization
import Waiting

/// One download's file in the cache: written from the start, readable as far as it was written, and in the end a whole
/// photo. One task writes; any task may read. Dropping it without `finish` or `pause` discards the file.
public final class PartialPhoto: Sendable {
    /// What became of bytes to be kept.
    public enum Outcome: Hashable, Sendable {
        case stored
        /// Too large for the limit, or without room for too long: the file is gone, the photo is passed through.
        case gaveWay
        /// The disk refuses: the file is gone, the photo is passed through.
        case unavailable
        /// The calling task was cancelled while it waited for room; nothing was written.
        case cancelled
    }

    public let key: ImageKey
    private let cache: PhotoCache
    private let number: FileNumber

    init(key: ImageKey, cache: PhotoCache, number: FileNumber) {
        self.key = key
        self.cache = cache
        self.number = number
    }

    deinit {
        discard()
    }

    /// Bytes present, from the start; nil when the file is gone.
    public var length: Int64? {
        cache.table.withLock { table in
            table.slots[number].flatMap { $0.isLeaving || $0.isWhole ? nil : $0.length }
        }
    }

    /// Writes `bytes` behind those present. Waits up to 5 s for room while other photos are evicted.
    public func append(_ bytes: [UInt8]) async -> Outcome {
        guard let length else { return .gaveWay }
        switch await cache.reserve(number, length: length + Int64(bytes.count)) {
        case .granted:
            break
        case .gaveWay:
            return .gaveWay
        case .cancelled:
            return .cancelled
        }
        return await cache.threads.run { [cache, number] in cache.append(bytes, at: length, number) }
    }

    /// Bytes of `range`, all of which must be present; nil when the file is gone.
    public func read(_ range: Range<Int64>) async -> [UInt8]? {
        let isPresent = cache.table.withLock { table in
            guard let slot = table.slots[number], !slot.isLeaving, slot.length >= range.upperBound else { return false }
            table.useBegan(number)
            return true
        }
        return isPresent ? await cache.readUsed(range, number).bytes : nil
    }

    /// Makes the file the photo that `key` names, with the digest of its bytes.
    public func finish(digest: String) async -> Outcome {
        await cache.threads.run { [cache, number] in cache.finish(number, digest: digest) }
    }

    /// Nobody wants the rest now: the bytes present stay as long as there is room; on a shelf only while it is for the
    /// photo.
    public func pause() {
        let actions = cache.table.withLock { table -> [SpacePolicy.Action] in
            guard let slot = table.slots[number], !slot.isWhole else { return [] }
            return table.policy.paused(number, length: slot.length, now: cache.time.elapsed)
        }
        cache.perform(actions)
        // After that, because `want` looks at those that are paused.
        if cache.wanted != nil, !cache.wants(key) { discard() }
    }

    /// Resumes after `pause`.
    ///
    /// - Parameter expected: the length, where it is known.
    /// - Returns: false when the file was evicted.
    public func resume(expected: Int64?) -> Bool {
        cache.table.withLock { $0.policy.resumed(number, expected: expected) }
    }

    /// Removes the file, unless it is whole.
    public func discard() {
        let actions = cache.table.withLock { table -> [SpacePolicy.Action] in
            guard let slot = table.slots[number], !slot.isWhole else { return [] }
            return table.policy.remove(number)
        }
        cache.perform(actions)
    }
}

extension PhotoCache {
    enum Reservation {
        case granted, gaveWay, cancelled
    }

    /// Makes a place for a download of `key`.
    ///
    /// - Parameters:
    ///   - key: the photo's key; a photo of that key in the cache stays until the download is whole.
    ///   - expected: the length, where it is known; it keeps older downloads from being blocked half-way.
    /// - Returns: nil when the photo cannot be kept and must be passed through.
    public func begin(_ key: ImageKey, expected: Int64?) -> PartialPhoto? {
        if let shelf, shelf.wants(key), let kept = shelf.begin(key, expected: expected) { return kept }
        // Nothing makes room on a shelf.
        guard wanted == nil || room >= SpacePolicy.rounded(expected ?? SpacePolicy.assumedLength) else { return nil }
        // `fits` is false, too, while the folder is left alone.
        guard CacheName.whole(key) != nil, fits(expected ?? 0) else { return nil }
        let number = table.withLock { $0.begin(key, expected: expected, now: time.elapsed) }
        count()
        return PartialPhoto(key: key, cache: self, number: number)
    }

    fileprivate func reserve(_ number: FileNumber, length: Int64) async -> Reservation {
        let (actions, answer) = table.withLock { table -> ([SpacePolicy.Action], Bool?) in
            // The download was just told to give way: nobody would answer its wish.
            guard table.policy.isDownload(number) else { return ([], false) }
            table.slots[number]?.wish = .pending
            let actions = table.policy.wish(number, length: length, now: time.elapsed)
            if actions.contains(.grant(number)) { return (actions, true) }
            return (actions, actions.contains(.giveWay(number)) ? false : nil)
        }
        perform(actions)
        if let answer { return answer ? .granted : .gaveWay }
        return await withTaskGroup(of: Reservation?.self) { group in
            group.addTask { await self.answer(to: number) }
            group.addTask {
                // An open photo becomes idle without an event, so this looks again at intervals until the wish is
                // answered.
                while (try? await self.time.sleep(for: SpacePolicy.idle)) != nil {
                    self.perform(self.table.withLock { $0.policy.tick(now: self.time.elapsed) })
                }
                return nil
            }
            var reservation = Reservation.cancelled
            for await case let answer? in group {
                reservation = answer
                group.cancelAll()
            }
            return reservation
        }
    }

    private func answer(to number: FileNumber) async -> Reservation {
        await withTaskCancellationHandler {
            let isGranted = await withCheckedContinuation { continuation in
                let early = table.withLock { table -> Bool? in
                    switch table.slots[number]?.wish {
                    case .answered(let isGranted):
                        table.slots[number]?.wish = .none
                        return isGranted
                    case .pending where !Task.isCancelled:
                        table.slots[number]?.wish = .waiting(continuation)
                        return nil
                    default:
                        return false
                    }
                }
                if let early { continuation.resume(returning: early) }
            }
            if isGranted { return .granted }
            return Task.isCancelled ? .cancelled : .gaveWay
        } onCancel: {
            let (continuation, actions) = table.withLock {
                table -> (CheckedContinuation<Bool, Never>?, [SpacePolicy.Action]) in
                guard case .waiting(let continuation) = table.slots[number]?.wish else { return (nil, []) }
                table.slots[number]?.wish = .none
                return (continuation, table.policy.withdraw(number, now: time.elapsed))
            }
            continuation?.resume(returning: false)
            perform(actions)
        }
    }

    /// Writes on a disk thread.
    fileprivate func append(_ bytes: [UInt8], at offset: Int64, _ number: FileNumber) -> PartialPhoto.Outcome {
        guard let failure = use(number, { slot in write(bytes, at: offset, number, slot) }) else { return .gaveWay }
        guard let failure else { return stored() }
        return refused(number, failure)
    }

    private func write(
        _ bytes: [UInt8], at offset: Int64, _ number: FileNumber, _ slot: CacheTable.Slot
    ) -> SystemError? {
        var failure: SystemError?
        do throws(SystemError) {
            let file = if let file = slot.file { file } else { try directory.createPartial(slot.key, number) }
            try file.write(bytes, at: offset)
            table.withLock { table in
                table.slots[number]?.file = file
                table.slots[number]?.length = offset + Int64(bytes.count)
            }
        } catch {
            failure = error
        }
        if slot.file == nil, table.withLock({ $0.slots[number]?.isLeaving == true }) {
            // The removal may have come before the file existed.
            try? directory.removePartial(slot.key, number)
        }
        return failure
    }

    /// Renames on a disk thread.
    fileprivate func finish(_ number: FileNumber, digest: String) -> PartialPhoto.Outcome {
        let outcome = use(number) { slot -> PartialPhoto.Outcome in
            guard let file = slot.file else { return .gaveWay }
            return rename(number, slot, file, KnownFile(length: slot.length, digest: digest))
        }
        return outcome ?? .gaveWay
    }

    private func rename(
        _ number: FileNumber, _ slot: CacheTable.Slot, _ file: CacheFile, _ learnt: KnownFile
    ) -> PartialPhoto.Outcome {
        do throws(SystemError) {
            // The photo that this one replaces leaves the index; its readers may go on.
            remove(slot.key)
            // A daemon that is killed now still knows a photo of the shelf, whose digest the catalog may not have yet.
            if wanted != nil, let digest = learnt.digest { try? file.note(digest) }
            try directory.finish(slot.key, number)
            let identity = try file.identity()
            let actions = table.withLock { table -> [SpacePolicy.Action]? in
                guard table.slots[number]?.isLeaving == false else { return nil }
                table.slots[number]?.identity = identity
                table.slots[number]?.verified = learnt
                table.slots[number]?.isWhole = true
                table.stored(slot.key, number)
                table.hold(file, number)
                return table.policy.finished(
                    number, length: learnt.length, viewed: identity.modified,
                    isOpen: table.handles[slot.key] != nil, now: time.elapsed)
            }
            guard let actions else {
                // The download had to give way during the rename: its removal looked for the old name.
                try directory.remove(slot.key, identity)
                return .gaveWay
            }
            perform(actions)
            return stored()
        } catch {
            return refused(number, error)
        }
    }

    /// When a full disk takes a write only because another failed download has just freed space, that is no recovery.
    private func stored() -> PartialPhoto.Outcome {
        guard table.withLock({ $0.isDegraded }), directory.available >= min(limit, 1 << 20) else { return .stored }
        let isRecovered = table.withLock { table in
            defer { table.isDegraded = false }
            return table.isDegraded
        }
        if isRecovered { logger.notice("the photo cache can be written again") }
        return .stored
    }

    private func refused(_ number: FileNumber, _ failure: SystemError) -> PartialPhoto.Outcome {
        let (actions, isNew) = table.withLock { table -> ([SpacePolicy.Action]?, Bool) in
            // A write to a file that is being removed may fail, which says nothing about the disk.
            guard table.slots[number]?.isLeaving == false else { return (nil, false) }
            defer { table.isDegraded = true }
            return (table.policy.remove(number), !table.isDegraded)
        }
        guard let actions else { return .gaveWay }
        perform(actions)
        if isNew {
            logger.warning(
                "the photo cache cannot be written: photos are passed through", metadata: ["cause": "\(failure.text)"])
        }
        return .unavailable
    }
}
