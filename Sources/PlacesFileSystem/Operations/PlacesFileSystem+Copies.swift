import Catalog
public import FUSE
import PhotoCache
import PhotoFetch
import PhotoTree
import Waiting

// Programs that copy photos into an album write bytes: what they write is spooled, and becomes the photo that it is a
// copy of. close(2) tells who wrote anything else.
extension PlacesFileSystem {
    func createSpool(
        _ name: String, in album: any PhotoTaking
    ) async throws(Errno) -> (entry: Entry, file: OpenedFile) {
        let isOurs = Spool.isOurs(name)
        if !isOurs {
            guard CopyName.final(of: name) != nil || AlbumName.listed(name) != nil else { throw .nameTooLong }
            if case .found = try await resolve(name, in: album, by: nil) { throw .exists }
        }
        let number = try await errors.mapping("create", album.key) { () async throws(CatalogError) in
            try await tree.generated.newNumber()
        }
        let spool = Spool(number, in: album.number, named: name, isDropped: isOurs)
        try spools.add(spool)
        spool.opened()
        album.albums.quiet.begins(in: album.number)
        let node = Node.spool(in: album.key)
        let facts = InodeTable.Facts.file(FileFacts(size: 0, modified: listings.now()))
        inodes.insert(number, node, facts, lookups: 1)
        return (entry(number, node, facts, in: album.key), opened(spool, besides: nil))
    }

    /// Of what is listed only the files that we write ourselves can be opened for writing, and only in an album: a
    /// copied folder brings its own, which are dropped.
    func openForWriting(
        _ number: NodeNumber, _ node: Node, _ flags: OpenFlags
    ) async throws(Errno) -> OpenedFile {
        switch node {
        case .spool: return try await openSpool(number, flags)
        case .sidecar(_, _, let key), .packet(_, let key), .generated(_, let key):
            guard let album = folder(key) as? any PhotoTaking else {
                // touch(1) tells of this error, if it cannot set the times either: another has just asked for photos.
                guard case .generated(.newCollection, _) = node, (folder(key) as? any Listed)?.isMoreComing == true
                else { throw .readOnly }
                throw .busy
            }
            album.albums.quiet.begins(in: album.number)
            let spool = Spool(number, in: album.number, named: "", isDropped: true)
            spool.opened()
            return opened(spool, besides: number)
        case .photo, .smallRendition, .directory, .link, .shortcut: throw .readOnly
        }
    }

    func openSpool(_ number: NodeNumber, _ flags: OpenFlags) async throws(Errno) -> OpenedFile {
        guard let spool = spools.spool(number) else { throw .noEntry }
        if flags.truncates { _ = try await resize(number, .spool(in: .album(spool.album)), to: 0) }
        spool.opened()
        return opened(spool, besides: nil)
    }

    /// A file of ours is not to be changed in the kernel's cache either.
    private func opened(_ spool: Spool, besides inode: NodeNumber?) -> OpenedFile {
        OpenedFile(
            handle: handles.insert(.spool(spool, inode: inode)), direct: inode != nil, keepsCache: false,
            needsNoFlush: false)
    }

    func released(_ spool: Spool, _ inode: NodeNumber?) {
        folders.albums.quiet.begins(in: spool.album)
        spools.released(spool)
        // The kernel believes the length that was written.
        if let inode { notifier?.invalidatePages(of: InodeNumber(inode)) }
    }

    // MARK: Bytes

    public func write(
        _ bytes: [UInt8], to handle: HandleNumber, at offset: Int64, by caller: Caller
    ) async throws(Errno) {
        guard case .spool(let spool, let inode)? = handles.file(handle) else { throw .badHandle }
        try await spool.order.run { [self] () async throws(Errno) in
            try await write(bytes, to: spool, at: offset)
        }
        if inode == nil { noteSize(of: spool) }
    }

