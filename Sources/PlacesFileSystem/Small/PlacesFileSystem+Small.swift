import Catalog
import FUSE
import LinuxProcess
import PhotoCache
import PhotoFetch
import PhotoTree

// `.small/`: nodes of their own, so that no program takes a small rendition for the photo. OPEN finds their lengths.
extension PlacesFileSystem {
    /// What a name in `.small` leads to: what a photo of this name would lead to beside it.
    func resolveSmall(_ name: String, in folder: any Folder) async throws(Errno) -> Resolution {
        guard let list = folder.parent.map({ self.folder($0) }), !name.beginsWithBytes(of: ".") else {
            return .absent(settings.timing.kernelValidity)
        }
        guard let page = try await folder.page(.moment), let loaded = page.listing else { return .absent(.zero) }
        if let index = loaded.index(named: name) ?? loaded.index(formerlyNamed: name) {
            return try await small([loaded.listing.entries[index]]).first?.resolution ?? .absent(.zero)
        }
        let former = try await errors.mapping("lookup", folder.key) { () async throws(CatalogError) in
            try await (list as? any Listed)?.formerEntry(named: name)
        }
        guard let former else { return .absent(settings.timing.kernelValidity) }
        return try await small([former]).first?.resolution ?? .absent(.zero)
    }

    /// The inodes of the small renditions of these photos, in their order; of those that have one.
    func small(_ entries: [ListingEntry]) async throws(Errno) -> [(name: String, resolution: Resolution)] {
        guard let nodes = photos.engines.smallNodes else { return [] }
        try await errors.mapping("number", .root) { () async throws(CatalogError) in
            let unnumbered = Set(nodes.unnumbered(among: entries.map(\.photo.id)))
            guard !unnumbered.isEmpty else { return }
            let photos = entries.map(\.photo).filter { unnumbered.contains($0.id) }
            let lengths = try await smallLengths(of: photos)
            nodes.add(
                photos.map { ($0.id, lengths[$0.id]) }, numbers: try await listings.catalog.newNumbers(photos.count))
        }
        return entries.compactMap { entry in
            nodes.node(of: entry.photo.id).map { (entry.name, Self.small(entry.photo, $0, folders.began)) }
        }
    }

    /// Those that are known before they are opened.
    private func smallLengths(of photos: [Photo]) async throws(CatalogError) -> [PhotoID: Int64] {
        guard let small = self.photos.engines.small else { return [:] }
        let keys = photos.compactMap { photo in
            listings.source.image(of: photo, upTo: small.rendition).map {
                ImageKey(photo: photo.id, rendition: $0.name)
            }
        }
        let learnt = try await listings.catalog.learntFiles(keys)
        return Dictionary(learnt.map { ($0.key.photo, $0.value.length) }) { first, _ in first }
    }

    /// The small rendition of a photo that a number was given to.
    func small(_ photo: PhotoID) async throws(Errno) -> Resolution {
        guard let photo = try await self.photo(photo, for: "lookup"),
            let node = photos.engines.smallNodes?.node(of: photo.id)
        else { return .absent(.zero) }
        return Self.small(photo, node, folders.began)
    }

    private static func small(
        _ photo: Photo, _ node: (number: NodeNumber, size: Int64), _ began: Timestamp
    ) -> Resolution {
        let modified = photo.taken.map { Timestamp(LocalTime.moment(showing: $0.rawValue)) } ?? photo.uploaded ?? began
        return .found(node.number, .smallRendition(photo.id), .file(FileFacts(size: node.size, modified: modified)))
    }

    /// - Throws: ESTALE when the kernel did not take the size up; it then looks the name up again.
    func openSmall(
        _ number: NodeNumber, _ id: PhotoID, _ record: InodeTable.Record, by caller: Caller
    ) async throws(Errno) -> OpenedFile {
        guard let photo = try await photo(id, for: "open"), let nodes = photos.engines.smallNodes,
            case .file(var facts) = record.facts
        else { throw .noEntry }
        let open: OpenSmall
        let keepsPages: Bool
        if let own = try await openOwnSmall(photo, by: caller) {
            (open, keepsPages) = own
        } else {
            do throws(FetchError) {
                let (rendition, keeps) = try await photos.openSmall(photo, by: caller)
                (open, keepsPages) = (.rendition(rendition), keeps)
            } catch {
                throw await errors.mapped(error, "open", id)
            }
        }
        if facts.size != open.length {
            facts.size = open.length
            nodes.learn(open.length, of: id)
            inodes.insert(number, record.node, .file(facts))
            if await !kernelTakesUp(number, open.length), inodes.mayLookAgain(number, thread: caller.threadID) {
                photos.closeSmall(open, soon: true)
                throw .stale
            }
        }
        return OpenedFile(handle: handles.insert(.small(open)), direct: open.isDirect, keepsCache: keepsPages)
    }

    /// The small picture in the file that a photo is, or the photo; nil where photos are fetched.
    private func openOwnSmall(
        _ photo: Photo, by caller: Caller
    ) async throws(Errno) -> (open: OpenSmall, keepsPages: Bool)? {
        let source = listings.source
        guard source.isComplete else { return nil }
        let found = await photos.cache.threads.run {
            Result { () throws(PhotoSourceError) in try source.smallFile(of: photo) }
        }
        do throws(PhotoSourceError) {
            if let file = try found.get() {
                let (open, keepsPages) = photos.engines.openSmallFiles.open(photo.id, file)
                return (.own(open), keepsPages)
            }
        } catch {
            throw await errors.mapped(error, "open", photo.id)
        }
        // One that lies packed is fetched.
        guard let served = try await photos.opened(photo.id, by: caller) else { throw .noEntry }
        return (.photo(served), false)
    }

    func readSmall(_ open: OpenSmall, _ range: Range<Int64>, by caller: Caller) async throws(Errno) -> [UInt8] {
        do throws(FetchError) {
            return try await photos.readSmall(open, range, by: caller)
        } catch {
            throw await errors.mapped(error, "read", open.photo)
        }
    }
}
