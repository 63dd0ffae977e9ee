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
    /// Readers that wait for a photo that is being verified.
    var verifying: [ImageKey: Reply<Void>] = [:]
    /// False until the files that earlier processes left are counted.
    private(set) var isScanned = false
    private var isBeingCounted = false
    /// Given when they are.
    let counting = Reply<Void>()
    /// Photos that were removed before the count was done: in every rendition, and in one.
    private var unwantedPhotos: Set<PhotoID> = []
    private var unwanted: Set<ImageKey> = []
    /// The disk refused a write and has not taken one since while it had room.
    var isDegraded = false
    /// How often in a row a photo that this process had stored was found to be something else, or could not be read.
    private var faults: [ImageKey: Int] = [:]
    /// The folder does not give back what is put into it: nothing more is put there, and nothing read.
    private(set) var isLeftAlone = false
    /// Whole photos whose file is held open, least recently used first.
    private(set) var openFiles: [FileNumber] = []
    private var lastNumber: UInt64 = 0

    /// How many whole photos are held open at once; a read opens the others again.
    static let maximumOpenFiles = min(64, max(4, CacheFile.maximumDescriptors / 4))

    struct Slot {
        let key: ImageKey
        var file: CacheFile?
        /// For a whole photo: the status of the file under its name.
        var identity: FileIdentity?
        /// For a whole photo: its length and digest, verified by this process.
        var verified: KnownFile?
        /// Bytes present, from the start.
        var length: Int64 = 0
        var isWhole = false
        /// System calls under way on `file`; while there are any, the file and its space stay.
        var uses = 0
        /// Evicted, or about to be.
        var isLeaving = false
        /// Its name is gone from the disk: its last use frees the space.
        var isUnlinked = false
        var wish = Wish.none
    }

    enum Wish {
        case none
        case pending
        case waiting(CheckedContinuation<Bool, Never>)
        case answered(Bool)
    }

    init(limit: Int64, evictsPhotos: Bool) {
        policy = SpacePolicy(limit: limit, evictsPhotos: evictsPhotos)
    }

    /// The second time in a row tells of the folder, not of the photo.
    private static let mostFaults = 2

    /// A photo is not what was stored. True when the folder is left alone for that from now on.
    mutating func fault(_ key: ImageKey) -> Bool {
        faults[key, default: 0] += 1
        guard faults[key, default: 0] >= Self.mostFaults, !isLeftAlone else { return false }
        isLeftAlone = true
        faults = [:]
        return true
    }

    /// A photo was read.
    mutating func proved(_ key: ImageKey) {
        if !faults.isEmpty { faults[key] = nil }
    }

    mutating func nextNumber() -> FileNumber {
        lastNumber += 1
        return FileNumber(lastNumber)
    }

    /// The whole photo of `key`, unless it is being evicted.
    func whole(_ key: ImageKey) -> (number: FileNumber, slot: Slot)? {
        guard let number = numbers[key], let slot = slots[number] else { return nil }
        return (number, slot)
    }

    /// `key` has a file now that this process made.
    mutating func stored(_ key: ImageKey, _ number: FileNumber) {
        numbers[key] = number
        unwanted.remove(key)
    }

    /// Whether the caller is the one who is to count.
    mutating func beginCounting() -> Bool {
        defer { isBeingCounted = true }
        return !isBeingCounted
    }

    /// Whether the photo's file, if earlier processes left one, is to be removed when it is found.
    func isUnwanted(_ key: ImageKey) -> Bool { unwanted.contains(key) || unwantedPhotos.contains(key.photo) }

    /// Every file that earlier processes left was added. What was removed meanwhile leaves now.
    mutating func counted(now: Duration) -> [SpacePolicy.Action] {
        isScanned = true
        defer { (unwantedPhotos, unwanted) = ([], []) }
        let removed =
            remove(unwantedPhotos) + unwanted.compactMap { numbers[$0] }.sorted().flatMap { policy.remove($0) }
        return removed + policy.counted(now: now)
    }

    /// Adds a whole photo found on disk; does nothing when the key is known already.
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

    /// Makes a slot for a download of `key`.
    mutating func begin(_ key: ImageKey, expected: Int64?, now: Duration) -> FileNumber {
        history.fetches(key, limit: policy.limit, now: now) { policy.bytes(usedAfter: $0) }
        let number = nextNumber()
        slots[number] = Slot(key: key)
        policy.began(number, expected: expected)
        return number
    }

    /// Evicts the whole file of `key`, also if it is counted later.
    mutating func remove(_ key: ImageKey) -> [SpacePolicy.Action] {
        // Who counts may meet the file before it has left the disk.
        if !isScanned { unwanted.insert(key) }
        return numbers[key].map { policy.remove($0) } ?? []
    }

    /// Evicts all whole files of the photo, also those that are counted later.
    mutating func remove(_ photo: PhotoID) -> [SpacePolicy.Action] {
        if !isScanned { unwantedPhotos.insert(photo) }
        return remove([photo])
    }

    /// Evicts all whole files of these photos.
    mutating func remove(_ photos: Set<PhotoID>) -> [SpacePolicy.Action] {
        guard !photos.isEmpty else { return [] }
        history.forget(photos)
        return numbers.filter { photos.contains($0.key.photo) }.values.sorted().flatMap { policy.remove($0) }
    }

    /// Holds `file` open for reading, and closes the least recently used files that are too many.
    mutating func hold(_ file: CacheFile, _ number: FileNumber) {
        slots[number]?.file = file
        openFiles.removeAll { $0 == number }
        openFiles.append(number)
        while openFiles.count > Self.maximumOpenFiles {
            slots[openFiles.removeFirst()]?.file = nil
        }
    }

    /// Removes the photo from the index: from now on its key is a miss. The slot stays until the file is closed.
    mutating func leave(_ number: FileNumber, now: Duration) {
        guard let slot = slots[number] else { return }
        if let photo = policy.evicted(number) {
            history.evicted(slot.key, bytes: photo.bytes, use: photo.use, now: now)
        }
        slots[number]?.isLeaving = true
        openFiles.removeAll { $0 == number }
        if numbers[slot.key] == number { numbers[slot.key] = nil }
    }

    /// A system call begins on the slot's file. One that is not a read does not change the order in which files are
    /// evicted.
    mutating func useBegan(_ number: FileNumber, isRead: Bool = true) {
        slots[number]?.uses += 1
        guard isRead else { return }
        policy.readBegan(number)
        if let index = openFiles.firstIndex(of: number), index != openFiles.endIndex - 1 {
            openFiles.append(openFiles.remove(at: index))
        }
    }

    /// Returns true when the file has no name any more and this was its last use.
    mutating func useEnded(_ number: FileNumber, isRead: Bool = true, now: Duration) -> Bool {
        guard let slot = slots[number] else { return false }
        slots[number]?.uses = slot.uses - 1
        if isRead { policy.readEnded(number, now: now) }
        return slot.isUnlinked && slot.uses == 1
    }

    /// The file's name is gone from the disk. Returns true when nobody uses the file.
    mutating func unlinked(_ number: FileNumber) -> Bool {
        slots[number]?.isUnlinked = true
        return slots[number]?.uses == 0
    }
}
