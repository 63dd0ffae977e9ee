import PhotoTree
import Waiting

/// What the cache knows of its files, guarded by `PhotoCache`'s one lock: table work only, no call to the system.
struct CacheTable {
    var policy: SpacePolicy
    var history = EvictionHistory()
    var slots: [FileNumber: Slot] = [:]
    /// The whole photos.
    var numbers: [ImageKey: FileNumber] = [:]
    /// How many handles are open on a key, whether its photo is here or not.
    var handles: [ImageKey: Int] = [:]
    /// Who waits for a photo that is being verified.
    var verifying: [ImageKey: Reply<Void>] = [:]
    /// False until the files of earlier lives are counted.
    var isScanned = false
    /// Photos that were removed before that.
    var unwanted: Set<PhotoID> = []
    /// The disk refused a write, and has not taken one since while it had room.
    var isDegraded = false
    /// Whole photos whose file is held open, longest unused first.
    private(set) var openFiles: [FileNumber] = []
    private var lastNumber: UInt64 = 0

    /// How many whole photos are held open at once; the rest is opened again when read.
    static let maximumOpenFiles = 64

    struct Slot {
        let key: ImageKey
        var file: CacheFile?
        /// Of a whole photo: what lies under its name.
        var identity: FileIdentity?
        /// Of a whole photo: what it was found to be in this life.
        var verified: LearntFile?
        /// Bytes present, from the start.
        var length: Int64 = 0
        var isWhole = false
        /// Calls to the system under way on `file`, which keep it, and its space, from going.
        var uses = 0
        /// Evicted, or about to be.
        var isLeaving = false
        /// Its name is gone from the disk: the last use frees the space.
        var isUnlinked = false
        var wish = Wish.none
    }

    enum Wish {
        case none
        case pending
        case waiting(CheckedContinuation<Bool, Never>)
        case answered(Bool)
    }

    init(limit: Int64) {
        policy = SpacePolicy(limit: limit)
    }

    mutating func nextNumber() -> FileNumber {
        lastNumber += 1
        return FileNumber(lastNumber)
    }

    /// The whole photo of `key`, unless it is on its way out.
    func whole(_ key: ImageKey) -> (number: FileNumber, slot: Slot)? {
        guard let number = numbers[key], let slot = slots[number] else { return nil }
        return (number, slot)
    }

    /// Takes up a whole photo found on disk; nothing when the key is known already.
    mutating func add(_ found: CacheDirectory.Found, now: Duration) {
        guard numbers[found.key] == nil else { return }
        let number = nextNumber()
        numbers[found.key] = number
        slots[number] = Slot(
            key: found.key, identity: found.identity, length: found.identity.length, isWhole: true)
        policy.found(
            number, length: found.identity.length, viewed: found.identity.modified,
            isOpen: handles[found.key] != nil, now: now)
    }

    /// A place for a download of `key`.
    mutating func begin(_ key: ImageKey, expected: Int64?, now: Duration) -> FileNumber {
        history.fetches(key, limit: policy.limit, now: now) { policy.bytes(usedAfter: $0) }
        let number = nextNumber()
        slots[number] = Slot(key: key)
        policy.began(number, expected: expected)
        return number
    }

    /// Lets go of all that is whole of these photos.
    mutating func remove(_ photos: Set<PhotoID>) -> [SpacePolicy.Action] {
        guard !photos.isEmpty else { return [] }
        history.forget(photos)
        return numbers.filter { photos.contains($0.key.photo) }.values.sorted().flatMap { policy.remove($0) }
    }

    /// Holds `file` open for reading, and lets go of those unused for longest.
    mutating func hold(_ file: CacheFile, _ number: FileNumber) {
        slots[number]?.file = file
        openFiles.removeAll { $0 == number }
        openFiles.append(number)
        while openFiles.count > Self.maximumOpenFiles {
            slots[openFiles.removeFirst()]?.file = nil
        }
    }

    /// Out of the index: from now on its key is a miss. The slot stays until the file is closed.
    mutating func leave(_ number: FileNumber, now: Duration) {
        guard let slot = slots[number] else { return }
        if let photo = policy.evicted(number) {
            history.evicted(slot.key, bytes: photo.bytes, use: photo.use, now: now)
        }
        slots[number]?.isLeaving = true
        openFiles.removeAll { $0 == number }
        if numbers[slot.key] == number { numbers[slot.key] = nil }
    }

    /// A call to the system begins on the slot's file; one that is no read changes nothing of the order in which files are
    /// evicted.
    mutating func useBegan(_ number: FileNumber, isRead: Bool = true) {
        slots[number]?.uses += 1
        guard isRead else { return }
        policy.readBegan(number)
        if let index = openFiles.firstIndex(of: number), index != openFiles.endIndex - 1 {
            openFiles.append(openFiles.remove(at: index))
        }
    }

    /// True when the file has no name any more and this was its last use.
    mutating func useEnded(_ number: FileNumber, isRead: Bool = true, now: Duration) -> Bool {
        guard let slot = slots[number] else { return false }
        slots[number]?.uses = slot.uses - 1
        if isRead { policy.readEnded(number, now: now) }
        return slot.isUnlinked && slot.uses == 1
    }

    /// The file's name is gone from the disk. True when nobody uses the file.
    mutating func unlinked(_ number: FileNumber) -> Bool {
        slots[number]?.isUnlinked = true
        return slots[number]?.uses == 0
    }
}
