import Catalog
import EmbeddedCredit
import FUSE
import PhotoCache
import PhotoFetch
import PhotoTree
import Waiting

/// What the bytes are that a program copied into an album.
enum CopyJudgement {
    case photo(PhotoID)
    /// No photo of this mount; why, in words that follow the file's name.
    case foreign(String)
}

// Which photo a copy is: one with the same bytes, as it is read here or as its source has it, or one that the copy
// names as its own and that is the same picture.
extension ServedPhotos {
    /// How much is read at once.
    private static let piece: Int64 = 256 << 10
    /// How much of a file is looked through for the photo that it names.
    private static let head: Int64 = 256 << 10

    /// - Parameters:
    ///   - copy: Its bytes.
    ///   - length: How many.
    ///   - spools: Where they are read.
    ///   - caller: Who copies.
    /// - Returns: What it is.
    /// - Throws: Why that cannot be known now.
    func judge(
        _ copy: SpoolFile, length: Int64, in spools: Spools, by caller: Caller
    ) async throws(Errno) -> CopyJudgement {
        let head = try await spools.read(copy, 0..<min(length, Self.head))
        guard Picture.begins(head) else { return .foreign("is no picture") }
        for (photo, facts) in folders.tree.inodes.photos(ofSize: length) {
            let key = ImageKey(photo: photo, rendition: facts.rendition)
            guard cache.contains(key) else { continue }
            do throws(Errno) {
                if try await isCopy(copy, length, of: photo, in: spools, by: caller, alsoEdited: false) {
                    return .photo(photo)
                }
            } catch .interrupted {
                throw .interrupted
            } catch {
                // One that cannot be read now, or is gone, says nothing of the others of this length.
                continue
            }
        }
        if let own = try await ownPhoto(copy, length, in: spools, by: caller) { return .photo(own) }
        var digest = PhotoDigest()
        for start in stride(from: 0, to: length, by: Int(Self.piece)) {
            digest.update(try await spools.read(copy, start..<min(length, start + Self.piece)))
        }
        let text = digest.text
        if let known = try await known({ () throws(CatalogError) in
            try await listings.catalog.photos(withDigest: text)
        }) {
            return .photo(known)
        }
        let page = EmbeddedCreditReader.credit(in: head)?.credit.page ?? ""
        guard !page.isEmpty else { return .foreign("is no photo that was read in this mount, and names none") }
        let named = try await known { () throws(CatalogError) in
            try await listings.catalog.photos(withPage: page)
        }
        guard let named else { return .foreign("is no photo that is known in this mount; it names \(page)") }
        guard try await isCopy(copy, length, of: named, in: spools, by: caller, alsoEdited: true) else {
            return .foreign("names \(page) as its page, and is another picture")
        }
        return .photo(named)
    }

    /// The photo on this machine with the bytes of the copy, whether a folder has listed it or not; nil when there is
    /// none.
    private func ownPhoto(
        _ copy: SpoolFile, _ length: Int64, in spools: Spools, by caller: Caller
    ) async throws(Errno) -> PhotoID? {
        if let known = try await foundPhoto(copy, length, in: spools, by: caller) { return known }
        let source = listings.source
        guard source.isComplete else { return nil }
        // What was not looked at yet may be it.
        let wait = await within(folders.settings.timing.sizesWait, by: ElapsedClock(clock)) { await source.awaitScan() }
        guard !Task.isCancelled else { throw .interrupted }
        guard !wait.isLate else {
            throw listings.errors.mapped(
                .source(.timedOut("\(source.name) are still being looked through")), "copy", .albums)
        }
        return try await foundPhoto(copy, length, in: spools, by: caller)
    }

    /// The same, among those that the source has found so far.
    private func foundPhoto(
        _ copy: SpoolFile, _ length: Int64, in spools: Spools, by caller: Caller
    ) async throws(Errno) -> PhotoID? {
        let (source, catalog) = (listings.source, listings.catalog)
        // A source that cannot be asked knows nothing.
        for photo in (try? await source.photos(ofLength: length)) ?? [] {
            let found = await cache.threads.run {
                Result { () throws(PhotoSourceError) in try source.file(of: photo) }
            }
            guard case .success(let file) = found else { continue }
            if let file {
                guard file.length == length, try await isCopy(copy, of: file, in: spools) else { continue }
            }
            try await listings.errors.mapping("copy", photo.id) { () async throws(CatalogError) in
                if try await catalog.photo(photo.id) == nil { try await catalog.update(photo) }
            }
            // One that lies packed is read as those that are fetched.
            if file == nil {
                guard try await isCopy(copy, length, of: photo.id, in: spools, by: caller, alsoEdited: false) else {
                    continue
                }
            }
            return photo.id
        }
        return nil
    }

    private func isCopy(_ copy: SpoolFile, of file: any PhotoFile, in spools: Spools) async throws(Errno) -> Bool {
        for start in stride(from: 0, to: file.length, by: Int(Self.piece)) {
            let range = start..<min(file.length, start + Self.piece)
            let own = await cache.threads.run { try? file.read(range) }
            guard try await spools.read(copy, range) == own else { return false }
        }
        return true
    }

