import Catalog
import FUSE
import PhotoCache
import PhotoFetch
import PhotoTree
import Synchronization

/// The digests of photos as they are read here, with what is put into them. Where nothing is put in, the source's file
/// has the same digest, which the catalog knows.
final class ServedDigests: Sendable {
    private let digests = Mutex(RecentlyUsed<ImageKey, (file: KnownFile, digest: String)>(capacity: 16_384))

    /// SHA-256 in hexadecimal digits; nil while it is not known. `facts` is what is known of the photo's file;
    /// `isConcerned` is whether anything may be put into it.
    func digest(of facts: PhotoFacts, isConcerned: Bool) -> String? {
        guard let learnt = facts.learnt, let embedded = facts.embedded ?? (isConcerned ? nil : 0),
            let source = learnt.digest
        else { return nil }
        guard embedded != 0 else { return Self.digits(source) }
        let key = ImageKey(photo: facts.id, rendition: facts.rendition)
        let file = KnownFile(length: learnt.length, digest: source, embedded: embedded)
        return digests.withLock { $0[key].flatMap { $0.file == file ? Self.digits($0.digest) : nil } }
    }

    func note(_ digest: String, of key: ImageKey, _ file: KnownFile) {
        digests.withLock { $0[key] = (file, digest) }
    }

    private static func digits(_ digest: String) -> String? {
        digest.hasPrefix("sha256:") ? String(digest.dropFirst("sha256:".count)) : nil
    }
}

extension ServedPhotos {
    /// So many bytes are read for one table at most.
    private static let mostDigested: Int64 = 128 << 20
    private static let piece: Int64 = 256 << 10

    /// Learns the digests of the photos of a list that are here, whole; no request is sent.
    func learnDigests(of loaded: LoadedListing) async {
        var left = Self.mostDigested
        for index in loaded.listing.entries.indices where left > 0 && !Task.isCancelled {
            let facts = loaded.facts(at: index)
            guard let image = loaded.images[index], facts.rendition == image.name, let learnt = facts.learnt,
                let source = learnt.digest, let embedded = facts.embedded, embedded != 0,
                engines.digests.digest(of: facts, isConcerned: true) == nil,
                cache.contains(ImageKey(photo: facts.id, rendition: image.name))
            else { continue }
            left -= facts.size
            let file = KnownFile(length: learnt.length, digest: source, embedded: embedded)
            // One that cannot be read now stays without.
            try? await learnDigest(of: loaded.listing.entries[index].photo, image, facts, file)
        }
    }

    private func learnDigest(
        of photo: Photo, _ image: Rendition, _ facts: PhotoFacts, _ file: KnownFile
    ) async throws(FetchError) {
        let open = try await fetcher.open(photo, image, known: facts.learnt)
        defer { fetcher.close(open) }
        let served = try await served(open, image, facts)
        guard open.length == file.length, served.embedded == file.embedded else { return }
        var digest = PhotoDigest()
        for start in stride(from: 0, to: served.length, by: Int(Self.piece)) {
            // What was evicted meanwhile is not fetched for this.
            guard cache.contains(open.key) else { return }
            digest.update(try await bytes(of: served, in: start..<min(served.length, start + Self.piece)))
        }
        engines.digests.note(digest.text, of: open.key, file)
    }
}
