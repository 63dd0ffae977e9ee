import Catalog
import PhotoTree
import Synchronization

/// The names of XMP packets' files.
enum PacketName {
    static let suffix = ".xmp"

    /// The names of the photos that a file of this name would belong to, the likelier first; none for other names.
    static func photos(besides name: String) -> [String] {
        guard name.endsWithBytes(of: suffix), name.utf8.count > suffix.utf8.count else { return [] }
        let stem = name.droppingLastBytes(suffix.utf8.count)
        return (PhotoEnding.of(stem) == nil ? [] : [stem]) + PhotoEnding.names(withStem: stem)
    }
}

/// The inode numbers of the packets that were looked up last. A packet with another content is another file, with
/// another number.
final class PacketNumbers: Sendable {
    private let known = Mutex(RecentlyUsed<PhotoID, (content: Int, number: NodeNumber)>(capacity: 512))

    func number(
        of bytes: [UInt8], of photo: PhotoID, _ files: GeneratedFiles
    ) async throws(CatalogError) -> NodeNumber {
        let content = bytes.hashValue
        if let known = known.withLock({ $0[photo] }), known.content == content { return known.number }
        let number = try await files.newNumber()
        return known.withLock { known in
            // Another caller may have been faster.
            if let other = known[photo], other.content == content { return other.number }
            known[photo] = (content, number)
            return number
        }
    }
}
