import Catalog
public import FUSE
import PhotoTree

/// What a name in a directory leads to.
enum Resolution {
    case found(NodeNumber, Node, InodeTable.Facts)
    /// The name leads to nothing, and the kernel may cache that for this long.
    case absent(Duration)
}

// LOOKUP is answered from memory. It waits for the source only in a directory that was never listed, for a name that
// could be a photo's or a map's, and only for a moment, because the kernel holds the directory's lock meanwhile
// (measured).
extension PlacesFileSystem {
    public func lookup(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        if name == "." || name == ".." {
            return try await lookUp(NodeNumber(parent), upwards: name == "..", by: caller)
        }
        let key = try directory(parent)
        try checkSight(of: .directory(key), by: caller)
        switch try await resolve(name, in: key, by: caller) {
        case .found(let number, let node, let facts):
            // That the root's folders exist is no secret. If this LOOKUP were refused, the kernel would drop the
            // folder's dentry, and a process that has its working directory there, one of its owner perhaps, would lose
            // it.
            if !key.isRoot { try checkSight(of: node, by: caller) }
            // What can fail comes before the insertion: the kernel forgets only what it was told.
            let isForNow = try await isForNow(name, node, in: key)
            inodes.insert(number, node, facts, lookups: number == .root ? 0 : 1)
            _ = await factsWithLength(facts, of: number, for: caller)
            inodes.sizeTold(number)
            var entry = entry(number, node, inodes.record(number)?.facts ?? facts, in: key)
            if case .directory(let own) = node, isGuarded(own), !isOwner(caller) {
                entry.attributes = entry.attributes.map { bare($0) }
            }
            if isForNow { entry.validity = .zero }
            return entry
        case .absent(let validity):
            // Whoever is told of changes here is told by no notice: what is missing now may come at any moment.
            return .negative(validity: folder(key).shape.isCacheable ? validity : .zero)
        }
    }

    /// Whether the kernel must not cache the name.
    private func isForNow(_ name: String, _ node: Node, in key: DirectoryKey) async throws(Errno) -> Bool {
        switch node {
        case .sidecar(_, let photo, _):
            guard !tree.removedSidecars.isEmpty(key), SidecarName.of(photo).hasBytes(of: name) else { return false }
            // Only this program may find the sidecar.
            return try await folder(key).listing(.none)?.index(named: photo) == nil
        case .photo:
            guard let album = folder(key) as? any PhotoTaking else { return false }
            return try await !isListed(name, in: album)
        default: return false
        }
    }

    public func lookAgain(_ inode: InodeNumber) async throws(Errno) -> Entry {
        let number = NodeNumber(inode)
        inodes.count(1, for: number)
        guard let record = inodes.record(number) else { throw .noEntry }
        inodes.sizeTold(number)
        return entry(number, record.node, record.facts, in: nil)
    }

    public func forget(_ inode: InodeNumber, lookups: UInt64) {
        if inodes.count(-Int64(clamping: lookups), for: NodeNumber(inode)) {
            // The kernel dropped the inode's pages with the inode.
            photos.views.invalidated(NodeNumber(inode))
        }
    }

    public func looked(_ inodes: [InodeNumber]) {
        for inode in inodes {
            self.inodes.count(1, for: NodeNumber(inode))
        }
    }

    /// What a name leads to for all processes, or, if `caller` is given, for that process.
    func resolve(
        _ name: String, in key: DirectoryKey, by caller: Caller? = nil
    ) async throws(Errno) -> Resolution {
        let folder = folder(key)
        let album = folder as? any PhotoTaking
        if let album, let known = try await resolveKnown(name, in: album) { return known }
        let shape = folder.shape
        if let fixed = folder.fixed(named: name) { return try await resolveDirectory(fixed) }
        let always = shape.hasListing ? [] : shape.files + shape.unlistedFiles
        if let file = always.first(where: { $0.rawValue == name }) {
            return try await resolveGenerated(file, in: key)
        }
        // README.txt of tags/ and pins/ appears and vanishes with the first and the last directory beside it.
        let isReadme = name == GeneratedFile.readme.rawValue && folder is any FolderMaking
        let absent = Resolution.absent(isReadme ? .zero : directoryNameValidity)
        // Never cached: a repeated request must come here again.
        if name == RefreshTrigger.name || name == SizesTrigger.name { return .absent(.zero) }
        switch shape.contents {
        case .folders:
            guard !name.beginsWithBytes(of: ".") || folder.child(named: name) != nil else { return absent }
            try await folder.awaitContents(.moment)
            if let found = folder.child(named: name) { return try await resolveDirectory(found) }
            guard !isReadme else { return absent }
            return try await resolveOtherName(name, in: key)
        case .parts:
            return try await resolvePart(name, in: folder)
        case .photos:
            if let album { return try await resolveOther(name, in: album, by: caller) }
            return try await resolvePhoto(name, in: folder, by: caller)
        case .small:
            return try await resolveSmall(name, in: folder)
        }
    }

