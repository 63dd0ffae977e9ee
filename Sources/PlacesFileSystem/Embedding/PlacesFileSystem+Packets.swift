import Catalog
import FUSE
import PhotoTree

// Programs that edit no photos look for an XMP packet in a file beside them: `NAME.jpg.xmp` (darktable, digiKam) or
// `NAME.xmp` (Lightroom).
extension PlacesFileSystem {
    /// What `name` leads to beside the photos of a listing; nil when it is no packet's.
    func packet(named name: String, beside loaded: LoadedListing) async throws(Errno) -> Resolution? {
        for photo in PacketName.photos(besides: name) {
            guard let index = loaded.index(named: photo) ?? loaded.index(formerlyNamed: photo) else { continue }
            let (entry, key) = (loaded.listing.entries[index], loaded.listing.directory)
            let packet = try await packet(of: entry.photo, in: key)
            let facts = FileFacts(size: Int64(packet.bytes.count), modified: entry.photo.uploaded ?? folders.started)
            return .found(packet.number, .packet(entry.photo.id, in: key), .file(facts))
        }
        return nil
    }

    /// - Throws: ESTALE, which makes the kernel look the name up again, when the packet is another one by now.
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
