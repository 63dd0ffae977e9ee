import Catalog
import FUSE
import PhotoTree

extension PlacesFileSystem {
    /// A name that left the listing still opens: no viewer, `tar` or bookmark meets ENOENT because a list moved on.
    func resolveFormer(
        _ name: String, photo: String, in key: DirectoryKey
    ) async throws(Errno) -> Resolution {
        do throws(CatalogError) {
            guard let entry = try await formerEntry(named: photo, in: key) else {
                return .absent(settings.timing.kernelValidity)
            }
            shelf.put(entry.photo)
            if name != photo {
                let size = Int64(content.sidecar(of: entry, in: key).count)
                return .found(
                    entry.sidecarNumber, .sidecar(entry.photo.id, name: entry.name, in: key),
                    .file(FileFacts(size: size, modified: entry.photo.uploaded ?? started)))
            }
            let image = image(of: entry.photo)
            let imageKey = ImageKey(photo: entry.photo.id, rendition: image?.name ?? "")
            let written = try await catalog.learntFiles([imageKey])[imageKey]
            let learnt = unwritten.learnt(of: [imageKey])[imageKey] ?? written
            return .found(
                entry.number, .photo(entry.photo.id), .photo(PhotoFacts(entry, image: image, learnt: learnt)))
        } catch {
            throw mapped(.catalog(error), "lookup", key)
        }
    }

    /// The photo that a directory showed under this name lately; in `recents/` with whatever rank, in a tag's directory
    /// if its topic did or does and the photo bears the tag or bore it lately.
    func formerEntry(named name: String, in key: DirectoryKey) async throws(CatalogError) -> ListingEntry? {
        switch key {
        case .tag(let tag, let topic):
            let entry: ListingEntry?
            if let loaded = directories.loaded(.topic(topic)).listing, let index = loaded.index(named: name) {
                entry = loaded.listing.entries[index]
            } else {
                entry = try await catalog.formerEntry(named: name, in: .topic(topic))
            }
            guard let entry, entry.name.hasBytes(of: name), let key = TopicName.key(of: tag) else { return nil }
            if entry.photo.tags.contains(where: { TopicName.key(of: $0) == key }) { return entry }
            return try await catalog.hasLost(entry.photo.id, tag: key) ? entry : nil
        case .recents:
            for bare in [name, RankedName.bare(name)].compactMap({ $0 }) {
                if let entry = try await catalog.formerEntry(named: bare, in: key), entry.name.hasBytes(of: bare) {
                    return entry
                }
            }
            // A long one was cut, so that the rank had room.
            guard let bare = RankedName.bare(name), RankedName.mayBeCut(bare),
                let whole = try await catalog.formerNames(in: key).first(where: { RankedName.matches(bare, $0) })
            else { return nil }
            return try await catalog.formerEntry(named: whole, in: key)
        default:
            let entry = try await catalog.formerEntry(named: name, in: key)
            return entry?.name.hasBytes(of: name) == true ? entry : nil
        }
    }
}
