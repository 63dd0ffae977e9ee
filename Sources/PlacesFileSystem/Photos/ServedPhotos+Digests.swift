import PhotoCache
import PhotoFetch
import PhotoTree

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
