import Catalog
import EmbeddedCredit
import FUSE
import PhotoTree
import Synchronization

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
        guard let photo = try await photo(id) else { throw .noEntry }
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

/// The names of packets' files.
enum PacketName {
    static let suffix = ".xmp"

    /// The names of the photos that a file of this name would stand beside, the likelier first; none for other names.
    static func photos(besides name: String) -> [String] {
        guard name.endsWithBytes(of: suffix), name.utf8.count > suffix.utf8.count else { return [] }
        let stem = name.droppingLastBytes(suffix.utf8.count)
        return (stem.endsWithBytes(of: ".jpg") ? [stem] : []) + [stem + ".jpg"]
    }
}

/// The numbers of the packets that were looked at last. Another content is another file, with another number.
final class PacketNumbers: Sendable {
    private let known = Mutex(RecentlyUsed<PhotoID, (content: Int, number: NodeNumber)>(capacity: 512))

    func number(
        of bytes: [UInt8], of photo: PhotoID, _ files: GeneratedFiles
    ) async throws(CatalogError) -> NodeNumber {
        let content = bytes.hashValue
        if let known = known.withLock({ $0[photo] }), known.content == content { return known.number }
        let number = try await files.newNumber()
        return known.withLock { known in
            // Somebody else may have come first.
            if let other = known[photo], other.content == content { return other.number }
            known[photo] = (content, number)
            return number
        }
    }
}
