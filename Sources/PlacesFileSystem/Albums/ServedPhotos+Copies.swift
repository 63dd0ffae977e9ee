import Catalog
import EmbeddedCredit
import FUSE
import PhotoCache
import PhotoFetch
import PhotoTree

/// What the bytes are that a program copied into an album.
enum CopyJudgement {
    case photo(PhotoID)
    /// No photo of this mount; why, in words that follow the file's name.
    case foreign(String)
}

// Which photo a copy is: one with the same bytes, as it is read here or as its source has it, or one that the copy names as
// its own and that is the same picture.
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
            if try await isCopy(copy, length, of: photo, in: spools, by: caller, alsoEdited: false) {
                return .photo(photo)
            }
        }
        let own = try await ownPhotos(copy, length, in: spools)
        if let known = try await known({ _ in own }) { return .photo(known) }
        var digest = PhotoDigest()
        for start in stride(from: 0, to: length, by: Int(Self.piece)) {
            digest.update(try await spools.read(copy, start..<min(length, start + Self.piece)))
        }
        let text = digest.text
        if let known = try await known({ catalog throws(CatalogError) in try await catalog.photos(withDigest: text) }) {
            return .photo(known)
        }
        guard own.isEmpty else {
            return .foreign("is a photo that no folder has listed yet: look into its place first")
        }
        let page = EmbeddedCreditReader.credit(in: head)?.credit.page ?? ""
        guard !page.isEmpty else { return .foreign("is no photo that was read in this mount, and names none") }
        guard let named = try await known({ catalog throws(CatalogError) in try await catalog.photos(withPage: page) })
        else { return .foreign("is no photo that is known in this mount; it names \(page)") }
        guard try await isCopy(copy, length, of: named, in: spools, by: caller, alsoEdited: true) else {
            return .foreign("names \(page) as its page, and is another picture")
        }
        return .photo(named)
    }

    /// The photos that are files on this machine with the bytes of the copy.
    private func ownPhotos(
        _ copy: SpoolFile, _ length: Int64, in spools: Spools
    ) async throws(Errno) -> [Photo] {
        let source = listings.source
        var own: [Photo] = []
        // A source that cannot be asked knows nothing.
        for photo in (try? await source.photos(ofLength: length)) ?? [] {
            let found = await cache.threads.run { try? source.file(of: photo) }
            guard let file = found ?? nil, file.length == length else { continue }
            if try await isCopy(copy, of: file, in: spools) { own.append(photo) }
        }
        return own
    }

    private func isCopy(_ copy: SpoolFile, of file: any PhotoFile, in spools: Spools) async throws(Errno) -> Bool {
        for start in stride(from: 0, to: file.length, by: Int(Self.piece)) {
            let range = start..<min(file.length, start + Self.piece)
            let own = await cache.threads.run { try? file.read(range) }
            guard try await spools.read(copy, range) == own else { return false }
        }
        return true
    }

    /// The first of the photos that is not gone.
    private func known(
        _ ask: (Catalog) async throws(CatalogError) -> [Photo]
    ) async throws(Errno) -> PhotoID? {
        let errors = listings.errors
        return try await errors.mapping("copy", .albums) { () async throws(CatalogError) in
            for photo in try await ask(listings.catalog) where try await listings.catalog.photo(photo.id) != nil {
                return photo.id
            }
            return nil
        }
    }

    /// Whether the copy has the bytes of the photo as it is read here; or, `alsoEdited`, the same picture with other texts.
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
        guard let entry, var image = listings.image(of: entry.photo) else { return nil }
        let facts = try await errors.mapping("copy", id) { () async throws(CatalogError) in
            try await listings.row(of: entry).facts
        }
        var photo = entry.photo
        do throws(FetchError) {
            let (served, _) = try await open(&photo, &image, facts, by: caller)
            publishSize(served.open, known: facts.learnt)
            publishEmbedded(served, facts)
            return served
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
    static func begins(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return true }
        if bytes.starts(with: "GIF8".utf8) { return true }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return true }
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) { return true }
        return bytes.dropFirst(4).starts(with: "ftyp".utf8)
    }
}
