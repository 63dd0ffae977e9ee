internal import Logging
public import PhotoTree
import Synchronization
import Waiting

// A cache may have a shelf: another folder, with a limit of its own, for the photos that a user keeps. What is on it is
// evicted by nobody. Who asks the cache for a photo finds it in either, and a photo is stored once.
extension PhotoCache {
    /// Which photos the shelf is for; other whole photos that it holds stay until they are removed.
    ///
    /// - Parameter photos: All of them, in place of those before.
    public func want(_ photos: Set<PhotoID>) {
        wanted?.withLock { $0 = photos }
        // Nobody will ask for the rest of what has begun.
        perform(table.withLock { $0.removePaused(besides: photos) })
    }

    /// Whether a photo that is fetched now belongs on this shelf.
    func wants(_ key: ImageKey) -> Bool {
        wanted?.withLock { $0.contains(key.photo) } ?? false
    }

    /// The bytes of each whole photo on the disk.
    public func lengths() -> [ImageKey: Int64] {
        table.withLock { table in
            table.numbers.compactMapValues { table.slots[$0].map { SpacePolicy.rounded($0.length) } }
        }
    }

    /// Those of the photos that are counted and here whole.
    public func whole(among keys: [ImageKey]) -> Set<ImageKey> {
        table.withLock { table in Set(keys.filter { table.numbers[$0] != nil }) }
    }

    /// Bytes that are free within the limit, without what downloads under way will take.
    public var room: Int64 { table.withLock { max(0, $0.policy.room) } }

    /// The bytes that lie here of downloads of the photo that were interrupted: the rest needs so much less.
    public func begun(_ photo: PhotoID) -> Int64 {
        table.withLock { table in
            table.slots.reduce(0) { sum, one in
                let (number, slot) = one
                guard slot.key.photo == photo, !slot.isWhole, !slot.isLeaving, !table.policy.isDownload(number) else {
                    return sum
                }
                return sum + SpacePolicy.rounded(slot.length)
            }
        }
    }

    /// Whether the disk refused a write, and has not taken one since.
    public var isRefusedByDisk: Bool { table.withLock { $0.isDegraded } }

    /// Whether the whole photo is on the shelf.
    public func isOnShelf(_ key: ImageKey) -> Bool { shelf?.contains(key) ?? false }

    /// What became of a photo that is to lie on the shelf.
    public enum Move: Hashable, Sendable {
        /// It lies there.
        case moved
        /// The whole photo is not in the cache.
        case notHere
        case noRoom
        /// It cannot be moved: the shelf is on another disk, say.
        case failed
    }

    /// Puts a whole photo, which is `present`, on the shelf.
    public func moveToShelf(_ key: ImageKey) async -> Move {
        guard let shelf else { return .failed }
        if shelf.contains(key) { return .moved }
        return await threads.run { [self] in move(key, to: shelf) }
    }

    /// Renames on a disk thread.
    private func move(_ key: ImageKey, to shelf: PhotoCache) -> Move {
        guard let (number, slot) = table.withLock({ $0.whole(key) }), let known = slot.verified else {
            return shelf.contains(key) ? .moved : .notHere
        }
        let place = shelf.table.withLock { $0.place(for: key, length: slot.length, now: shelf.time.elapsed) }
        guard let place else { return shelf.contains(key) ? .moved : .noRoom }
        do throws(SystemError) {
            let file = try directory.open(key)
            guard try file.identity() == slot.identity else { throw .notFound }
            if let digest = known.digest { try? file.note(digest) }
            try directory.move(key, to: shelf.directory)
            let identity = try file.identity()
            shelf.table.withLock { $0.took(place, key, identity, known) }
        } catch {
            shelf.perform(shelf.table.withLock { $0.policy.remove(place) })
            return .failed
        }
        // Its name here is gone already; who reads it goes on.
        perform(table.withLock { $0.policy.remove(number) })
        return .moved
    }
}

extension CacheTable {
    /// Evicts paused downloads of all photos but these.
    fileprivate mutating func removePaused(besides photos: Set<PhotoID>) -> [SpacePolicy.Action] {
        let paused = slots.filter { number, slot in
            !slot.isWhole && !policy.isDownload(number) && !photos.contains(slot.key.photo)
        }
        return paused.keys.sorted().flatMap { policy.remove($0) }
    }

    /// Sets the space aside for a whole photo that comes from elsewhere; nil when there is no room.
    fileprivate mutating func place(for key: ImageKey, length: Int64, now: Duration) -> FileNumber? {
        guard isScanned, numbers[key] == nil, policy.room >= SpacePolicy.rounded(length) else { return nil }
        let number = nextNumber()
        slots[number] = Slot(key: key, length: length, isWhole: true)
        policy.found(number, length: length, viewed: 0, isOpen: handles[key] != nil, now: now)
        return number
    }

    fileprivate mutating func took(_ number: FileNumber, _ key: ImageKey, _ identity: FileIdentity, _ known: KnownFile)
    {
        guard slots[number]?.isLeaving == false else { return }
        slots[number]?.identity = identity
        slots[number]?.verified = known
        numbers[key] = number
    }
}
