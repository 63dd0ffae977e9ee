import Catalog
import FUSE
import PhotoTree

// Photos come into albums and leave them. A photo stands in an album once.
extension Albums {
    /// What became of a photo that was to be in an album.
    enum Outcome: Equatable {
        /// It is listed under this name now.
        case listed(String)
        /// It was there already, and keeps this name.
        case present(String)

        /// Its name in the album.
        var name: String {
            switch self {
            case .listed(let name), .present(let name): name
            }
        }
    }

    /// Puts a photo into an album.
    ///
    /// - Parameters:
    ///   - photo: The photo.
    ///   - name: The name that it was given; the listed one may have another ending.
    ///   - number: The album.
    ///   - source: The album that it leaves; nil for none.
    ///   - copy: What was written, and is the photo; nothing comes of one that was removed meanwhile.
    ///   - replacing: Whether a photo that has the name leaves.
    /// - Returns: Its name in the album.
    /// - Throws: EEXIST for a name that another photo has and keeps, ENOENT for a photo or an album that is gone,
    ///   EPERM for a photo that the options exclude, ENAMETOOLONG, EINVAL for the name of a file of ours.
    func put(
        _ photo: PhotoID, named name: String, into number: NodeNumber, from source: NodeNumber? = nil,
        writtenAs copy: Spool? = nil, replacing: Bool
    ) async throws(Errno) -> Outcome {
        let listed = try listedName(name, in: number)
        let replacing = replacing ? try await isListed(name, in: number) : false
        quiet.begins(in: number)
        let outcome = try await written(in: number) { [catalog, spools] () async throws(CatalogError) in
            if copy?.isRemoved == true { return .absent }
            let outcome = try await catalog.put(photo, named: listed, into: number, from: source, replacing: replacing)
            if outcome.isThere { spools.give(name, listed, in: number, to: photo, writtenAs: copy) }
            return outcome
        }
        return try taken(photo, listed, outcome)
    }

    /// Gives a photo of an album another name, as in `put`.
    func rename(
        _ photo: PhotoID, in number: NodeNumber, to name: String, replacing: Bool
    ) async throws(Errno) -> Outcome {
        let listed = try listedName(name, in: number)
        let replacing = replacing ? try await isListed(name, in: number) : false
        let outcome = try await written(in: number) { [catalog, spools] () async throws(CatalogError) in
            let outcome = try await catalog.rename(photo, inAlbum: number, to: listed, replacing: replacing)
            if outcome.isThere { spools.give(name, listed, in: number, to: photo, writtenAs: nil) }
            return outcome
        }
        return try taken(photo, listed, outcome)
    }

    /// Whether a photo stands under this very name. Whoever gives another a name that differs in case or ending did not
    /// see that one.
    private func isListed(_ name: String, in number: NodeNumber) async throws(Errno) -> Bool {
        try await errors.mapping("list", .album(number)) { () async throws(CatalogError) in
            try await listing(number)?.index(named: name) != nil
        }
    }

    /// Removes what is being written.
    ///
    /// - Returns: False when it has become a photo.
    func remove(_ copy: Spool) async -> Bool {
        await maker.inOrder { [spools] in spools.remove(copy) }
    }

    /// Takes a photo out of an album; false when it had left already. `announcing` is called before anybody can see it.
    func remove(_ photo: PhotoID, from number: NodeNumber, announcing: () -> Void) async throws(Errno) -> Bool {
        // Changes of an album come one at a time; `announcing` is not sent along.
        let change = try await errors.mapping("write", .album(number)) { () async throws(CatalogError) in
            try await maker.inOrder { [catalog, spools] () async throws(CatalogError) in
                let change = try await catalog.remove(photo, fromAlbum: number)
                spools.removeCopies(of: photo, in: number)
                return change
            }
        }
        guard let change else { return false }
        announcing()
        try await errors.mapping("write", .album(number)) { () async throws(CatalogError) in
            try await maker.inOrder { [self] () async throws(CatalogError) in try await show(change) }
        }
        return true
    }

    /// Whether the photo came into an album a moment ago.
    func hasJustTaken(_ photo: PhotoID) -> Bool { taken.contains(photo) }

    /// The name that an album lists for the one that was given.
    private func listedName(_ name: String, in number: NodeNumber) throws(Errno) -> String {
        let shown = PrintableText.line(name, maximumBytes: 100)
        guard !FileName.isReserved(name) else {
            throw errors.refused(
                .invalid, name, in: .album(number), "\"\(shown)\" is the name of a file that placesfs writes itself")
        }
        guard let listed = AlbumName.listed(name, ofOwnFiles: listings.source.isComplete) else {
            throw errors.refused(.nameTooLong, name, in: .album(number), "\"\(shown)\" is too long for a photo's name")
        }
        return listed
    }

    /// Writes a change to the catalog, and shows what it changed in albums.
    private func written(
        in number: NodeNumber, _ write: @escaping @Sendable () async throws(CatalogError) -> AlbumAddition
    ) async throws(Errno) -> AlbumAddition {
        try await errors.mapping("write", .album(number)) { () async throws(CatalogError) in
            try await maker.inOrder { [self] () async throws(CatalogError) in
                let outcome = try await write()
                for change in outcome.changes { try await show(change) }
                return outcome
            }
        }
    }

    private func taken(_ photo: PhotoID, _ listed: String, _ outcome: AlbumAddition) throws(Errno) -> Outcome {
        switch outcome {
        case .added:
            taken.add(photo)
            return .listed(listed)
        case .present(let name, _):
            taken.add(photo)
            return .present(name)
        case .taken: throw .exists
        case .excluded: throw .notPermitted
        case .unknown, .absent: throw .noEntry
        }
    }
}

extension AlbumAddition {
    /// Whether the album has the photo.
    fileprivate var isThere: Bool {
        switch self {
        case .added, .present: true
        case .taken, .unknown, .excluded, .absent: false
        }
    }

    fileprivate var changes: [AlbumChange] {
        switch self {
        case .added(let changes), .present(_, let changes): changes
        case .taken, .unknown, .excluded, .absent: []
        }
    }
}
