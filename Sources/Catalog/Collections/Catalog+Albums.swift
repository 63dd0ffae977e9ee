internal import GRDB
public import PhotoTree

extension Catalog {
    /// All albums, in the order they were added.
    public func albums() async throws(CatalogError) -> [Album] {
        try await read { db in try AlbumRecord.all(db) }
    }

    /// Adds an album without photos. `number` is the placeholder that becomes the album, as in `addPin`.
    public func addAlbum(named name: String, reusing number: NodeNumber?) async throws(CatalogError) -> Album {
        let now = now()
        return try await make { db, made in
            let number = try DirectoryRecord.add(reusing: number, db) { .album($0) }
            let album = Album(number: number, name: name)
            try AlbumRecord.insert(album, db)
            try ListingReplacement(of: .album(number), now: now, db).begin()
            try ChangeRecord.note(.albums, now: now, db)
            made.append(try .now(album: number, db))
            return album
        }
    }

    /// Renames an album under the same number; nil when there is no such album. The files that contain its path get new
    /// numbers.
    public func renameAlbum(_ number: NodeNumber, to name: String) async throws(CatalogError) -> Album? {
        let now = now()
        return try await make { db, made in
            guard try AlbumRecord.of(number, db) != nil else { return nil }
            try AlbumRecord.rename(number, to: name, db)
            try ListingReplacement.renumber(.album(number), now: now, db)
            try ChangeRecord.note(.albums, now: now, db)
            made.append(.albumName(name, of: number))
            return Album(number: number, name: name)
        }
    }

    /// Removes an album, and retires its directory; false when photos are in it, also those that the options of the
    /// mount hide, but not those of which only the identity is known: nothing shows these. Does nothing when there is
    /// no such album.
    public func removeAlbum(_ number: NodeNumber) async throws(CatalogError) -> Bool {
        let now = now()
        return try await make { db, made in
            guard try AlbumRecord.of(number, db) != nil else { return true }
            guard try !AlbumRecord.hasPhotos(number, db) else { return false }
            try DirectoryRecord.retire(.album(number), now: now, db)
            try ChangeRecord.note(.albums, now: now, db)
            made.append(.noAlbum(number))
            return true
        }
    }

    /// What an album lists; nil when there is no such album.
    public func listing(ofAlbum number: NodeNumber) async throws(CatalogError) -> Listing? {
        if let known = try await listing(of: .album(number)) { return known }
        let now = now()
        return try await write { db in
            guard try AlbumRecord.of(number, db) != nil else { return nil }
            return try ListingReplacement(of: .album(number), now: now, db).begin()
        }
    }
}
