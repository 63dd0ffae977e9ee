internal import GRDB
public import PhotoTree

/// What changed in an album.
public struct AlbumChange: Hashable, Sendable {
    public var album: NodeNumber
    /// The version of the listing that the rest changes; nil where it must be read as a whole.
    public var before: Int64?
    public var version: Int64
    public var changed: Timestamp
    /// Numbers of the generated files of this version.
    public var generated: [GeneratedFile: NodeNumber]
    /// The photo that came, or that has another name now; nil for none.
    public var added: ListingEntry?
    public var removed: Set<PhotoID>
}

/// What became of a photo that was to be put into an album.
public enum AlbumAddition: Hashable, Sendable {
    /// It is in the album now.
    case added([AlbumChange])
    /// It was in the album already, under this name, which it keeps; what changed in other albums.
    case present(name: String, [AlbumChange])
    /// Another photo has the name.
    case taken
    /// The source says that the photo is gone, or too little is known of it.
    case unknown
    /// The options of the mount exclude the photo, so that nobody would see it.
    case excluded
    /// There is no such album, or the photo is not in the album that it was to leave.
    case absent
}

extension Catalog {
    /// Puts a photo into an album.
    ///
    /// - Parameters:
    ///   - photo: Some more than its identity must be known of it.
    ///   - name: Its name in the album.
    ///   - album: The album.
    ///   - source: The album that the photo leaves; nil for none.
    ///   - replacing: Whether a photo that has the name leaves the album. If not, nothing changes.
    /// - Returns: What became of it.
    /// - Throws: Why the catalog could not be written.
    public func put(
        _ photo: PhotoID, named name: String, into album: NodeNumber, from source: NodeNumber? = nil, replacing: Bool
    ) async throws(CatalogError) -> AlbumAddition {
        let now = now()
        return try await make { db, made in
            guard var listing = try AlbumListing(of: album, now: now, db) else { return .absent }
            guard let record = try PhotoRecord.of([photo], db)[photo], record.photo != nil, record.gone == nil else {
                return .unknown
            }
            guard listing.admits(record) else { return .excluded }
            let present = try listing.entry(of: record.number)
            let holder = try listing.holder(of: name)
            if present == nil, let holder, !replacing, !holder.isGone { return .taken }
            var changes: [AlbumChange] = []
            if let source {
                guard var left = try AlbumListing(of: source, now: now, db), try left.entry(of: record.number) != nil
                else { return .absent }
                try left.remove(record.number, photo)
                changes.append(try left.renew())
                made.append(.noAlbumPhoto(photo, in: source))
            }
            if let present, holder == nil || holder?.number == record.number || !replacing {
                return .present(name: present.name, changes)
            }
            // Of a photo that is there already, and takes another one's name, the first name goes.
            if let holder {
                try listing.remove(holder.number, holder.id)
                made.append(.noAlbumPhoto(holder.id, in: album))
            }
            try listing.add(record, named: name)
            changes.append(try listing.renew())
            made.append(.albumPhoto(photo, name: name, in: album))
            return .added(changes)
        }
    }

    /// Gives a photo of an album another name, as in `put`.
    public func rename(
        _ photo: PhotoID, inAlbum album: NodeNumber, to name: String, replacing: Bool
    ) async throws(CatalogError) -> AlbumAddition {
        let now = now()
        return try await make { db, made in
            guard var listing = try AlbumListing(of: album, now: now, db),
                let number = try PhotoRecord.number(of: photo, db), let present = try listing.entry(of: number)
            else { return .absent }
            if let holder = try listing.holder(of: name), holder.number != number {
                guard replacing else { return .taken }
                try listing.remove(holder.number, holder.id)
                made.append(.noAlbumPhoto(holder.id, in: album))
            }
            try listing.add(present.photo, named: name)
            made.append(.albumPhoto(photo, name: name, in: album))
            return .added([try listing.renew()])
        }
    }

    /// Takes a photo out of an album, where its name then opens nothing; nil when the album does not list it.
    public func remove(_ photo: PhotoID, fromAlbum album: NodeNumber) async throws(CatalogError) -> AlbumChange? {
        let now = now()
        return try await make { db, made in
            guard var listing = try AlbumListing(of: album, now: now, db),
                let number = try PhotoRecord.number(of: photo, db), try listing.entry(of: number) != nil
            else { return nil }
            try listing.remove(number, photo)
            made.append(.noAlbumPhoto(photo, in: album))
            return try listing.renew()
        }
    }

    /// The albums that have the photo, with its name there.
    public func albums(with photo: PhotoID) async throws(CatalogError) -> [(album: NodeNumber, name: String)] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT a.directory, e.name FROM album a JOIN entry e ON e.directory = a.directory
                    JOIN photo p ON p.number = e.photo WHERE e.departed IS NULL AND p.id = ?
                    """, arguments: [photo.rawValue]
            ).map(CheckedRow.init)
            return rows.compactMap { row in row.number(0).flatMap { album in row.text(1).map { (album, $0) } } }
        }
    }

    /// The photos in albums of which only the identity is known, as after a catalog was lost.
    public func unknownPhotosInAlbums() async throws(CatalogError) -> [PhotoID] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT p.id FROM album a JOIN entry e ON e.directory = a.directory
                    JOIN photo p ON p.number = e.photo
                    WHERE e.departed IS NULL AND p.title IS NULL AND p.gone IS NULL ORDER BY p.id
                    """)
            return rows.compactMap { CheckedRow(row: $0).text(0).map { PhotoID($0) } }
        }
    }
}