    /// The first of the photos that is not gone. The source is asked about one of which only the identity is known,
    /// because no list has had it for long.
    private func known(_ ask: () async throws(CatalogError) -> [PhotoID]) async throws(Errno) -> PhotoID? {
        let (errors, catalog) = (listings.errors, listings.catalog)
        var unanswered: PhotoID?
        for photo in try await errors.mapping("copy", .albums, ask) {
            let isKnown = try await errors.mapping("copy", photo) { () async throws(CatalogError) in
                try await catalog.photo(photo) != nil
            }
            if isKnown { return photo }
            switch await verdict(on: photo) {
            case .there: return photo
            case .gone: continue
            case .interrupted: throw .interrupted
            case .silence, .failure: unanswered = photo
            }
        }
        guard let unanswered else { return nil }
        throw await errors.mapped(
            PhotoSourceError.unreachable("\(listings.source.name) did not say whether it still has this photo"), "copy",
            unanswered)
    }

    /// Whether the copy has the bytes of the photo as it is read here; or, `alsoEdited`, the same picture with other
    /// texts.
    private func isCopy(
        _ copy: SpoolFile, _ length: Int64, of id: PhotoID, in spools: Spools, by caller: Caller, alsoEdited: Bool
    ) async throws(Errno) -> Bool {
        guard let served = try await opened(id, by: caller) else { return false }
        defer { fetcher.closeSoon(served.open) }
        if !alsoEdited, served.length != length { return false }
        var (ours, its) = (PictureDigest(), PictureDigest())
        var isSame = served.length == length
        for start in stride(from: 0, to: max(length, served.length), by: Int(Self.piece)) {
            let range = start..<start + Self.piece
            let own = try await bytes(served, range.clamped(to: 0..<served.length), by: caller)
            let other = try await spools.read(copy, range.clamped(to: 0..<length))
            isSame = isSame && own == other
            if !isSame, !alsoEdited { return false }
            ours.take(own)
            its.take(other)
        }
        return isSame || ours.text == its.text
    }

    /// The bytes of a photo, for whoever copies it or reads a copy of it. Nobody looks at the photo for that.
    func bytes(_ photo: ServedPhoto, _ range: Range<Int64>, by caller: Caller) async throws(Errno) -> [UInt8] {
        guard !range.isEmpty else { return [] }
        do throws(FetchError) {
            return try await read(photo, range, by: caller)
        } catch {
            throw await listings.errors.mapped(error, "copy", photo.open.photo.id)
        }
    }

    /// Opens a photo; nil for one that is gone. To be closed with `fetcher.closeSoon`.
    func opened(_ id: PhotoID, by caller: Caller) async throws(Errno) -> ServedPhoto? {
        let errors = listings.errors
        let entry = try await errors.mapping("copy", id) { () async throws(CatalogError) in
            try await listings.catalog.entry(of: id)
        }
        guard let entry, let image = listings.image(of: entry.photo) else { return nil }
        let facts = try await errors.mapping("copy", id) { () async throws(CatalogError) in
            try await listings.row(of: entry).facts
        }
        do throws(FetchError) {
            return try await open(entry.photo, image, facts, by: caller).served
        } catch {
            throw await errors.mapped(error, "copy", id)
        }
    }
}

/// The digest of a picture without the texts in its file.
private struct PictureDigest {
    private var content = ImageContent()
    private var digest = PhotoDigest()

    mutating func take(_ bytes: [UInt8]) {
        content.take(bytes) { digest.update(Array($0)) }
    }

    var text: String {
        var (content, digest) = (content, digest)
        content.end { digest.update(Array($0)) }
        return digest.text
    }
}

/// The first bytes of files that are pictures.
enum Picture {
    /// So many bytes tell certainly.
    static let headLength: Int64 = 12

    /// What stands where in them.
    private static let heads: [[(offset: Int, bytes: [UInt8])]] = [
        [(0, [0xFF, 0xD8, 0xFF])], [(0, [0x89, 0x50, 0x4E, 0x47])], [(0, Array("GIF8".utf8))],
        [(0, Array("RIFF".utf8)), (8, Array("WEBP".utf8))], [(0, [0x49, 0x49, 0x2A, 0])],
        [(0, [0x4D, 0x4D, 0, 0x2A])], [(0, [0, 0, 0]), (4, Array("ftyp".utf8))],
    ]

    /// Whether a file may be a picture of which only these bytes have come yet.
    static func mayBegin(_ bytes: [UInt8]) -> Bool {
        if begins(bytes) { return true }
        guard bytes.count < headLength else { return false }
        return heads.contains { parts in
            parts.allSatisfy { part in
                part.bytes.starts(with: bytes.dropFirst(part.offset).prefix(part.bytes.count))
            }
        }
    }

    static func begins(_ bytes: [UInt8]) -> Bool {
        heads.contains { parts in parts.allSatisfy { bytes.dropFirst($0.offset).starts(with: $0.bytes) } }
    }
}
