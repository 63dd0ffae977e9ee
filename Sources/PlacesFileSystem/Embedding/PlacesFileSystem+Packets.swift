import Catalog
import FUSE
import PhotoTree

// Programs that do not write into photos look for an XMP packet in a file beside them: `NAME.jpg.xmp` (darktable,
// digiKam) or `NAME.xmp` (Lightroom).
extension PlacesFileSystem {
    /// The packet that `name` means beside the photos of a listing; nil when it means none.
    func packet(named name: String, beside loaded: LoadedListing) async throws(Errno) -> Resolution? {
        let (photos, key) = (PacketName.photos(besides: name), loaded.listing.directory)
        for photo in photos {
            guard let index = loaded.index(named: photo) ?? loaded.index(formerlyNamed: photo) else { continue }
            return try await packet(beside: loaded.listing.entries[index].photo, in: key)
        }
        // A photo that left the listing still opens, and so does the packet beside it.
        for photo in photos {
            let former = try await errors.mapping("lookup", key) { () async throws(CatalogError) in
                try await (folder(key) as? any Listed)?.formerEntry(named: photo)
            }
            if let former { return try await packet(beside: former.photo, in: key) }
        }
        return nil
    }

    private func packet(beside photo: Photo, in key: DirectoryKey) async throws(Errno) -> Resolution {
        let packet = try await packet(of: photo, in: key)
        let facts = FileFacts(size: Int64(packet.bytes.count), modified: photo.uploaded ?? folders.started)
        return .found(packet.number, .packet(photo.id, in: key), .file(facts))
    }

    /// - Throws: ESTALE when the packet has changed; the kernel then looks the name up again.
    func openPacket(_ number: NodeNumber, of id: PhotoID, in key: DirectoryKey) async throws(Errno) -> OpenedFile {
        guard let photo = try await photo(id, for: "open") else { throw .noEntry }
        let packet = try await packet(of: photo, in: key)
        guard packet.number == number else { throw .stale }
        return opened(FileContent(packet.bytes))
    }

    private func packet(of photo: Photo, in key: DirectoryKey) async throws(Errno) -> (
        number: NodeNumber, bytes: [UInt8]
    ) {
        try await errors.mapping("lookup", key) { () async throws(CatalogError) in
            let image = listings.image(of: photo).map { ImageKey(photo: photo.id, rendition: $0.name) }
            let bytes = try await folders.engines.embedded.packet(of: photo, image: image)
            return (try await folders.engines.packets.number(of: bytes, of: photo.id, tree.generated), bytes)
        }
    }
}
