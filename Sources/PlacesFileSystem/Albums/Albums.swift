import Catalog
import FUSE
import HTTP
import PhotoTree
import Synchronization
import Waiting

/// The folders of `albums/`, which users fill by hand.
final class Albums: Sendable {
    let listings: Listings
    let quiet: AlbumQuiet
    let taken: TakenPhotos
    let spools: Spools
    let held: HeldPhotos
    let maker: FolderMaker<Album>
    private static let longestPause = Duration.seconds(3600)

    init(
        _ listings: Listings, _ spools: Spools, _ held: HeldPhotos, changed: Timestamp
    ) async throws(CatalogError) {
        self.listings = listings
        self.spools = spools
        self.held = held
        quiet = AlbumQuiet(clock: listings.clock, pause: listings.settings.timing.albumPause)
        taken = TakenPhotos(clock: listings.clock)
        maker = FolderMaker(try await listings.catalog.albums(), in: .albums, listings, changed: changed)
    }

    var state: MadeFolders<Album> { maker.folders }
    var catalog: Catalog { listings.catalog }
    var errors: ErrorLog { listings.errors }
    private var tree: ShownTree { listings.tree }

    // MARK: Folders

    /// Makes an album, or a placeholder.
    func make(_ name: String) async throws(Errno) -> DirectoryKey {
        try check(name)
        try maker.checkFree(name)
        if NewFolderName.matches(name) { return try await maker.makePlaceholder(name) }
        return .album(try await add(name, reusing: nil))
    }

    func rename(_ name: String, to newName: String) async throws(Errno) {
        guard let number = state.number(named: name) else { throw .noEntry }
        try check(newName)
        try maker.checkFree(newName, besides: name)
        guard state[number] != nil else {
            guard NewFolderName.matches(newName) else {
                _ = try await add(newName, reusing: number)
                return
            }
            return try maker.renamePlaceholder(number, to: newName)
        }
        // Until it has another name it would look like a folder that nothing can be put into.
        guard !NewFolderName.matches(newName) else { throw .invalid }
        try await maker.rename(number, isOther: false) { () async throws(CatalogError) in
            try await catalog.renameAlbum(number, to: newName)
        }
    }

    /// - Returns: False if there is no album of this name.
    /// - Throws: ENOTEMPTY while photos are in it.
    func remove(_ name: String) async throws(Errno) -> Bool {
        try await maker.remove(name) { number async throws(CatalogError) in
            guard try await catalog.removeAlbum(number) else { return false }
            spools.removeAll(in: number)
            return true
        }
    }

    private func check(_ name: String) throws(Errno) {
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, !FileName.isReserved(name), !name.beginsWithBytes(of: ".") else { throw .invalid }
    }

    private func add(_ name: String, reusing placeholder: NodeNumber?) async throws(Errno) -> NodeNumber {
        let number = try await maker.add(reusing: placeholder) { () async throws(CatalogError) in
            try await catalog.addAlbum(named: name, reusing: placeholder)
        }
        quiet.begins(in: number)
        return number
    }

    // MARK: What they list

    func listing(_ number: NodeNumber) async throws(CatalogError) -> LoadedListing? {
        let key = DirectoryKey.album(number)
        if let known = try await listings.stored(key) { return known }
        guard let listing = try await catalog.listing(ofAlbum: number) else { return nil }
        return tree.directories.put(try await listings.load(listing), of: key)
    }

