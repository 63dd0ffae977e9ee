import Catalog
import EmbeddedCredit
import FUSE
import PhotoFetch
import PhotoTree

// The size that stat(2) tells of a photo, learnt before anybody opens it.
extension ServedPhotos {
    /// The first request for a beginning brings so many bytes: in most files the image data begin within them.
    private static let beginning: Int64 = 16 << 10

    /// Whether stat(2) tells the size that an OPEN would settle.
    func isSizeKnown(_ facts: PhotoFacts) -> Bool {
        guard facts.learnt != nil || facts.isHinted else { return false }
        return facts.embedded != nil || !engines.embedded.concerns(facts.rendition)
    }

    /// Learns a photo's length, and what is put into it, from the beginning of its file; if that does not tell, by
    /// opening it. The tables and the kernel are told. `facts` is what stat(2) tells of it so far.
    func measure(_ photo: Photo, _ facts: PhotoFacts, for caller: Caller) async throws(FetchError) {
        guard let image = listings.image(of: photo) else { return }
        try await reading(for: caller) { () async throws(FetchError) in
            // Bytes that are here or on their way tell it without a request.
            let continues = fetcher.continues(ImageKey(photo: photo.id, rendition: image.name))
            if !continues { try await engines.strangers.admitRequest(caller) }
            if !continues, facts.rendition == image.name, try await measureByBeginning(photo, image, facts) { return }
            try await measureByOpening(photo, image, facts, for: caller)
        }
    }

    /// Returns false if only an OPEN can tell the size.
    private func measureByBeginning(
        _ photo: Photo, _ image: Rendition, _ facts: PhotoFacts
    ) async throws(FetchError) -> Bool {
        guard var beginning = try await fetcher.beginning(of: photo, image, Self.beginning) else { return false }
        // An OPEN notices that the source has replaced the photo, and lets nobody see both.
        if let known = facts.learnt, known.length != beginning.length { return false }
        let known = facts.learnt ?? KnownFile(length: beginning.length, digest: nil)
        let open = try await fetcher.open(photo, image, known: known)
        defer { fetcher.close(open) }
        // Another process may have opened the photo meanwhile, and found another length.
        guard open.length == beginning.length else { return false }
        if beginning.isHinted {
            folders.tree.update(open.key) { $0.expect(open.length) }
        } else if facts.learnt == nil {
            folders.tree.publishLength(of: open.key, known)
            journal.append(.learned(open.key, known))
        }
        guard engines.embedded.concerns(image.name), facts.embedded == nil else { return true }
        let segments = try await segments(in: open, image, facts) { range throws(FetchError) in
            if range.upperBound > beginning.bytes.count {
                let more = try await fetcher.beginning(of: photo, image, Int64(ImageHeader.longest))
                guard let more, more.length == open.length, more.bytes.count >= range.upperBound else {
                    throw .failed("its beginning does not come")
                }
                beginning = more
            }
            return Array(beginning.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        }
        folders.tree.update(open.key) { $0.embed(segments.count) }
        return true
    }

    private func segments(
        in open: OpenPhoto, _ image: Rendition, _ facts: PhotoFacts,
        reading read: (Range<Int64>) async throws(FetchError) -> [UInt8]
    ) async throws(FetchError) -> EmbeddedSegments {
        do throws(CatalogError) {
            let decided = try await engines.embedded.decided(in: open.key, isUnheardOf: facts.learnt == nil)
            if let decided { return decided }
        } catch {
            throw FetchError(reading: error)
        }
        return try await engines.embedded.decide(open, image, before: facts.learnt, reading: read)
    }

    private func measureByOpening(
        _ photo: Photo, _ image: Rendition, _ facts: PhotoFacts, for caller: Caller
    ) async throws(FetchError) {
        var (photo, image, facts) = (photo, image, facts)
        let (served, _) = try await open(&photo, &image, facts, by: caller)
        defer { fetcher.close(served.open) }
        facts.serve(image)
        publishSize(served.open, known: facts.learnt)
        publishEmbedded(served, facts)
    }
}
