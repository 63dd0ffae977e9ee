import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Folders") struct FolderTests {
    /// With one folder of every kind but those of a listed topic.
    private func world() async throws -> World {
        let world = try await World()
        world.show(["One", "Two"])
        _ = try await world.list("places/France/Paris")
        for (name, parent) in [("48.85,2.35 Café", "pins"), ("untitled folder", "pins"), ("sunset", "tags")]
            + [("cat", "search"), ("untitled folder", "search"), ("Poster", "albums"), ("untitled folder", "albums")]
        {
            _ = try await world.files.mkdir(name, in: try await world.inode(parent), by: World.caller)
        }
        return world
    }

    /// Those below `key`, each looked at from its parent.
    private func walk(_ key: DirectoryKey, _ files: PlacesFileSystem) -> [DirectoryKey] {
        let folder = files.folder(key)
        let fixed = folder.fixed.map { (name: $0.name, key: $0.key) }
        for (name, below) in folder.children {
            #expect(folder.child(named: name) == below)
        }
        return (fixed + folder.children).flatMap { name, below -> [DirectoryKey] in
            let child = files.folder(below)
            #expect(child.key == below && child.name == name && child.parent == key)
            let way = files.folders.way(to: key)
            #expect(files.folders.way(to: below) == (way.isEmpty ? name : way + "/" + name))
            return [below] + walk(below, files)
        }
    }

    @Test func `each stands in its parent under its name, and every kind is there`() async throws {
        let files = try await world().files
        #expect(files.folders.way(to: .root).isEmpty && files.folder(.root).parent == .root)
        let kinds = Set(walk(.root, files).map { String($0.text.prefix { $0 != ":" }) })
        #expect(kinds == Self.kinds)
    }

    /// All but those of a listed topic.
    private static let kinds = Set(
        StandingDirectory.allCases.map(\.rawValue) + NumberedDirectory.allCases.map(\.rawValue)
            + ["country", "place", "placeholder", "search-placeholder", "album-placeholder", "small"])

    @Test func `what each always shows has names of its own, and what all mounts have a number of its own`()
        async throws
    {
        let files = try await world().files
        for key in [.root] + walk(.root, files) {
            let shape = files.folder(key).shape
            let directories = files.folder(key).fixed
            let written = shape.files + shape.unlistedFiles
            let names = directories.map(\.name) + written.map(\.rawValue)
            #expect(Set(names.map(FileName.key)).count == names.count, "\(key)")
            #expect(directories.allSatisfy { $0.key.fixedNumber != nil || $0.key.list != $0.key }, "\(key)")
            // A look at these must not need the disk.
            if shape.tellsOfMount { #expect(written.allSatisfy { $0.fixedNumber(in: key) != nil }, "\(key)") }
        }
    }

    @Test func `users change countries, tags, recents, pins, searches and albums, and nothing else`() async throws {
        let files = try await world().files
        let changed = walk(.root, files).filter { files.folder($0).takesChanges }.map(\.text)
        let kinds = Set(changed.map { String($0.prefix { $0 != ":" }) })
        #expect(
            kinds == [
                "places", "country", "tags", "recents", "pins", "pin", "placeholder", "searches", "search",
                "search-placeholder", "albums", "album", "album-placeholder",
            ])
    }

    @Test func `each lists as many photos, or else folders, as its size says`() async throws {
        let world = try await world()
        let lists = ["tags", "recents", "pins", ".placesfs/cached"]
        for path in ["", "places", "places/France", "places/France/Paris"] + lists {
            guard case .directory(let key)? = world.files.inodes.record(NodeNumber(try await world.inode(path)))?.node
            else { throw Errno.noEntry }
            let names = try await world.list(path)
            let photos = names.count { $0.hasSuffix(".jpg") }
            let files = [".html", ".geojson", ".txt", ".hidden", ".csv"]
            let folders = names.count { name in !files.contains { name.hasSuffix($0) } }
            #expect(world.files.folder(key).extent.count == (photos > 0 ? photos : folders), "\(path): \(names)")
        }
    }

    @Test func `what has left the tree has an empty name and breaks nothing`() async throws {
        let files = try await world().files
        let number = NodeNumber(4_711)
        for key in [
            DirectoryKey.country("Nowhere"), .place(PlaceID("woe:9")), .topic(number), .tag("none", of: number),
            .pin(number), .search(number), .album(number),
        ] + NumberedDirectory.allCases.map({ .placeholder($0, number) }) {
            let folder = files.folder(key)
            #expect(
                folder.children.isEmpty && folder.child(named: "x") == nil && folder.name.isEmpty
                    || key == .country("Nowhere"))
            _ = (folder.extent, folder.version, folder.attributes, folder.heading, files.folders.way(to: key))
            _ = (folder as? any Mapped)?.map.features()
        }
    }

    /// Every directory below `path`, as the kernel meets it.
    private func visit(_ path: String, _ world: World, _ seen: inout Set<String>) async throws(Errno) {
        let (files, inode) = (world.files, try await world.inode(path))
        guard case .directory(let key)? = files.inodes.record(NodeNumber(inode))?.node else { throw .notDirectory }
        seen.insert(String(key.text.prefix { $0 != ":" }))
        let open = try await files.opendir(inode, by: World.caller)
        let entries = try await files.readdir(open.handle, from: DirectoryOffset(0))
        files.releasedir(open.handle)
        for entry in entries where entry.name != "." && entry.name != ".." {
            let found = try await files.lookup(entry.name, in: inode, by: World.caller).attributes
            #expect(found?.inode == entry.inode, "\(path)/\(entry.name)")
        }
        let attributes = try await files.getattr(inode)
        #expect(attributes.kind == .directory)
        if !(files.folder(key) is any FolderMaking) {
            await #expect(throws: files.folder(key) is any PhotoTaking ? Errno.notPermitted : .readOnly, "\(path)") {
                try await files.mkdir("new folder", in: inode, by: World.caller)
            }
        }
        let below = entries.filter { $0.kind == .directory && $0.name != "." && $0.name != ".." }.map(\.name)
        let unlisted = files.folder(key).fixed.filter { !$0.isListed }.map(\.name)
        for name in below + unlisted {
            try await visit(path + "/" + name, world, &seen)
        }
    }

    @Test func `the kernel finds by name what each lists, and makes nothing where nothing is to be made`() async throws
    {
        let world = try await world()
        var photo = World.photo("1", "One")
        photo.tags = ["sunset", "beach"]
        world.source.photosByTag.current = ["sunset": [photo]]
        var seen: Set<String> = []
        try await visit("", world, &seen)
        #expect(seen == Self.kinds.union(["root", "tag"]))
    }
}

