import Catalog
import FUSE
import PhotoTree

extension PlacesFileSystem {
    /// A name that left the listing still opens: no viewer, `tar` or bookmark meets ENOENT because a list moved on.
    func resolveFormer(
        _ name: String, photo: String, in key: DirectoryKey
    ) async throws(Errno) -> Resolution {
        do throws(CatalogError) {
            guard let entry = try await folder(key).formerEntry(named: photo, self) else {
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
                entry.number, .photo(entry.photo.id),
                .photo(PhotoFacts(entry, image: image, learnt: learnt, model: tree.sizes)))
        } catch {
            throw mapped(.catalog(error), "lookup", key)
        }
    }

    /// In a tag's directory: if its topic shows or showed it, and the photo bears the tag or bore it lately.
    func formerEntry(
        named name: String, bearing tag: String, of topic: NodeNumber
    ) async throws(CatalogError) -> ListingEntry? {
        let entry: ListingEntry?
        if let loaded = directories.loaded(.topic(topic)).listing, let index = loaded.index(named: name) {
            entry = loaded.listing.entries[index]
        } else {
            entry = try await catalog.formerEntry(named: name, in: .topic(topic))
        }
        guard let entry, entry.name.hasBytes(of: name), let key = TopicName.key(of: tag) else { return nil }
        if entry.photo.tags.contains(where: { TopicName.key(of: $0) == key }) { return entry }
        return try await catalog.hasLost(entry.photo.id, tag: key) ? entry : nil
    }
}