    func resolveDirectory(_ key: DirectoryKey) async throws(Errno) -> Resolution {
        try await listings.prepare([key])
        guard let number = directories.number(of: key) else { return .absent(.zero) }
        return .found(number, .directory(key), .directory)
    }

    private func resolvePart(_ name: String, in folder: any Folder) async throws(Errno) -> Resolution {
        let absent = Resolution.absent(directoryNameValidity)
        let startsWithDot = name.beginsWithBytes(of: ".")
        if let file = GeneratedFile(rawValue: name) {
            guard folder.shape.files.contains(file) || file == .noImages else { return absent }
            // Nobody waits for a hidden name. It exists as soon as a process lists the directory.
            guard let page = try await folder.page(startsWithDot ? .behind : .moment) else {
                return startsWithDot ? .absent(.zero) : absent
            }
            return try await resolveListed(file, on: page)
        }
        guard !startsWithDot else { return absent }
        // No tag contains a dot, but many names that desktops look for do.
        let patience: Patience = name.utf8.contains(UInt8(ascii: ".")) ? .behind : .moment
        guard let page = try await folder.page(patience),
            let part = folder.child(named: name) ?? page.folder(named: name)
        else { return absent }
        return try await resolveDirectory(part)
    }

    private func resolvePhoto(
        _ name: String, in folder: any Folder, by caller: Caller?
    ) async throws(Errno) -> Resolution {
        let key = folder.key
        if let trigger = resolveTrigger(name, in: folder) { return trigger }
        if name == GeneratedFile.photoTable.rawValue {
            let isKnown = try await folder.page(mayAsk(for: folder.key, caller) ? .moment : .behind) != nil
            return isKnown ? try await resolveGenerated(.photoTable, in: key) : .absent(.zero)
        }
        let startsWithDot = name.beginsWithBytes(of: ".")
        let couldBePhoto =
            !startsWithDot && (isPhotoName(name) || name.endsWithBytes(of: SidecarName.suffix))
        let file = GeneratedFile(rawValue: name)
        let isGenerated = file.map { $0 == .noImages || folder.shape.files.contains($0) } ?? false
        let waits =
            (couldBePhoto || (isGenerated && !startsWithDot && name != GeneratedFile.newCollection.rawValue))
            && mayAsk(for: folder.key, caller)
        guard let page = try await folder.page(waits ? .moment : .behind), let loaded = page.listing else {
            // `.hidden` and packets exist as soon as a process lists the directory, and no photo's name is cached as
            // absent before that, so the kernel need not be told the names of a first listing.
            let mayCome = couldBePhoto || isGenerated || name.endsWithBytes(of: PacketName.suffix)
            return .absent(mayCome ? .zero : settings.timing.kernelValidity)
        }
        if let file, isGenerated {
            return try await resolveListed(file, on: page)
        }
        guard couldBePhoto else {
            return try await packet(named: name, beside: loaded) ?? .absent(settings.timing.kernelValidity)
        }
        return try await resolvePhoto(name, of: loaded, in: key, by: caller)
    }

    /// Whether a LOOKUP may ask for a listing that never came. A stranger whose half is used up finds nothing then: a
    /// wait would hold the folder in the kernel.
    private func mayAsk(for key: DirectoryKey, _ caller: Caller?) -> Bool {
        guard let caller, directories.summary(of: key) == nil else { return true }
        let strangers = photos.engines.strangers
        guard strangers.mayRefresh(caller) else { return false }
        strangers.refreshes(caller)
        return true
    }

    /// The files that are requests for another collection; nil when the listing must decide.
    private func resolveTrigger(_ name: String, in folder: any Folder) -> Resolution? {
        switch GeneratedFile(rawValue: name) {
        // Never cached: each touch asks for another collection, so it must come here again.
        case .collectionTrigger where folder.shape.takesRemovals: .absent(.zero)
        case .newCollection: shownCollection(in: folder)
        default: nil
        }
    }

    private func resolvePhoto(
        _ name: String, of loaded: LoadedListing, in key: DirectoryKey, by caller: Caller?
    ) async throws(Errno) -> Resolution {
        if let index = loaded.index(named: name) {
            return photo(at: index, of: loaded)
        }
        let hasSidecars = loaded.listing.shape.hasSidecars && settings.sidecars != .none
        let photos = hasSidecars ? SidecarName.photos(besides: name) : []
        for photo in photos {
            guard let index = loaded.index(named: photo) ?? loaded.index(formerlyNamed: photo) else { continue }
            return sidecar(at: index, of: loaded)
        }
        if let index = loaded.index(formerlyNamed: name) {
            return photo(at: index, of: loaded)
        }
        if let caller, !photos.isEmpty, let entry = removedSidecar(named: name, in: key, by: caller) {
            let size = Int64(content.sidecar(of: entry).count)
            return .found(
                entry.sidecarNumber, .sidecar(entry.photo.id, name: entry.name, in: key),
                .file(FileFacts(size: size, modified: loaded.listing.changed)))
        }
        return try await resolveFormer(name, isSidecar: !photos.isEmpty, in: key)
    }