/// A kind of its own that says no more than each kind must.
private struct ShelfFolder: Folder {
    let listings: Listings
    /// No key is free; files of ours stand in none of this kind.
    var key: DirectoryKey { .tags }
    var parent: DirectoryKey? { .root }
    var name: String { "shelf" }
}

/// The same, of photos.
private struct BoxFolder: Listed {
    let listings: Listings
    var key: DirectoryKey { .place(PlaceID("box:1")) }
    var parent: DirectoryKey? { .root }
    var name: String { "box" }
}

/// The same, of photos that the source is asked for and users collect.
private struct CrateFolder: Collecting, Refreshed {
    let listings: Listings
    var key: DirectoryKey { .pin(NodeNumber(4_712)) }
    var parent: DirectoryKey? { .root }
    var name: String { "crate" }
    func remove(_ photo: PhotoID, announcing: () -> Void) async throws(Errno) -> Bool? { nil }
    func requestAnother() async throws(Errno) {}
    func refresh() async throws(RefreshError) { throw .partialResults }
}

/// The same, of photos that are known here already.
private struct HeapFolder: DerivedList {
    let listings: Listings
    var key = DirectoryKey.cached
    let looks = Shared(0)
    var parent: DirectoryKey? { .root }
    var name: String { "heap" }

    func photosOfNow() async throws(CatalogError) -> [Photo] {
        looks.edit { $0 += 1 }
        return try await listings.catalog.knownPhotos(PhotoSearch(), near: nil, limit: .max).photos
    }
}

