import Catalog
public import FUSE
import PhotoCache
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
                noteRead(
                    viewed, photo.open.photo.id, number, range.lowerBound, bytes.count, of: photo.length, by: caller)
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

    /// Notes that `count` bytes of a photo were given from `start` on: a view, perhaps, and no crawl.
    private func noteRead(
        _ viewed: ViewedHandle, _ photo: PhotoID, _ number: NodeNumber, _ start: Int64, _ count: Int, of length: Int64,
        by caller: Caller
    ) {
        if !listings.crawls.isIdle { listings.crawls.readPhoto(by: callers.process(of: caller).id) }
        photos.views.read(
            viewed, photo, number, start..<(start + Int64(count)), length: length, by: caller,
            finding: { folders.knownPhoto(at: $0) })
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

    // MARK: One's own files

    /// Opens the file that the photo is; nil where photos are fetched.
    func openOwnFile(
        of photo: Photo, _ image: Rendition, _ number: NodeNumber, _ facts: PhotoFacts, by caller: Caller
    ) async throws(Errno) -> OpenedFile? {
        guard image.name == Rendition.inPlace else { return nil }
        let source = listings.source
        let found = await photos.cache.threads.run {
            Result { () throws(PhotoSourceError) in try source.file(of: photo) }
        }
        let file: (any PhotoFile)?
        do throws(PhotoSourceError) {
            file = try found.get()
        } catch {
            throw await errors.mapped(error, "open", photo.id)
        }
        guard let file else { return nil }
        let (open, keepsPages) = folders.engines.openFiles.open(photo.id, file)
        // The file may have changed since it was looked at last.
        if facts.size != file.length {
            tree.publishLength(
                of: ImageKey(photo: photo.id, rendition: image.name), KnownFile(length: file.length, digest: nil))
        }
        if facts.size != file.length || inodes.isSizeOutdated(number),
            await !kernelTakesUp(number, file.length),
            inodes.mayLookAgain(number, thread: caller.threadID)
        {
            folders.engines.openFiles.close(open)
            throw .stale
        }
        if !keepsPages { photos.views.invalidated(number) }
        photos.views.opened(
            photo.id, number, length: file.length, by: caller, finding: { folders.knownPhoto(at: $0) })
        return OpenedFile(
            handle: handles.insert(.own(open, number, ViewedHandle())), direct: open.isDirect, keepsCache: keepsPages)
    }

    func read(
        _ open: OpenFile, _ number: NodeNumber, _ viewed: ViewedHandle, _ range: Range<Int64>, by caller: Caller
    ) async throws(Errno) -> [UInt8] {
        // The kernel cuts the reads of all handles at the size of the file that is there now, or fills them with zeros.
        guard open.isDirect || open.file.length == publishedSize(number) ?? open.file.length else {
            throw await errors.mapped(FetchError.changed, "read", open.photo)
        }
        let read = await photos.cache.threads.run {
            Result { () throws(PhotoFileError) in try open.file.read(range) }
        }
        let bytes: [UInt8]
        do throws(PhotoFileError) {
            bytes = try read.get()
        } catch {
            throw await errors.mapped(FetchError(reading: error), "read", open.photo)
        }
        noteRead(viewed, open.photo, number, range.lowerBound, bytes.count, of: open.file.length, by: caller)
        return bytes
    }

    /// What stat(2) tells; nil for a photo that the kernel holds no more.
    private func publishedSize(_ number: NodeNumber) -> Int64? {
        guard case .photo(let facts)? = inodes.record(number)?.facts else { return nil }
        return facts.size
    }

    // MARK: Files that we write

    func openWritten(
        _ file: GeneratedFile, _ number: NodeNumber, in key: DirectoryKey, by caller: Caller
    ) async throws(Errno) -> OpenedFile {
        do throws(Errno) {
            let written = try await content.content(of: file, number, in: key)
            handles.sentBack.remove(caller.threadID)
            return opened(written)
        } catch .stale where !handles.sentBack.add(caller.threadID, for: GeneratedFiles.Key(file: file, directory: key))
        {
            handles.sentBack.remove(caller.threadID)
            guard let now = try await content.contentNow(of: file, in: key) else { throw .noEntry }
            // Without the page cache, reads end where the content ends, whatever length this inode had.
            return OpenedFile(handle: handles.insert(.content(now)), direct: true, keepsCache: false)
        }
    }
}

extension FetchError {
    init(reading error: PhotoFileError) {
        self =
            switch error {
            case .changed: .changed
            case .unreadable(let text): .failed(text)
            }
    }
}
