import Catalog
import FUSE
import PhotoTree

/// `albums/`: folders of one's own, and placeholders that become albums when they are renamed.
struct AlbumsFolder: StandingFolder, FolderMaking, TextWriting {
    let albums: Albums

    var listings: Listings { albums.listings }
    var standing: StandingDirectory { .albums }
    var heading: (title: String, subtitle: String) { ("Albums", "") }
    private var state: MadeFolders<Album> { albums.state }

    /// While `albums/` is empty, a README.txt says how to fill it.
    var shape: Shape {
        let isReadmeShown = !settings.isReadOnly && state.count == 0
        return Shape(
            files: isReadmeShown ? [.readme] : [], takesRemovals: true, ignoresAttributes: true, isPrivate: true)
    }

    var children: [(name: String, key: DirectoryKey)] { state.sorted }
    func child(named name: String) -> DirectoryKey? { state.key(named: name) }
    var extent: Extent { Extent(count: state.count, modified: state.changed) }
    var attributes: [(name: String, value: String)] { counted("albums", state.items.count) }
    var version: Page.Version? { Page.Version(state.version) }

    func make(_ name: String) async throws(Errno) -> DirectoryKey { try await albums.make(name) }
    func remove(_ name: String) async throws(Errno) -> Bool { try await albums.remove(name) }
    func rename(_ name: String, to newName: String) async throws(Errno) { try await albums.rename(name, to: newName) }
    func namesake(of name: String) -> DirectoryKey? { state.key(likeNamed: name) }
    var ruleOfMoves: String? { "is a whole folder: copy it, because a folder of photos cannot be moved" }

    func text(of file: GeneratedFile, _ listing: Listing?) -> String? {
        guard file == .readme else { return nil }
        return """
            There is no album here yet. An album is a folder that you make and fill with photos by hand.

            In a file manager: make a new folder here, and drag or copy photos into it from places/, tags/, pins/,
            search/ or recents/.
            In a shell, in this folder:
                mkdir Poster
                cp ../places/France/Paris/*.jpg Poster/
                ln ../recents/01*.jpg Poster/
            A whole folder that you copy here is an album, too: hold Ctrl while you drag it.

            An album holds photos of this mount only. A photo stays where it was, and takes no room twice. Rename a
            photo in an album as you like. Delete it there, and it is out of the album; that changes no other folder.
            A file is refused? `placesfs info` with the path of its album says why (so does getfattr -n
            user.places.error).
            This file goes when the first album comes.

            """
    }
}

/// `albums/Poster`: photos that a user put together by hand.
struct AlbumFolder: PhotoTaking, Keepable, TextWriting {
    let number: NodeNumber
    let albums: Albums

    var listings: Listings { albums.listings }
    var key: DirectoryKey { .album(number) }
    var parent: DirectoryKey? { .albums }
    private var album: Album? { albums.state[number] }
    var name: String { album?.name ?? "" }
    var joined: Timestamp { albums.state.changed }
    var heading: (title: String, subtitle: String) { (name, "") }
    var isThere: Bool { album != nil }
    /// While it is filled, it shows none of the files that tell of its photos.
    var isMoreComing: Bool { albums.quiet.isFilled(number) }
    var hasSidecars: Bool { settings.sidecars != .none && !isMoreComing }

    var shape: Shape {
        var shape = Shape.photos(key)
        if isMoreComing { shape.files = [] }
        shape.takesRemovals = true
        shape.ignoresAttributes = true
        shape.isAlwaysKept = true
        shape.isPrivate = true
        return shape
    }

    var attributes: [(name: String, value: String)] { counted(name, summary?.count) }
    func knownListing() async throws(Errno) -> LoadedListing? {
        try await listings.errors.mapping("list", key) { () async throws(CatalogError) in
            try await albums.listing(number)
        }
    }

    func text(of file: GeneratedFile, _ listing: Listing?) -> String? {
        guard file == .noImages else { return nil }
        return """
            This album is empty. Drag, copy or link photos into it, from any folder of this mount.

            """
    }
}

extension PlaceholderFolder {
    /// A directory in `albums/` that becomes an album when it is renamed.
    init(_ number: NodeNumber, _ albums: Albums) {
        self.init(
            key: .placeholder(.album, number), listings: albums.listings,
            given: { albums.state.placeholder(number) },
            readme: """
                This folder becomes an album when you give it a name of your own. Then you can put photos into it.
                Until then it is kept nowhere, and it is gone after the next mount.

                """, ignoresAttributes: true)
    }
}
