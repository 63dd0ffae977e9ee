import Catalog
import EmbeddedCredit
import FUSE
import PhotoCache
import PhotoFetch
import PhotoTree

extension ServedPhotos {
    /// Opens a photo as its readers see it; `facts` is what stat(2) told of it before this OPEN.
    func openServed(_ image: ConfirmedImage, _ facts: PhotoFacts) async throws(FetchError) -> ServedPhoto {
        let (embedded, concerned) = (engines.embedded, engines.embedded.concerns(image.image.name))
        var draft: CreditDraft?
        let open = try await fetcher.open(
            image.photo, image.image, known: image.known, head: concerned ? EmbeddedCredits.firstLook : 0
        ) {
            if concerned { draft = embedded.draft(of: image.photo, image.image) }
        }
        do throws(FetchError) {
            return try await served(open, image.image, facts, draft)
        } catch {
            fetcher.close(open)
            throw error
        }
    }

    /// An open photo with what is put into it. The first OPEN waits for the head of the file, also if an earlier mount
    /// with another choice fetched the file: another choice means another size.
    func served(
        _ open: OpenPhoto, _ image: Rendition, _ facts: PhotoFacts, _ draft: CreditDraft? = nil
    ) async throws(FetchError) -> ServedPhoto {
        // Most OPENs are of photos whose pages the kernel holds: then the bytes of the segments are not needed.
        if let count = facts.embedded, count > 0, facts.rendition == open.key.rendition,
            engines.embedded.stands(in: open.key)
        {
            return ServedPhoto(open: open, image, kept: count)
        }
        return ServedPhoto(open: open, image, segments: try await segments(in: open, image, facts, draft))
    }

    /// The segments of a photo that has some.
    private func segments(of photo: ServedPhoto) async throws(FetchError) -> EmbeddedSegments {
        if let segments = photo.segments { return segments }
        let kept: EmbeddedSegments?
        do throws(CatalogError) {
            kept = try await engines.embedded.decided(in: photo.open.key)
        } catch {
            throw FetchError(reading: error)
        }
        if let kept, kept.count == photo.embedded { return kept }
        // If the catalog took nothing, the same words still make the same bytes.
        let made = try await engines.embedded.decide(photo.open, photo.image, before: nil) { range throws(FetchError) in
            try await fetcher.read(photo.open, range)
        }
        if made.count == photo.embedded { return made }
        folders.tree.update(photo.open.key) { $0.embed(made.count) }
        throw .failed("what was put into the photo is lost; the next who opens it gets something else")
    }

    /// Adds what is put into an open photo to its size for stat(2); `facts` is what stat(2) told so far.
    func publishEmbedded(_ photo: ServedPhoto, _ facts: PhotoFacts) {
        guard facts.embedded != photo.embedded else { return }
        folders.tree.update(photo.open.key) { $0.embed(photo.embedded) }
    }

    private func segments(
        in open: OpenPhoto, _ image: Rendition, _ facts: PhotoFacts, _ draft: CreditDraft?
    ) async throws(FetchError) -> EmbeddedSegments {
        if facts.embedded == 0, facts.rendition == open.key.rendition { return .none }
        // Asked before `decided(in:)`, which then finds the decision of a caller that decides in between.
        let isNew = engines.embedded.awaitsDecision(open.key)
        do throws(CatalogError) {
            let isFirst = facts.learnt == nil && facts.rendition == open.key.rendition && !facts.isSubstitute
            if let decided = try await engines.embedded.decided(in: open.key, isUnheardOf: isFirst) { return decided }
        } catch {
            throw FetchError(reading: error)
        }
        return try await engines.embedded.decide(
            open, image, before: isNew ? nil : facts.learnt, draft: draft, isHere: engines.cache.contains(open.key)
        ) { range throws(FetchError) in
            try await fetcher.read(open, range)
        }
    }

    /// The bytes of `range` of the photo as it is served, cut at its end; never fewer for another reason.
    func bytes(of photo: ServedPhoto, in range: Range<Int64>) async throws(FetchError) -> [UInt8] {
        guard photo.embedded > 0 else { return try await fetcher.read(photo.open, range) }
        let wanted = range.clamped(to: 0..<photo.length)
        // For a range past the end, the fetcher checks whether the photo still ends there.
        guard !wanted.isEmpty else {
            return try await fetcher.read(photo.open, photo.open.length..<photo.open.length)
        }
        let segments = try await segments(of: photo)
        let pieces = segments.pieces(of: wanted)
        // The usual case, which copies no bytes.
        if pieces.count == 1, case .source(let part) = pieces[0] { return try await fetcher.read(photo.open, part) }
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .source(let part): bytes += try await fetcher.read(photo.open, part)
            case .segments(let part): bytes += segments.bytes[part]
            }
        }
        return bytes
    }
}

extension FetchError {
    /// The error of a read when the catalog could not say what is in a photo. An interrupted reader met no error.
    init(reading error: CatalogError) {
        self = error == .cancelled ? .interrupted : .failed("the catalog cannot be read: \(error)")
    }
}