    /// Asks the source about the photos of which only the identity is known, because the catalog was lost; again, less
    /// and less often, while it does not answer for some.
    ///
    /// - Parameter withdraw: Takes a photo that is gone at the source out of every folder.
    /// - Throws: Why the catalog cannot be read or written.
    func learnUnknown(withdrawing withdraw: (PhotoID) async throws(CatalogError) -> Void) async throws(CatalogError) {
        var pause = listings.settings.timing.refreshPause
        while true {
            let unknown = try await catalog.unknownPhotosInAlbums()
            guard !unknown.isEmpty else { return }
            await listings.source.awaitScan()
            // Nobody waits for thousands of them.
            let hasLearnt = await HTTPRequest.Priority.$current.withValue(.crawling) {
                await learn(unknown, withdraw)
            }
            if hasLearnt {
                for album in state.items { try await showAgain(album.number) }
            }
            guard (try? await listings.clock.sleep(for: pause)) != nil else { return }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// - Returns: Whether anything was learnt.
    private func learn(
        _ unknown: [PhotoID], _ withdraw: (PhotoID) async throws(CatalogError) -> Void
    ) async -> Bool {
        var hasLearnt = false
        for id in unknown {
            do throws(PhotoSourceError) {
                let photo = try await listings.source.photo(id)
                hasLearnt = true
                if let photo {
                    try? await catalog.update(photo)
                    continue
                }
                // Nothing has shown it since, so nothing else tells that it leaves.
                for (album, name) in (try? await catalog.albums(with: id)) ?? [] {
                    _ = errors.refused(
                        .noEntry, name, in: .album(album), "\"\(name)\" left: its source says that it is gone")
                }
                try? await withdraw(id)
            } catch {
                switch error {
                case .unreachable, .timedOut, .credentialsRefused, .tooManyRequests, .backingOff, .shareUsed,
                    .cancelled:
                    return hasLearnt
                // That says nothing of the others.
                case .failed, .gone: continue
                }
            }
        }
        return hasLearnt
    }

    func showAgain(_ number: NodeNumber) async throws(CatalogError) {
        let key = DirectoryKey.album(number)
        let shown = tree.directories.loaded(key).listing?.listing
        guard let listing = try await catalog.listing(ofAlbum: number) else { return }
        try await listings.apply(ListingUpdate(old: shown, new: listing, isChanged: true), to: key)
    }

    /// Shows the files that tell of an album's photos, once nothing has come into it for a while; until `finish`.
    func showWhenQuiet() async {
        for await _ in quiet.rings {
            while let pause = quiet.pause {
                guard (try? await listings.clock.sleep(for: pause)) != nil else { return }
                for number in quiet.ended() {
                    spools.removeDropped(in: number)
                    tree.publish(TreeChange(names: [.album(number): ListingChange()]))
                }
            }
        }
    }

    /// Removes what programs that were killed have left, after a while, until the mount ends.
    func removeAbandoned() async {
        for await _ in spools.rings {
            while let pause = spools.pause {
                guard (try? await listings.clock.sleep(for: pause)) != nil else { return }
                let names = spools.removeAbandoned().map { album, names in
                    (DirectoryKey.album(album), ListingChange(expired: names))
                }
                guard !names.isEmpty else { continue }
                tree.publish(TreeChange(names: Dictionary(uniqueKeysWithValues: names)))
            }
        }
    }
}

extension Album: MadeFolder {
    static func key(_ number: NodeNumber) -> DirectoryKey { .album(number) }
    static func placeholder(_ number: NodeNumber) -> DirectoryKey { .placeholder(.album, number) }
}

/// Which albums are being filled. Such an album shows none of the files that tell of its photos: a program that copies
/// a whole folder would find its own `map.html` there already, and stop.
final class AlbumQuiet: Sendable {
    /// Yields when an album begins to be filled.
    let rings: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private let time: ElapsedClock
    private let length: Duration
    private let latest = Mutex<[NodeNumber: Duration]>([:])

    init(clock: any Clock<Duration>, pause: Duration) {
        time = ElapsedClock(clock)
        length = pause
        (rings, ring) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Something came into the album just now.
    func begins(in album: NodeNumber) {
        let now = time.elapsed
        latest.withLock { $0[album] = now }
        ring.yield()
    }

    func isFilled(_ album: NodeNumber) -> Bool { latest.withLock { $0[album] != nil } }

    /// How long to wait for the next album to be quiet; nil when all are.
    var pause: Duration? {
        let now = time.elapsed
        return latest.withLock { latest in latest.values.min().map { max(.zero, length - (now - $0)) } }
    }

    /// The albums that have been quiet for long enough; they are filled no more.
    func ended() -> [NodeNumber] {
        let now = time.elapsed
        return latest.withLock { latest in
            let quiet = latest.filter { now - $0.value >= length }.map(\.key)
            for album in quiet { latest[album] = nil }
            return quiet
        }
    }

    func finish() { ring.finish() }
}
