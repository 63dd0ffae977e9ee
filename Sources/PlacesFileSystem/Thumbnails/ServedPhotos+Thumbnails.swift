import Catalog
import FUSE
import HTTP
import LinuxProcess
import PhotoCache
import PhotoFetch
import PhotoTree
import Waiting

// A thumbnailer's handle bypasses the page cache (FOPEN_DIRECT_IO), so that the small rendition's bytes are not cached
// under the photo's inode. Its OPEN never waits, a length seen through it does not become the photo's, and its reads
// are no views.
extension ServedPhotos {
    /// A handle for a program that must not read the photo as others do; nil for a program that gets the photo itself.
    func openThumbnail(
        of photo: Photo, _ number: NodeNumber, _ own: Rendition, _ facts: PhotoFacts, by caller: Caller
    ) -> OpenThumbnail? {
        openSmall(of: photo, number, own, by: caller)
            ?? (facts.learnt == nil ? openForType(of: photo, number, own, by: caller) : nil)
    }

    private func openSmall(
        of photo: Photo, _ number: NodeNumber, _ own: Rendition, by caller: Caller
    ) -> OpenThumbnail? {
        guard let thumbnails,
            thumbnails.serves(caller, known: callers.process(of: caller)),
            let small = listings.source.image(of: photo, upTo: thumbnails.renditions.rendition),
            isSmaller(small, than: own)
        else { return nil }
        return OpenThumbnail(photo, number, small: small, own: own)
    }

    /// A handle that fetches nothing before its first read. It is for a file manager that opens photos to learn their
    /// types and closes them unread: to learn their sizes would fetch them all. Direct reads end where the photo ends,
    /// whatever `stat` told, so copies through the handle are right. Nil for all other programs.
    private func openForType(
        of photo: Photo, _ number: NodeNumber, _ own: Rendition, by caller: Caller
    ) -> OpenThumbnail? {
        guard KnownPrograms.opensForTypes(callers.process(of: caller)),
            let process = CallingProcess(threadID: caller.threadID), KnownPrograms.opensForTypes(process)
        else { return nil }
        let open = OpenThumbnail(photo, number, small: own, own: own)
        _ = open.decide(on: .own)
        return open
    }

    /// Reads through the page cache, for a private mapping, get the photo's own bytes: the pages belong to the inode,
    /// and every other reader shares them (measured: a viewer got the small rendition's pages, and SIGBUS behind their
    /// end).
    func read(
        _ thumbnail: OpenThumbnail, _ range: Range<Int64>, throughPageCache: Bool, by caller: Caller
    ) async throws(FetchError) -> [UInt8] {
        let bytes = try await reading(for: caller) { () async throws(FetchError) in
            throughPageCache
                ? try await ownBytes(thumbnail, range, by: caller)
                : try await directBytes(thumbnail, range, by: caller)
        }
        guard throughPageCache else { return bytes }
        views.filledCache(thumbnail.number, range.lowerBound..<(range.lowerBound + Int64(bytes.count)))
        return bytes
    }

    func close(_ thumbnail: OpenThumbnail) {
        for (content, open) in thumbnail.close() {
            switch content {
            case .small: engines.small?.close(open)
            case .own: fetcher.close(open)
            }
        }
    }

