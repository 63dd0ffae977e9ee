internal import Logging
public import PhotoTree
import Synchronization
import Waiting

/// Reading whole photos. The first open of a photo in a process, and every open after the file changed on disk,
/// compares all its bytes with what is known of it.
extension PhotoCache {
    /// Whether the whole photo is here and sound. Call it once for each handle, before the first `read`.
    ///
    /// Answered without suspending when this process verified the photo before and the file has not changed since. A
    /// photo that fails the comparison is removed, and so is one whose digest is unknown.
    ///
    /// - Returns: its length and digest; nil when it must be fetched.
    public func present(_ key: ImageKey, known: KnownFile?) async -> KnownFile? {
        if let shelf, shelf.mayContain(key), let found = await shelf.present(key, known: known) { return found }
        while true {
            let (found, isLeftAlone) = table.withLock { table in
                ((table.whole(key), table.isScanned || table.isUnwanted(key)), table.isLeftAlone)
            }
            if isLeftAlone { return nil }
            switch found {
            case (let (_, slot)?, _):
                if slot.file != nil, let verified = slot.verified, let identity = slot.identity,
                    (try? directory.identity(of: key)) == identity
                {
                    return verified
                }
            case (nil, true):
                return nil
            case (nil, false):
                break
            }
            if await isBeingVerified(key) { continue }
            let learnt = await threads.run { [self] in verify(key, known: known) }
            table.withLock { $0.verifying.removeValue(forKey: key) }?.give(())
            return learnt
        }
    }

    /// The bytes of `range` of a whole photo that is `present`; nil when it is not present, or no longer.
    public func read(_ range: Range<Int64>, of key: ImageKey) async -> [UInt8]? {
        if let shelf, shelf.contains(key), let bytes = await shelf.read(range, of: key) { return bytes }
        let number = table.withLock { table -> FileNumber? in
            guard let (number, slot) = table.whole(key), slot.verified != nil, range.upperBound <= slot.length else {
                return nil
            }
            table.useBegan(number)
            return number
        }
        guard let number else { return nil }
        let (bytes, failure) = await readUsed(range, number)
        if bytes != nil {
            table.withLock { $0.proved(key) }
        } else if failure?.isLackOfResources != true {
            perform(table.withLock { $0.policy.remove(number) })
            fault(key)
        }
        return bytes
    }

    /// Reads from a slot on which `useBegan` was called, and ends that use.
    func readUsed(
        _ range: Range<Int64>, _ number: FileNumber
    ) async -> (bytes: [UInt8]?, failure: SystemError?) {
        var reading = CacheFile.Reading.wouldBlock
        if let file = table.withLock({ $0.slots[number]?.file }) {
            reading = file.read(range, blocking: directory.isInMemory)
            if case .bytes = reading, let ahead = file.ahead(of: range, wasMissing: false) {
                readAhead(ahead, number)
            }
        }
        if case .wouldBlock = reading {
            reading = await threads.run { [self] in readBlocking(range, number) }
        }
        if table.withLock({ $0.useEnded(number, now: time.elapsed) }) {
            threads.enqueue { [self] in free(number) }
        }
        switch reading {
        case .bytes(let bytes) where bytes.count == range.count:
            return (bytes, nil)
        case .failed(let failure):
            logger.warning("a cached photo could not be read", metadata: ["cause": "\(failure.text)"])
            return (nil, failure)
        case .bytes, .wouldBlock:
            return (nil, nil)
        }
    }

    /// Asks the disk for the bytes that a reader wants next. Counts as a use of the slot, whose space is not free
    /// before the file is closed.
    private func readAhead(_ range: Range<Int64>, _ number: FileNumber) {
        table.withLock { $0.useBegan(number) }
        threads.enqueue { [self] in
            table.withLock { $0.slots[number]?.file }?.willRead(range)
            endUse(number)
        }
    }