    private func write(_ bytes: [UInt8], to spool: Spool, at offset: Int64) async throws(Errno) {
        let end = offset.addingReportingOverflow(Int64(bytes.count))
        guard !end.overflow, end.partialValue <= settings.photoSizeLimit.rawValue else {
            throw refused(.noSpace, spool, "is larger than a photo may be (photo-size-limit)")
        }
        folders.albums.quiet.begins(in: spool.album)
        if !spool.isDropped, spool.size == 0, offset == 0, CopyName.isOurs(bytes) { spool.discard() }
        guard !spool.isDropped else { return spool.wrote(to: end.partialValue) }
        // A copy of a photo has no bytes of its own.
        guard spool.source == nil else { throw .notSupported }
        if offset == spool.size, offset < Picture.headLength, !spool.isProvisional {
            // Programs may write a header field by field.
            var head = bytes
            if offset > 0, let file = spool.file { head = try await spools.read(file, 0..<offset) + bytes }
            guard Picture.mayBegin(head) else { throw refused(.readOnly, spool, "is no picture") }
        }
        try await spools.write(bytes, to: spool, at: offset)
    }

    public func allocate(_ handle: HandleNumber, by caller: Caller) async throws(Errno) {
        // The C library then writes zeros, which the bytes replace.
        guard case .spool? = handles.file(handle) else { throw .readOnly }
        throw .notSupported
    }

    /// ftruncate(2) and truncate(2).
    ///
    /// - Returns: Whether it can be done to this node.
    func resize(_ number: NodeNumber, _ node: Node, to size: Int64) async throws(Errno) -> Bool {
        switch node {
        case .sidecar, .packet, .generated: return ignoresAttributes(node)
        case .spool:
            guard let spool = spools.spool(number) else { throw .noEntry }
            guard size <= settings.photoSizeLimit.rawValue else {
                throw refused(.noSpace, spool, "is larger than a photo may be (photo-size-limit)")
            }
            try await spool.order.run { [spools] () async throws(Errno) in try await spools.resize(spool, to: size) }
            noteSize(of: spool)
            return true
        case .photo, .smallRendition, .directory, .link, .shortcut: return false
        }
    }

    func read(_ spool: Spool, _ range: Range<Int64>, by caller: Caller) async throws(Errno) -> [UInt8] {
        let range = range.clamped(to: 0..<spool.size)
        guard !range.isEmpty, !spool.isDropped else { return [] }
        if let file = spool.file { return try await spools.read(file, range) }
        guard let source = spool.source, let photo = try await photos.opened(source, by: caller) else { return [] }
        defer { photos.fetcher.closeSoon(photo.open) }
        return try await photos.bytes(photo, range.clamped(to: 0..<photo.length), by: caller)
    }

    private func noteSize(of spool: Spool) {
        guard let record = inodes.record(spool.number) else { return }
        inodes.insert(
            spool.number, record.node, .file(FileFacts(size: spool.size, modified: listings.now())))
    }

    /// No byte is copied: what says so is a copy of that photo.
    public func copy(
        _ count: Int, from source: HandleNumber, at sourceOffset: Int64, to target: HandleNumber, at offset: Int64,
        by caller: Caller
    ) async throws(Errno) -> Int {
        guard case .spool(let spool, let inode)? = handles.file(target), let from = handles.file(source) else {
            throw .notSupported
        }
        let length: Int64
        var photo: PhotoID?
        switch from {
        case .photo(let served, _, _): (length, photo) = (served.length, served.open.photo.id)
        case .own(let open, _, _): (length, photo) = (open.file.length, open.photo)
        case .content(let content) where spool.isDropped: length = Int64(content.count)
        case .content, .thumbnail, .small, .spool: throw .notSupported
        }
        let copied = min(Int64(count), length - sourceOffset)
        guard copied > 0 else { return 0 }
        folders.albums.quiet.begins(in: spool.album)
        if spool.isDropped {
            spool.wrote(to: offset + copied)
        } else {
            guard let photo, sourceOffset == offset else { throw .notSupported }
            try await spool.order.run { () async throws(Errno) in
                guard spool.copied(photo, to: offset + copied) else { throw .notSupported }
            }
        }
        if inode == nil { noteSize(of: spool) }
        return Int(copied)
    }

    // MARK: What it is

    /// Judges what is there, and ends nothing: a shell's `>`, a fork and mmap close a descriptor before the last bytes
    /// are written (measured).
    public func flush(_ handle: HandleNumber, by caller: Caller) async throws(Errno) {
        guard case .spool(let spool, _)? = handles.file(handle) else { return }
        guard !spool.isRemoved, !spool.isDropped, !spool.isProvisional, spool.takeChange(), spool.size > 0 else {
            return
        }
        do throws(Errno) {
            try await spool.order.run { [self] () async throws(Errno) in
                let photo = try await judged(spool, as: spool.name, by: caller)
                try await add(spool, as: photo, named: spool.name, in: spool.album, replacing: false)
            }
        } catch {
            // Somebody removed it meanwhile, and whoever wrote it is told nothing, as of any file.
            guard !spool.isRemoved else { return }
            // What could not be known now may be known at the next close.
            if error != .readOnly { spool.noteChange() }
            throw error
        }
    }

