import Catalog
import FUSE
import HTTP
import LinuxProcess
import Logging
import PhotoCache
import PhotoFetch
import PhotoTree
import Waiting

/// Photos as their readers see them: in a rendition that their host serves, confirmed by the source, with the credit
/// put into them; or as small renditions.
final class ServedPhotos: Sendable {
    let folders: Folders
    let engines: PhotoEngines
    let fetcher: PhotoFetcher
    let views: ViewRecorder
    let callers: Callers
    let clock: any Clock<Duration>
    let logger: Logger
    let journal: Journal

    init(
        _ folders: Folders, _ callers: Callers, _ journal: Journal, clock: any Clock<Duration>, logger: Logger
    ) {
        self.folders = folders
        self.callers = callers
        self.journal = journal
        self.clock = clock
        self.logger = logger
        engines = folders.engines
        fetcher = engines.fetcher
        views = folders.recents.views
    }

    var listings: Listings { folders.listings }
    var cache: PhotoCache { engines.cache }
    var thumbnails: Thumbnails? { engines.thumbnails }

    /// The bytes of `range`, cut at the photo's end; never fewer for another reason.
    func read(_ photo: ServedPhoto, _ range: Range<Int64>, by caller: Caller) async throws(FetchError) -> [UInt8] {
        do throws(FetchError) {
            try await engines.strangers.admit(
                caller, to: photo.open.key, length: photo.length, in: fetcher)
            return try await reading(for: caller) { () async throws(FetchError) in
                try await bytes(of: photo, in: range)
            }
        } catch {
            // The next process that opens the photo gets the other rendition.
            if case .unserved = error, let other = substitute(for: photo.open.key.rendition, of: photo.open.photo) {
                serve(other.image, of: other.photo)
            }
            throw error
        }
    }

    /// A photo that `open` opened.
    struct Opened: Sendable {
        var served: ServedPhoto
        /// What stat(2) told of the rendition that was opened, before this OPEN.
        var facts: PhotoFacts
        /// Whether the pages that the kernel holds of the photo are of the same image.
        var keepsPages: Bool
    }

    /// Opens the photo in its rendition, or in the next one that its host serves, and tells the tables what was learnt.
    func open(
        _ photo: Photo, _ image: Rendition, _ facts: PhotoFacts, by caller: Caller
    ) async throws(FetchError) -> Opened {
        var (photo, image, facts) = (photo, image, facts)
        let listed = image.name
        while true {
            do throws(FetchError) {
                var opened = try await opened(photo, image, facts, by: caller)
                // Not before an OPEN succeeded: a host that serves no rendition at all is in trouble, and that says
                // nothing about the photo.
                if image.name != listed {
                    serve(image, of: photo)
                    opened.keepsPages = false
                }
                if facts.rendition != image.name { opened.facts.serve(image) }
                publishSize(opened.served.open, known: opened.facts.learnt)
                publishEmbedded(opened.served, opened.facts)
                return opened
            } catch {
                guard case .unserved = error, let other = substitute(for: image.name, of: photo) else { throw error }
                (photo, image) = other
                facts.serve(image)
            }
        }
    }

    private func opened(
        _ photo: Photo, _ image: Rendition, _ told: PhotoFacts, by caller: Caller
    ) async throws(FetchError) -> Opened {
        try await views.whileWaiting(caller) { () async throws(FetchError) in
            let now = try await confirmed(photo, image, known: told.learnt, by: fetcher)
            var facts = told
            if now.known == nil { facts.forgetFile() }
            let key = ImageKey(photo: now.photo.id, rendition: now.image.name)
            let continues = fetcher.continues(key)
            engines.strangers.came(caller, for: key)
            // With a known length OPEN starts nothing, and the first READ is asked in its place.
            if now.known == nil {
                try await engines.strangers.admit(caller, to: key, length: facts.size, in: fetcher)
            }
            let served = try await reading(for: caller) { () async throws(FetchError) in
                try await openServed(now, facts)
            }
            return Opened(served: served, facts: told, keepsPages: continues)
        }
    }

    /// The photo without the rendition that its host does not serve, and the image to serve then; nil if no other image
    /// may stand for it.
    func substitute(for rendition: String, of photo: Photo) -> (photo: Photo, image: Rendition)? {
        guard let refused = photo.renditions.first(where: { $0.name == rendition }),
            listings.source.hasSubstitutes(for: refused)
        else { return nil }
        var rest = photo
        rest.renditions.removeAll { $0.name == rendition }
        guard let other = listings.image(of: rest), listings.source.hasSubstitutes(for: other) else { return nil }
        return (rest, other)
    }

    /// From now on the photo's file is this image.
    func serve(_ image: Rendition, of photo: Photo) {
        listings.shelf.put(photo)
        journal.append(.updated(photo))
        folders.tree.update(photo.id) { $0.serve(image) }
    }

    /// Gives the length that an OPEN found to the tables and the kernel.
    func publishSize(_ open: OpenPhoto, known: KnownFile?) {
        if open.isHinted {
            folders.tree.update(open.key) { $0.expect(open.length) }
        } else if known?.length != open.length {
            folders.tree.publishLength(of: open.key, KnownFile(length: open.length, digest: nil))
        }
    }

    /// Counts the images that `work` fetches as the caller's.
    func reading<Value: Sendable>(
        for caller: Caller, _ work: () async throws(FetchError) -> Value
    ) async throws(FetchError) -> Value {
        // The remembered process of the thread may be the shell from before it executed the program.
        let reader = ImageReader.Lookup { [callers] in
            CallingProcess(threadID: caller.threadID) ?? callers.process(of: caller)
        }
        return try await ImageReader.$current.withValue(reader, throwing: work)
    }
}