    private func readBlocking(_ range: Range<Int64>, _ number: FileNumber) -> CacheFile.Reading {
        guard let slot = table.withLock({ $0.slots[number] }) else { return .failed(.notFound) }
        if let file = slot.file { return readBlocking(range, file) }
        // The file was closed because too many were open: open it again and check that it is the same.
        do throws(SystemError) {
            let file = try directory.open(slot.key)
            guard try file.identity() == slot.identity else { return .failed(.notFound) }
            table.withLock { table in
                if table.slots[number]?.isLeaving == false { table.hold(file, number) }
            }
            return readBlocking(range, file)
        } catch {
            return .failed(error)
        }
    }

    private func readBlocking(_ range: Range<Int64>, _ file: CacheFile) -> CacheFile.Reading {
        if let ahead = file.ahead(of: range, wasMissing: true) { file.willRead(ahead) }
        return file.read(range, blocking: true)
    }

    /// Waits while another task verifies the photo. Returns false when no task did: the caller must verify it.
    private func isBeingVerified(_ key: ImageKey) async -> Bool {
        let underWay = table.withLock { table -> Reply<Void>? in
            if let underWay = table.verifying[key] { return underWay }
            table.verifying[key] = Reply()
            return nil
        }
        await underWay?.value()
        return underWay != nil
    }

    /// Opens and reads the whole file, on a disk thread.
    private func verify(_ key: ImageKey, known: KnownFile?) -> KnownFile? {
        var used: FileNumber?
        let learnt = compare(key, known, &used)
        // The space is free only after `compare` has closed the file.
        if let used { endUse(used) }
        return learnt
    }

    private func compare(_ key: ImageKey, _ known: KnownFile?, _ used: inout FileNumber?) -> KnownFile? {
        do throws(SystemError) {
            let file = try directory.open(key)
            let identity = try file.identity()
            let found = table.withLock { table in
                table.add(CacheDirectory.Found(key: key, identity: identity), now: time.elapsed)
                let found = table.whole(key)
                if let found { table.useBegan(found.number) }
                return found
            }
            used = found?.number
            guard let slot = found?.slot, let counted = slot.identity else {
                discard(key, identity)
                return nil
            }
            // A file system that settles late gives the file another number (seen: rclone with a cache for writes). Any
            // other file under the photo's name is not the one that was counted.
            let isOther = !counted.isSameFile(as: identity)
            let wasStored = slot.verified != nil
            let noted = known?.digest != nil || wanted == nil ? nil : file.notedDigest
            let learnt = noted.map { KnownFile(length: identity.length, digest: $0) } ?? known
            guard let expected = isOther ? slot.verified : slot.verified ?? learnt, let digest = expected.digest else {
                // The daemon was killed after it wrote the photo and before it stored the digest, or the stored digest
                // was lost.
                logger.info(
                    "nothing is known to compare a cached photo with: it will be fetched anew",
                    metadata: ["photo": "\(key.photo)"])
                discard(key, identity)
                return nil
            }
            guard identity.length == expected.length, file.digest(length: identity.length) == digest else {
                logger.warning(
                    "a cached photo is damaged and will be fetched anew", metadata: ["photo": "\(key.photo)"])
                discard(key, identity)
                if wasStored { fault(key) }
                return nil
            }
            return table.withLock { table in
                guard let (number, slot) = table.whole(key), slot.identity?.isSameFile(as: counted) == true else {
                    return nil
                }
                table.slots[number]?.identity = identity
                table.slots[number]?.verified = expected
                table.slots[number]?.length = identity.length
                table.hold(file, number)
                return expected
            }
        } catch {
            // Deleted for that, the photo would be lost to whoever is offline.
            guard !error.isLackOfResources else {
                logger.warning("a cached photo could not be opened", metadata: ["cause": "\(error.text)"])
                return nil
            }
            let wasStored = table.withLock { $0.whole(key)?.slot.verified != nil }
            discard(key, nil)
            if wasStored { fault(key) }
            return nil
        }
    }

    /// Forgets the photo, and removes the file under its name while it is still the one with `identity`.
    private func discard(_ key: ImageKey, _ identity: FileIdentity?) {
        if let identity { try? directory.remove(key, identity) }  // it may be gone already
        // Not from the shelf, whose file is another.
        perform(table.withLock { $0.remove(key) })
    }
}
