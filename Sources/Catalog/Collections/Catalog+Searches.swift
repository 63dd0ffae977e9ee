internal import GRDB
public import PhotoTree

extension Catalog {
    /// All searches, in the order they were added.
    public func searches() async throws(CatalogError) -> [SavedSearch] {
        try await read { db in try SearchRecord.all(db) }
    }

    /// Adds a search that awaits its first photos; returns nil when another one has that identity. `number` is the
    /// placeholder that becomes the search, as in `addPin`.
    public func addSearch(
        named name: String, identity: String, reusing number: NodeNumber?
    ) async throws(CatalogError) -> SavedSearch? {
        let now = now()
        return try await make { db, made in
            guard try SearchRecord.number(identity: identity, db) == nil else { return nil }
            let number = try DirectoryRecord.add(reusing: number, db) { .search($0) }
            let search = SavedSearch(number: number, name: name, identity: identity)
            try SearchRecord.insert(search, db)
            try ChangeRecord.note(.searches, now: now, db)
            made.append(try .now(search: number, db))
            return search
        }
    }

    /// Renames a search under the same number. Another identity is another query: then its photos and removals are
    /// forgotten, and it awaits its first photos. Returns nil when there is no such search, or another one has the
    /// identity.
    public func renameSearch(
        _ number: NodeNumber, to name: String, identity: String
    ) async throws(CatalogError) -> SavedSearch? {
        let now = now()
        return try await make { db, made in
            guard var search = try SearchRecord.of(number, db) else { return nil }
            let holder = try SearchRecord.number(identity: identity, db)
            guard holder == nil || holder == number else { return nil }
            if search.identity == identity {
                // The files that contain its path get new numbers.
                search.name = name
                try SearchRecord.update(search, db)
                try ListingReplacement.renumber(.search(number), now: now, db)
            } else {
                search = SavedSearch(number: number, name: name, identity: identity)
                try SearchRecord.update(search, db)
                try ListingRecord.remove(number, now: now, db)
                try SearchRecord.forgetRemovals(of: number, db)
            }
            try ChangeRecord.note(.searches, now: now, db)
            made.append(try .now(search: number, db))
            return search
        }
    }

    /// Removes a search with its photos and removals, and retires its directory. Does nothing when there is no such
    /// search.
    public func removeSearch(_ number: NodeNumber) async throws(CatalogError) {
        let now = now()
        try await make { db, made in
            guard try SearchRecord.of(number, db) != nil else { return }
            try DirectoryRecord.retire(.search(number), now: now, db)
            try ChangeRecord.note(.searches, now: now, db)
            made.append(try .now(search: number, db))
        }
    }

    /// Notes that the user asked for another draw; returns false when there is no such search.
    public func awaitDraw(of number: NodeNumber) async throws(CatalogError) -> Bool {
        try await write { db in
            guard var search = try SearchRecord.of(number, db) else { return false }
            search.isAwaitingCollection = true
            try SearchRecord.update(search, db)
            return true
        }
    }

    /// Lists a source's answer in a search, without the photos that were removed from it for good.
    ///
    /// - Parameters:
    ///   - number: The search.
    ///   - page: The answer.
    ///   - draw: Which draw it is, from 1, for a search whose photos are drawn by lot: all its files get new numbers.
    /// - Returns: nil, with nothing kept, when the search is gone.
    /// - Throws: Why the catalog could not be written.
    public func replaceSearch(
        _ number: NodeNumber, with page: PhotoPage, draw: Int?
    ) async throws(CatalogError) -> ListingUpdate? {
        let now = now()
        return try await write { db in
            guard var search = try SearchRecord.of(number, db) else { return nil }
            let removed = try SearchRecord.removed(from: number, db)
            var page = page
            page.photos.removeAll { removed.contains($0.id) }
            search.page = draw ?? 1
            search.isAwaitingCollection = false
            try SearchRecord.update(search, db)
            let replacement = try ListingReplacement(of: .search(number), now: now, db)
            return draw == nil ? try replacement.replace(with: page) : try replacement.replaceCollection(with: page)
        }
    }

    /// Removes a photo from a search for good. Returns nil when the search does not list the photo.
    public func remove(_ photo: PhotoID, fromSearch search: NodeNumber) async throws(CatalogError) -> ListingUpdate? {
        let now = now()
        return try await make { db, made in
            guard try SearchRecord.of(search, db) != nil,
                let number = try PhotoRecord.number(of: photo, db),
                let update = try ListingReplacement(of: .search(search), now: now, db).remove(number)
            else { return nil }
            try SearchRecord.remove(number, from: search, db)
            made.append(.noPhoto(photo, in: search))
            return update
        }
    }

    /// The photos that were removed from the search for good.
    public func removedPhotos(ofSearch search: NodeNumber) async throws(CatalogError) -> Set<PhotoID> {
        try await read { db in try SearchRecord.removed(from: search, db) }
    }
}
