import FUSE
import PhotoCache
import PhotoFetch
import PhotoTree

// Photos whose files lie on this machine: read where they lie, not through the cache.
extension PlacesFileSystem {
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
                of:
                    ImageKey(photo: photo.id, rendition: image.name), KnownFile(length: file.length, digest: nil))
        }
        if facts.size != file.length || inodes.isSizeOutdated(number),
            await notifier?.takeUp(InodeNumber(number), size: file.length) != true,
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
        if !listings.crawls.isIdle { listings.crawls.readPhoto(by: callers.process(of: caller).id) }
        let served = range.lowerBound..<(range.lowerBound + Int64(bytes.count))
        photos.views.read(
            viewed, open.photo, number, served, length: open.file.length, by: caller,
            finding: { folders.knownPhoto(at: $0) })
        return bytes
    }
}

extension PlacesFileSystem {
    /// What stat(2) tells; nil for a photo that the kernel holds no more.
    private func publishedSize(_ number: NodeNumber) -> Int64? {
        guard case .photo(let facts)? = inodes.record(number)?.facts else { return nil }
        return facts.size
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
