internal import GRDB
internal import PhotoTree

extension MadeRestoring {
    /// Adds an album, or what is missing of one. Of its photos only the identity may be known: the source is asked
    /// about them later.
    func add(_ album: MadeAlbum, _ isOurs: Bool, _ reuses: Bool) throws {
        var number = try AlbumRecord.all(db).first {
            isOurs ? $0.number == album.number : FileName.key($0.name) == FileName.key(album.name)
        }?.number
        if number == nil {
            try each(\.albums) {
                let own = try DirectoryRecord.add(reusing: reuses ? album.number : nil, db) { .album($0) }
                try AlbumRecord.insert(Album(number: own, name: try free(album.name)), db)
                try ListingReplacement(of: .album(own), now: now, db).begin()
                number = own
                try ChangeRecord.note(.albums, now: now, db)
                return true
            }
        } else if isOurs, let number, try AlbumRecord.of(number, db)?.name != album.name {
            try each(\.albums) {
                try AlbumRecord.rename(number, to: album.name, db)
                return true
            }
        }
        guard let number else { return }
        let known = try AlbumRecord.photos(of: number, db)
        for (photo, name) in album.photos.sorted(by: { $0.value < $1.value })
        where isOurs ? known[photo] != name : known[photo] == nil {
            try each(\.albumPhotos) {
                let own = try PhotoRecord.numberOrNew(of: photo, now: now, db)
                guard let record = try PhotoRecord.of([photo], db)[photo], record.gone == nil else { return false }
                guard var listing = try AlbumListing(of: number, now: now, db) else { return false }
                // Another photo keeps its name.
                let holder = try listing.holder(of: name)?.number
                try listing.add(record, named: holder == nil || holder == own ? name : AlbumName.distinct(name, photo))
                _ = try listing.renew()
                return true
            }
        }
    }

    /// A name that no other album has: two catalogs may have albums of one name.
    private func free(_ name: String) throws -> String {
        let taken = Set(try AlbumRecord.all(db).map { FileName.key($0.name) })
        if !taken.contains(FileName.key(name)) { return name }
        return (2...).lazy.map { "\(name) \($0)" }.first { !taken.contains(FileName.key($0)) } ?? name
    }
}
