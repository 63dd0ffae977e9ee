import Catalog
public import FUSE
import PhotoFetch
import PhotoTree

// OPEN finds a photo's true size before it is answered; READ waits only for the bytes that it asks for.
extension PlacesFileSystem {
    public func open(
        _ inode: InodeNumber, _ flags: OpenFlags, by caller: Caller
    ) async throws(Errno) -> OpenedFile {
        let number = NodeNumber(inode)
        guard let record = inodes.record(number) else { throw .noEntry }
        try checkSight(of: record.node, by: caller)
        if flags.wantsToWrite {
            try checkChange(by: caller)
            return try await openForWriting(number, record.node, flags)
        }
        switch (record.node, record.facts) {
        case (.photo(let id), .photo(let facts)):
            return try await openPhoto(number, id, facts, by: caller)
        case (.smallRendition(let id), _):
            return try await openSmall(number, id, record, by: caller)
        case (.sidecar(let id, let name, let key), _):
            return opened(FileContent(try await sidecar(number, of: id, name, in: key)))
        case (.packet(let id, let key), _):
            return try await openPacket(number, of: id, in: key)
        case (.generated(let file, let key), _) where file.isLive:
            if file == .photoTable, let loaded = try await folder(key).listing(.listing) {
                await photos.learnDigests(of: loaded)
            }
            return await openLive(try await content.content(of: file, number, in: key), number, record)
        case (.generated(let file, let key), _):
            return try await openWritten(file, number, in: key, by: caller)
        case (.directory, _), (.photo, _):
            throw .isDirectory
        case (.spool, _):
            return try await openSpool(number, flags)
        case (.link, _), (.shortcut, _):
            // The kernel follows links before it opens.
            throw .invalid
        }
    }

    public func read(
        _ handle: HandleNumber, _ range: Range<Int64>, throughPageCache: Bool, by caller: Caller
    ) async throws(Errno) -> [UInt8] {
        switch handles.file(handle) {
        case .photo(let photo, let number, let viewed):
            return try await photos.views.whileWaiting(caller) { () async throws(Errno) in
                let bytes: [UInt8]
                do throws(FetchError) {
                    bytes = try await photos.read(photo, range, by: caller)
                } catch {
                    throw await errors.mapped(error, "read", photo.open.photo.id)
                }
                if !listings.crawls.isIdle {
                    listings.crawls.readPhoto(by: callers.process(of: caller).id)
                }
                let served = range.lowerBound..<(range.lowerBound + Int64(bytes.count))
                photos.views.read(
                    viewed, photo.open.photo.id, number, served, length: photo.length, by: caller,
                    finding: { folders.knownPhoto(at: $0) })
                return bytes
            }
        case .thumbnail(let thumbnail):
            do throws(FetchError) {
                return try await photos.read(thumbnail, range, throughPageCache: throughPageCache, by: caller)
            } catch {
                throw await errors.mapped(error, "read thumbnail", thumbnail.photo.id)
            }
        case .small(let open):
            return try await readSmall(open, range, by: caller)
        case .own(let open, let number, let viewed):
            return try await read(open, number, viewed, range, by: caller)
        case .content(let content):
            return content.bytes(in: range)
        case .spool(let spool, _):
            return try await read(spool, range, by: caller)
        case nil:
            throw .badHandle
        }
    }

    public func release(_ handle: HandleNumber) {
        switch handles.removeFile(handle) {
        case .photo(let photo, _, _): photos.fetcher.close(photo.open)
        case .thumbnail(let thumbnail): photos.close(thumbnail)
        case .spool(let spool, let inode): released(spool, inode)
        case .small(let open): photos.closeSmall(open)
        case .own(let open, _, _): folders.engines.openFiles.close(open)
        case .content, nil: return
        }
    }

    private func openPhoto(
        _ number: NodeNumber, _ id: PhotoID, _ facts: PhotoFacts, by caller: Caller
    ) async throws(Errno) -> OpenedFile {
        guard let photo = try await photo(id, for: "open"), let image = listings.image(of: photo) else {
            throw .noEntry
        }
        if let thumbnail = photos.openThumbnail(of: photo, number, image, facts, by: caller) {
            return OpenedFile(handle: handles.insert(.thumbnail(thumbnail)), direct: true)
        }
        if let own = try await openOwnFile(of: photo, image, number, facts, by: caller) { return own }
        let opened: ServedPhotos.Opened
        do throws(FetchError) {
            opened = try await photos.open(photo, image, facts, by: caller)
        } catch {
            throw await errors.mapped(error, "open", id)
        }
        let (served, open, told) = (opened.served, opened.served.open, opened.facts)
        let isNews = told.size != served.length && told.rendition == open.key.rendition
        if isNews || inodes.isSizeOutdated(number), await !kernelTakesUp(number, served.length),
            inodes.mayLookAgain(number, thread: caller.threadID)
        {
            photos.fetcher.closeSoon(open)
            throw .stale
        }
        // A photo that is fetched again may be another image of the same length: no page of the old image may stay in
        // the cache.
        if !opened.keepsPages { photos.views.invalidated(number) }
        photos.views.opened(
            id, number, length: served.length, by: caller, finding: { folders.knownPhoto(at: $0) })
        return OpenedFile(handle: handles.insert(.photo(served, number, ViewedHandle())), keepsCache: opened.keepsPages)
    }

    /// The kernel must have the true size before the first read. With a larger estimate, programs that never call fstat
    /// get zero-padded data; with a smaller one, sendfile(2) is cut off (measured). If this is false, ESTALE makes the
    /// kernel look the name up again, take the size from the reply and open once more; the transfer goes on meanwhile.
    func kernelTakesUp(_ number: NodeNumber, _ length: Int64) async -> Bool {
        await notifier?.takeUp(InodeNumber(number), size: length) == true
    }

    func opened(_ content: FileContent) -> OpenedFile {
        OpenedFile(handle: handles.insert(.content(content)))
    }

    /// The file is read without the page cache. But sendfile(2) and splice(2) use the page cache nevertheless
    /// (measured), so it must not keep old pages or an old length.
    private func openLive(
        _ content: FileContent, _ number: NodeNumber, _ record: InodeTable.Record
    ) async -> OpenedFile {
        let size = Int64(content.count)
        inodes.insert(number, record.node, .file(FileFacts(size: size, modified: listings.now())))
        _ = await kernelTakesUp(number, size)
        return OpenedFile(handle: handles.insert(.content(content)), direct: true, keepsCache: false)
    }

    /// The photo's metadata, from memory or the catalog.
    func photo(_ id: PhotoID, for operation: String) async throws(Errno) -> Photo? {
        try await errors.mapping(operation, id) { () async throws(CatalogError) in try await listings.photo(id) }
    }

    /// - Throws: ESTALE when the name means another sidecar now; the kernel then looks it up again.
    private func sidecar(
        _ number: NodeNumber, of id: PhotoID, _ name: String, in key: DirectoryKey
    ) async throws(Errno) -> [UInt8] {
        if let loaded = try await folder(key).listing(.none), let index = loaded.index(of: id) {
            let entry = loaded.listing.entries[index]
            guard entry.sidecarNumber == number else { throw .stale }
            return content.sidecar(of: entry)
        }
        if let entry = tree.removedSidecars.entry(ofSidecar: number, named: SidecarName.of(name), in: key) {
            return content.sidecar(of: entry)
        }
        let former = try await errors.mapping("open", key) { () async throws(CatalogError) in
            try await (folder(key) as? any Listed)?.formerEntry(named: name)
        }
        guard let former, former.sidecarNumber == number else { throw .stale }
        return content.sidecar(of: former)
    }
}