    /// The small rendition, or the photo's own bytes if the rendition cannot be had: GNOME would remember an error
    /// until the photo's modification time changes (measured).
    private func directBytes(
        _ thumbnail: OpenThumbnail, _ range: Range<Int64>, by caller: Caller
    ) async throws(FetchError) -> [UInt8] {
        if let thumbnails, thumbnail.content ?? preferred(thumbnail, thumbnails) == .small {
            do throws(FetchError) {
                if let fetcher = await thumbnails.renditions.readyFetcher() {
                    try await engines.strangers.admit(
                        caller, to: thumbnail.smallKey, length: Self.usualThumbnail, in: fetcher)
                }
                try await confirmSmall(thumbnail)
                let bytes = try await thumbnails.renditions.read(thumbnail, range)
                let (content, isNew) = thumbnail.decide(on: .small)
                if content == .small {
                    thumbnails.served(bytes.count, isFirst: isNew)
                    return bytes
                }
            } catch {
                guard error.isOfOneImage, thumbnail.content != .small else { throw error }
                if error.isLasting { thumbnails.note(lackOf: thumbnail.photo.id) }
            }
        }
        let bytes = try await ownBytes(thumbnail, range, by: caller)
        // Another read got bytes of the small rendition meanwhile.
        if let thumbnails, thumbnail.decide(on: .own).content == .small {
            return try await thumbnails.renditions.read(thumbnail, range)
        }
        return bytes
    }

    /// A photo in the cache costs no request.
    private func preferred(_ thumbnail: OpenThumbnail, _ thumbnails: Thumbnails) -> OpenThumbnail.Content {
        if thumbnails.lacks(thumbnail.photo.id) { return .own }
        return cache.contains(thumbnail.ownKey) && !thumbnails.renditions.holds(thumbnail.smallKey) ? .own : .small
    }

    /// What a small rendition has at most, nearly always.
    static let usualThumbnail: Int64 = 64 << 10

    private func ownBytes(
        _ thumbnail: OpenThumbnail, _ range: Range<Int64>, by caller: Caller
    ) async throws(FetchError) -> [UInt8] {
        if case .photo(let facts)? = folders.tree.inodes.record(thumbnail.number)?.facts {
            try await engines.strangers.admit(caller, to: thumbnail.ownKey, length: facts.size, in: fetcher)
        }
        let open = try await ownPhoto(thumbnail)
        guard case .photo(let facts)? = folders.tree.inodes.record(thumbnail.number)?.facts else { throw .gone }
        let photo = try await served(open, thumbnail.own, facts)
        publishEmbedded(photo, facts)
        return try await bytes(of: photo, in: range)
    }

    private func ownPhoto(_ thumbnail: OpenThumbnail) async throws(FetchError) -> OpenPhoto {
        if let open = thumbnail.open(.own) { return open }
        var known: KnownFile?
        if case .photo(let facts)? = folders.tree.inodes.record(thumbnail.number)?.facts { known = facts.learnt }
        let now = try await confirmed(thumbnail.photo, thumbnail.own, known: known, by: fetcher)
        let open = try await fetcher.open(now.photo, now.image, known: now.known)
        publishSize(open, known: known)
        let (used, spare) = thumbnail.put(open, as: .own)
        if let spare { fetcher.close(spare) }
        guard let used else { throw .interrupted }
        return used
    }

    /// Confirms the photo with its source before the first read of a small rendition that was kept for as long as a
    /// photo may be.
    private func confirmSmall(_ thumbnail: OpenThumbnail) async throws(FetchError) {
        guard thumbnail.open(.small) == nil else { return }
        try await confirmSmall(thumbnail.photo, thumbnail.small)
    }

    /// If the user chose small photos, these serve as the thumbnails, too.
    private func isSmaller(_ small: Rendition, than own: Rendition) -> Bool {
        let names = listings.source.renditionNames
        guard let first = names.firstIndex(of: small.name), let second = names.firstIndex(of: own.name) else {
            return false
        }
        return first < second
    }
}

extension FetchError {
    /// Whether the photo's own bytes may be served after this error of its small rendition.
    fileprivate var isOfOneImage: Bool {
        switch self {
        case .notAPhoto, .unserved, .cutShort, .tooLarge, .failed, .changed, .credentialsRefused: true
        case .interrupted, .gone, .unreachable, .timedOut, .backingOff, .shareUsed, .shutDown: false
        }
    }

    /// Whether the small rendition need not be asked for again.
    fileprivate var isLasting: Bool {
        switch self {
        case .notAPhoto, .unserved: true
        default: false
        }
    }
}