@Suite("A new kind of folder") struct NewFolderTests {
    /// As docs/architecture.md says to who adds one: what it does not say is what most folders do.
    @Test func `needs a key, a parent and a name, and shows nothing else of itself`() async throws {
        let world = try await World()
        let listings = world.files.listings
        let (shelf, box) = (ShelfFolder(listings: listings), BoxFolder(listings: listings))
        for folder in [shelf, box, CrateFolder(listings: listings)] as [any Folder] {
            #expect(folder.children.isEmpty && folder.child(named: "x") == nil)
            #expect(folder.attributes.isEmpty)
            #expect(folder.heading.title.isEmpty && folder.heading.subtitle.isEmpty)
            #expect(folder.extent.count == 0 && folder.extent.isExact && !folder.shape.isPrivate && folder.isThere)
        }
        #expect(!shelf.shape.hasListing && box.shape.hasListing)
        #expect(shelf.version == Page.Version(0) && box.version == nil)
        let page = try await shelf.page(.listing)
        #expect(page?.folders.isEmpty == true && page?.files.isEmpty == true && page?.listing == nil)
    }

    @Test func `takes no change, and asks nobody`() async throws {
        let world = try await World()
        let listings = world.files.listings
        for folder in [ShelfFolder(listings: listings), BoxFolder(listings: listings)] as [any Folder] {
            #expect(!folder.takesChanges && !(folder is any PhotoRemoving) && !(folder is any Requested))
            _ = try await folder.page(.listing)
        }
        let box = BoxFolder(listings: listings)
        #expect(try await box.knownListing() == nil && box.origin == nil)
        #expect(world.source.questions.current.isEmpty)
    }

    @Test func `is asked for by its refresh alone, and only by the name that asks for one`() async throws {
        let world = try await World()
        let crate = CrateFolder(listings: world.files.listings)
        #expect(await crate.state() == "stale" && crate.refreshed == nil && !crate.isStale)
        #expect(await crate.refresh(within: .fromNow(.seconds(1))) != nil)
        await #expect(throws: Errno.readOnly) { try await crate.request("x") }
        try await crate.request(RefreshTrigger.name)
        await crate.becameEmpty()
        #expect(crate.following.isEmpty)
    }

    @Test func `of what is known here tells the kernel of another sidecar`() async throws {
        let world = try await World()
        let heap = HeapFolder(listings: world.files.listings, key: .place(PlaceID("heap:1")))
        var photo = World.photo("1", "One")
        func show() async throws {
            world.source.photosByPlace.edit { $0[World.paris.id] = .success(PhotoPage(photos: [photo], total: 1)) }
            await #expect(throws: Never.self) { try await world.files.refreshed(.place(World.paris.id)).refresh() }
            _ = try await heap.page(.listing)
        }
        _ = try await world.list("places/France/Paris")
        try await show()
        let told = Shared<Set<String>>([])
        world.files.tree.tell { change in
            if let names = change.names[heap.key]?.expired { told.edit { $0.formUnion(names) } }
        }
        photo.description = "Another"
        try await show()
        #expect(told.current.isSuperset(of: ["One.geojson", "map.geojson"]), "\(told.current)")
    }

    @Test func `of what is known here looks again once lists have changed, and not before`() async throws {
        let world = try await World()
        let heap = HeapFolder(listings: world.files.listings)
        func names(_ patience: Patience = .listing) async throws -> [String]? {
            try await heap.page(patience)?.listing?.listing.entries.map(\.name).sorted()
        }
        #expect(try await names(.none) == nil && heap.looks.current == 0)
        #expect(try await names()?.isEmpty == true)
        for (title, place) in [("one", World.paris), ("two", World.nice)] {
            world.show([title], in: place)
            _ = try await world.list("places/France/" + place.name)
        }
        #expect(try await names(.none)?.isEmpty == true)
        #expect(try await names() == ["one.jpg", "two.jpg"])
        // Its own list was one of those that changed.
        _ = try await names()
        let looks = heap.looks.current
        #expect(try await names()?.count == 2 && heap.looks.current == looks)
        #expect(heap.shape.isPrivate && !heap.shape.isCacheable && !heap.extent.isExact && heap.extent.count == 2)
    }
}