    /// Whether a name could be a photo's: those of services all end in one way.
    func isPhotoName(_ name: String) -> Bool {
        name.endsWithBytes(of: ".jpg") || listings.source.isComplete && PhotoEnding.of(name) != nil
    }

    func removedSidecar(named name: String, in key: DirectoryKey, by caller: Caller) -> ListingEntry? {
        guard !tree.removedSidecars.isEmpty(key) else { return nil }
        return tree.removedSidecars.entry(ofSidecar: name, in: key, for: callers.process(of: caller))
    }

    func photo(at index: Int, of loaded: LoadedListing) -> Resolution {
        // In place: a copy of an entry holds some twenty texts.
        .found(
            loaded.listing.entries[index].number, .photo(loaded.listing.entries[index].photo.id),
            .photo(loaded.facts(at: index)))
    }

    func sidecar(at index: Int, of loaded: LoadedListing) -> Resolution {
        // In place, as above.
        .found(
            loaded.listing.entries[index].sidecarNumber,
            .sidecar(
                loaded.listing.entries[index].photo.id, name: loaded.listing.entries[index].name,
                in: loaded.listing.directory),
            .file(content.sidecarFacts(at: index, of: loaded)))
    }

    func resolveListed(_ file: GeneratedFile, on page: Page) async throws(Errno) -> Resolution {
        // If the catalog ran out of inode numbers, the file may have none.
        guard let loaded = page.listing, page.files.contains(file), loaded.listing.generated[file] != nil else {
            return .absent(file == .newCollection ? .zero : settings.timing.kernelValidity)
        }
        return try await resolveGenerated(file, in: loaded.listing.directory, loaded)
    }

    func resolveGenerated(
        _ file: GeneratedFile, in key: DirectoryKey, _ loaded: LoadedListing? = nil
    ) async throws(Errno) -> Resolution {
        if let loaded, let number = loaded.listing.generated[file] {
            return .found(number, .generated(file, in: key), .file(content.facts(of: file, in: loaded)))
        }
        let slot = try await content.slot(of: file, in: key)
        return .found(
            slot.number, .generated(file, in: key), .file(FileFacts(size: slot.size, modified: slot.modified)))
    }

    // MARK: Former names

    /// A name that left the listing still opens, so that no viewer, `tar` or bookmark gets ENOENT because a list
    /// changed.
    func resolveFormer(
        _ name: String, isSidecar: Bool, in key: DirectoryKey
    ) async throws(Errno) -> Resolution {
        try await errors.mapping("lookup", key) { () async throws(CatalogError) in
            for photo in isSidecar ? SidecarName.photos(besides: name) : [name] {
                guard let entry = try await (folder(key) as? any Listed)?.formerEntry(named: photo) else { continue }
                listings.shelf.put(entry.photo)
                guard isSidecar else { return try await facts(of: entry) }
                return .found(
                    entry.sidecarNumber, .sidecar(entry.photo.id, name: entry.name, in: key),
                    .file(content.sidecarFacts(of: entry, in: key)))
            }
            return .absent(settings.timing.kernelValidity)
        }
    }

    /// A photo with what its file is known to be, as a listing would show it.
    func photo(_ entry: ListingEntry) async throws(Errno) -> Resolution {
        listings.shelf.put(entry.photo)
        return try await errors.mapping("lookup", .root) { () async throws(CatalogError) in try await facts(of: entry) }
    }

    private func facts(of entry: ListingEntry) async throws(CatalogError) -> Resolution {
        .found(entry.number, .photo(entry.photo.id), .photo(try await listings.row(of: entry).facts))
    }

    // MARK: Other names and links

    public func readlink(_ inode: InodeNumber) async throws(Errno) -> String {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        if case .shortcut(let text, _) = record.node { return text }
        guard case .link(let target) = record.node else { throw .invalid }
        let folder = folder(target)
        guard folder.isThere else { throw .noEntry }
        return folder.name
    }

    /// What a name that is not listed in `places/` or a country leads to: it is another name of a listed directory, or
    /// nothing. The kernel may cache only names that mean no place at all: the others may be listed a moment later.
    func resolveOtherName(_ name: String, in key: DirectoryKey) async throws(Errno) -> Resolution {
        switch (folder(key) as? any FolderMaking)?.meaning(of: name) ?? .unknown {
        case .listed(let target):
            let number = try await errors.mapping("lookup", key) { () async throws(CatalogError) in
                try await folders.places.linkNumber(to: target)
            }
            return .found(number, .link(to: target), .directory)
        case .unlistedCountry, .unlistedPlace: return .absent(.zero)
        case .unknown: return .absent(directoryNameValidity)
        }
    }
}
