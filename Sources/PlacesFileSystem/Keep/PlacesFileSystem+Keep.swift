import Catalog
public import FUSE
import PhotoCache
import PhotoTree
import Waiting

// `user.places.keep` is the one attribute that can be written: "yes" keeps a folder offline, "no" ends that.
extension PlacesFileSystem {
    private static let keepAttribute = "user.places.keep"
    /// How long is waited for the count of what an earlier mount kept.
    private static let countPatience = Duration.seconds(1)
    public func setxattr(
        _ name: String, _ value: [UInt8], of inode: InodeNumber, by caller: Caller
    ) async throws(Errno) {
        try checkChange(by: caller)
        guard name == Self.keepAttribute else { return try ignoreAttribute(name, of: inode) }
        guard !settings.isReadOnly, case .directory(let key)? = inodes.record(NodeNumber(inode))?.node else {
            throw .readOnly
        }
        switch String(decoding: value, as: UTF8.self) {
        case "yes": try await keep(folder(key))
        case "no": try await unkeep(folder(key))
        default: throw errors.refused(.invalid, name, in: key, "\(name) is yes or no")
        }
    }

    public func removexattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno) {
        try checkChange(by: caller)
        guard name == Self.keepAttribute else { return try ignoreAttribute(name, of: inode) }
        guard case .directory(let key)? = inodes.record(NodeNumber(inode))?.node, folder(key) is any Keepable else {
            throw .readOnly
        }
        try await unkeep(folder(key))
    }

    private func keep(_ folder: any Folder) async throws(Errno) {
        let keeping = folders.keeping
        guard !listings.source.isComplete else {
            throw errors.refused(
                .invalid, Self.keepAttribute, in: folder.key, "these photos lie on this machine; nothing is to be kept")
        }
        guard keeping.shelf != nil else {
            throw errors.refused(
                .invalid, Self.keepAttribute, in: folder.key,
                "nothing can be kept, because its folder in the cache cannot be written")
        }
        guard folder.isThere, let folder = folder as? any Keepable else {
            throw errors.refused(
                .invalid, Self.keepAttribute, in: folder.key,
                "this folder cannot be kept; places, countries, topics, tags, pins and searches can")
        }
        try await keeping.order.run { [self] () async throws(Errno) in try await keepInOrder(folder) }
    }

    private func keepInOrder(_ folder: any Keepable) async throws(Errno) {
        let keeping = folders.keeping
        guard !keeping.isKept(folder.key) else { return keeping.tryAgain() }
        // Before the keeper has read its lists, at the start of a mount, nothing else tells what is still to come.
        let need = await need(of: folder, besides: keeping.lists.isEmpty ? keeping.folders : [])
        let facts = need.facts
        guard facts.bytes <= facts.left else {
            throw errors.refused(
                .noSpace, Self.keepAttribute, in: folder.key,
                "this needs about \(ByteCount(facts.bytes)) more, and \(ByteCount(facts.left)) are left beside what is "
                    + "still to come; more needs --keep-size")
        }
        let place = folder.keptPlace
        try await uninterrupted([]) { [self] () async throws(Errno) in
            // What it needs was asked meanwhile.
            guard folder.isThere else { throw .noEntry }
            try await errors.mapping("keep", folder.key) { () async throws(CatalogError) in
                try await listings.catalog.keep(folder.key, place)
            }
            folder.noteKept(true)
            keeping.add(folder.key, coming: need.missing)
        }
        errors.forgetRefusal(in: folder.key)
    }

    private func unkeep(_ folder: any Folder) async throws(Errno) {
        guard folders.keeping.isKept(folder.key) else { return }
        try await uninterrupted([]) { [self] () async throws(Errno) in
            let wasKept = try await errors.mapping("keep", folder.key) { () async throws(CatalogError) in
                try await listings.catalog.unkeep(folder.key)
            }
            guard wasKept else {
                throw errors.refused(.invalid, Self.keepAttribute, in: folder.key, "an album is always kept")
            }
            folders.keeping.remove(folder.key, with: folders.keptLists(of: folder.key))
            (folder as? any Keepable)?.noteKept(false)
        }
    }

    /// Runs `put`, which puts a photo into an album, whose photos are kept. What was put there before and has not come
    /// yet has its room already.
    ///
    /// - Throws: ENOSPC for a photo that `--keep-size` has no room for, and what `put` throws.
    func withRoom<Value>(
        for photo: PhotoID, named name: String, in key: DirectoryKey, _ put: () async throws(Errno) -> Value
    ) async throws(Errno) -> Value {
        let isPromised = try await takeRoom(for: photo, named: name, in: key)
        do throws(Errno) {
            let value = try await put()
            if isPromised { folders.keeping.redeem(photo, isThere: true) }
            return value
        } catch {
            if isPromised { folders.keeping.redeem(photo, isThere: false) }
            throw error
        }
    }

    /// - Returns: Whether room was promised to the photo that had none before.
    private func takeRoom(
        for photo: PhotoID, named name: String, in key: DirectoryKey
    ) async throws(Errno) -> Bool {
        let keeping = folders.keeping
        guard !listings.source.isComplete, let shelf = keeping.shelf else { return false }
        await shelf.counted(within: Self.countPatience)
        guard shelf.isCounted else { return false }
        let usage = shelf.usage
        guard usage.limit > 0 else { return false }
        let size = try await errors.mapping("keep", photo) { () async throws(CatalogError) -> Int64? in
            guard let entry = try await listings.catalog.entry(of: photo) else { return nil }
            let image = listings.image(of: entry.photo)?.name
            guard !keeping.isShelved(photo, as: image) else { return nil }
            return Self.usualSize(of: try await listings.row(of: entry).facts) + Keeping.usualSmall
        }
        guard let size else { return false }
        let room = keeping.promise(photo, size, within: usage.limit - usage.bytes)
        guard case .full(let others) = room else { return room == .promised }
        let coming = others > 0 ? ", and \(ByteCount(others)) are for photos that are still to come" : ""
        throw errors.refused(
            .noSpace, name, in: key,
            "\(ByteCount(usage.bytes)) of \(ByteCount(usage.limit)) are used\(coming); an album is kept; more needs "
                + "--keep-size")
    }

    /// What keeping a folder takes.
    private struct Need {
        var facts = KeptFacts()
        /// What those of its photos will take that are not here yet, in bytes.
        var missing: [PhotoID: Int64] = [:]
        var seen: Set<PhotoID> = []
    }

    /// What keeping a folder takes, beside what is still to come of others that are kept: of `others`, what their
    /// listings tell.
    private func need(of folder: any Keepable, besides others: [DirectoryKey] = []) async -> Need {
        var need = Need()
        let keeping = folders.keeping
        await keeping.shelf?.counted(within: Self.countPatience)
        for key in others where key != folder.key {
            for list in folders.keptLists(of: key) { await add(list, to: &need) }
        }
        let ofOthers = need.facts.bytes
        (need.facts, need.missing) = (KeptFacts(), [:])
        for list in folder.keptLists { await add(list, to: &need) }
        if let usage = keeping.shelf?.usage {
            let free = usage.limit - usage.bytes - ofOthers - keeping.awaited(besides: need.seen)
            need.facts.left = max(0, free)
        }
        return need
    }

    private func add(_ list: DirectoryKey, to need: inout Need) async {
        guard let loaded = try? await folder(list).listing(.none) else {
            need.facts.unlisted += 1
            return
        }
        for index in loaded.listing.entries.indices {
            let photo = loaded.listing.entries[index].photo
            guard need.seen.insert(photo.id).inserted else { continue }
            need.facts.photos += 1
            if listings.source.longestUnconfirmed(photo) != nil { need.facts.reserved += 1 }
            if !folders.keeping.isShelved(photo.id, as: loaded.images[index]?.name) {
                let bytes = Self.usualSize(of: loaded.facts(at: index)) + Keeping.usualSmall
                need.missing[photo.id] = bytes
                need.facts.bytes += bytes
            }
        }
    }

    /// About what a photo takes that nobody has read.
    private static func usualSize(of facts: PhotoFacts) -> Int64 {
        guard facts.learnt == nil, !facts.isHinted else { return facts.size }
        let usual = Keeping.usualSize(width: Int(facts.width), height: Int(facts.height))
        return facts.width > 0 && facts.height > 0 ? min(facts.size, usual) : usual
    }

    func keepXattr(_ name: String, of folder: any Folder) async -> String? {
        guard let folder = folder as? any Keepable, folder.isThere else { return nil }
        let lists = folder.keptLists
        let keeping = folders.keeping
        switch name {
        case Self.keepAttribute: return keeping.isKept(folder.key) ? "yes" : "no"
        // None where nothing can be kept.
        case KeptFacts.attribute:
            return listings.source.isComplete || keeping.shelf == nil ? nil : await need(of: folder).facts.text
        default:
            let progress = keeping.progress(of: lists)?.text ?? Keeping.Progress().text
            if keeping.isKept(folder.key) { return progress }
            // A place of a kept country, say. What was read of a folder that is kept no more is there for a moment.
            let wanted = Set(keeping.folders.flatMap(folders.keptLists))
            let known = keeping.lists
            return !lists.isEmpty && lists.allSatisfy { wanted.contains($0) && known[$0] != nil } ? progress : nil
        }
    }
}
