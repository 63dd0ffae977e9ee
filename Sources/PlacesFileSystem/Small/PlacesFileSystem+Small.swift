import Catalog
import FUSE
import LinuxProcess
import PhotoFetch
import PhotoTree

// `.small/`: nodes of their own, so that no program takes a small rendition for the photo. Their lengths settle at OPEN.
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
        guard let small = photos.engines.small else { return [] }
        try await errors.mapping("number", .root) { () async throws(CatalogError) in
            let unnumbered = Set(small.nodes.unnumbered(among: entries.map(\.photo.id)))
            guard !unnumbered.isEmpty else { return }
            let photos = entries.map(\.photo).filter { unnumbered.contains($0.id) }
            let keys = photos.map { photo in
                ImageKey(
                    photo: photo.id, rendition: listings.source.image(of: photo, upTo: small.rendition)?.name ?? "")
            }
            let learnt = try await listings.catalog.learntFiles(keys)
            small.nodes.add(
                zip(photos, keys).map { ($0.id, learnt[$1]?.length) },
                numbers: try await listings.catalog.newNumbers(photos.count))
        }
        return entries.compactMap { entry in
            small.nodes.node(of: entry.photo.id).map { (entry.name, Self.small(entry.photo, $0, folders.began)) }
        }
    }

    /// The small rendition of a photo that a number was given to.
    func small(_ photo: PhotoID) async throws(Errno) -> Resolution {
        guard let photo = try await self.photo(photo, for: "lookup"),
            let node = photos.engines.small?.nodes.node(of: photo.id)
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
        guard let photo = try await photo(id, for: "open"), let small = photos.engines.small,
            case .file(var facts) = record.facts
        else { throw .noEntry }
        let open: OpenPhoto
        let keepsPages: Bool
        do throws(FetchError) {
            (open, keepsPages) = try await photos.openSmall(photo, by: caller)
        } catch {
            throw await errors.mapped(error, "open", id)
        }
        if facts.size != open.length {
            facts.size = open.length
            small.nodes.learn(open.length, of: id)
            inodes.insert(number, record.node, .file(facts))
            if await !kernelTakesUp(number, open.length), inodes.mayLookAgain(number, thread: caller.threadID) {
                small.closeSoon(open)
                throw .stale
            }
        }
        return OpenedFile(handle: handles.insert(.small(open)), keepsCache: keepsPages)
    }

    func readSmall(_ open: OpenPhoto, _ range: Range<Int64>, by caller: Caller) async throws(Errno) -> [UInt8] {
        do throws(FetchError) {
            guard let small = photos.engines.small else { throw .shutDown }
            return try await photos.reading(for: caller) { () async throws(FetchError) in
                try await small.read(open, range)
            }
        } catch {
            throw await errors.mapped(error, "read", open.photo.id)
        }
    }
}