    /// The photo that was copied.
    ///
    /// - Throws: EROFS, with the reason in `user.places.error` of the album, for what is no photo of this mount.
    private func judged(_ spool: Spool, as name: String, by caller: Caller) async throws(Errno) -> PhotoID {
        if let source = spool.source { return source }
        guard let file = spool.file, spool.size > 0 else { throw refused(.readOnly, spool, "is empty", as: name) }
        switch try await photos.judge(file, length: spool.size, in: spools, by: caller) {
        case .photo(let photo):
            // What a program moves it removes then, and it may be the photo's only file.
            if listings.source.isComplete, KnownPrograms.moves(caller.threadID) {
                throw refused(.readOnly, spool, "would be taken away from your photos: copy it instead", as: name)
            }
            return photo
        case .foreign(let reason): throw refused(.readOnly, spool, reason, as: name)
        }
    }

    @discardableResult
    private func add(
        _ spool: Spool, as photo: PhotoID, named name: String, in album: NodeNumber, replacing: Bool
    ) async throws(Errno) -> Albums.Outcome {
        let key = DirectoryKey.album(album)
        let outcome: Albums.Outcome
        do throws(Errno) {
            outcome = try await withRoom(for: photo, named: name, in: key) { () async throws(Errno) in
                try await uninterrupted([(name, key)]) { [folders] () async throws(Errno) in
                    try await folders.albums.put(
                        photo, named: name, into: album, writtenAs: spool, replacing: replacing)
                }
            }
        } catch .exists {
            throw refused(.exists, spool, "is here already, as another photo", as: name)
        } catch .notPermitted {
            throw refusedExcluded(.readOnly, name, in: key)
        }
        if case .present(let listed) = outcome, !listed.hasBytes(of: name) {
            folders.albums.taken.add(photo, givenName: name, in: album)
        }
        // Who copied its bytes may remove the file now, and move it so.
        if spool.file != nil { await folders.albums.hold(photo, in: album) }
        return outcome
    }

    private func refused(_ errno: Errno, _ spool: Spool, _ reason: String, as name: String? = nil) -> Errno {
        let name = name ?? spool.name
        let shown = PrintableText.line(name, maximumBytes: 100)
        return errors.refused(errno, name, in: .album(spool.album), "\"\(shown)\" \(reason)")
    }

    /// rsync and others give their copies a provisional name: the rename tells that one is complete.
    ///
    /// - Returns: False for one that has become a photo meanwhile, which is to be renamed then.
    func move(
        _ spool: Spool, to name: String, in key: DirectoryKey, replacing: Bool, by caller: Caller
    ) async throws(Errno) -> Bool {
        guard let album = folder(key) as? any PhotoTaking else { throw .readOnly }
        if !replacing, case .found = try await resolve(name, in: album, by: nil) { throw .exists }
        return try await spool.order.run { [self] () async throws(Errno) in
            guard spools.spool(named: spool.name, in: spool.album) === spool else { return false }
            spools.noteUse(of: spool)
            let isDropped = spool.isDropped || CopyName.isOurs(name)
            // What still has its own name is judged at its close.
            if isDropped || CopyName.final(of: name) != nil || !spool.isProvisional {
                if case .found(_, let other, _) = try await resolve(name, in: album, by: nil), case .photo = other {
                    let reason = isDropped ? "is no photo, and" : "is still being written, and"
                    throw refused(.readOnly, spool, reason + " cannot replace one", as: name)
                }
                if isDropped { spool.discard() }
                spools.rename(spool, to: name, in: album.number)
                return true
            }
            let photo = try await judged(spool, as: name, by: caller)
            let outcome = try await add(spool, as: photo, named: name, in: album.number, replacing: replacing)
            if !spool.isOpen { spools.remove(spool) }
            forgetGiven(name, outcome, in: key)
            return true
        }
    }
}
