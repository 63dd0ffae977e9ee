import PhotoTree
import Synchronization

/// The digests of photos as they are read here, with what is put into them. Where nothing is put in, the source's file
/// has the same digest, which the catalog knows.
final class ServedDigests: Sendable {
    private let digests = Mutex(RecentlyUsed<ImageKey, (file: KnownFile, digest: String)>(capacity: 16_384))

    /// SHA-256 in hexadecimal digits; nil while it is not known. `facts` is what is known of the photo's file;
    /// `isConcerned` is whether anything may be put into it.
    func digest(of facts: PhotoFacts, isConcerned: Bool) -> String? {
        guard let learnt = facts.learnt, let embedded = facts.embedded ?? (isConcerned ? nil : 0),
            let source = learnt.digest
        else { return nil }
        guard embedded != 0 else { return Self.digits(source) }
        let key = ImageKey(photo: facts.id, rendition: facts.rendition)
        let file = KnownFile(length: learnt.length, digest: source, embedded: embedded)
        return digests.withLock { $0[key].flatMap { $0.file == file ? Self.digits($0.digest) : nil } }
    }

    func note(_ digest: String, of key: ImageKey, _ file: KnownFile) {
        digests.withLock { $0[key] = (file, digest) }
    }

    private static func digits(_ digest: String) -> String? {
        digest.hasPrefix("sha256:") ? String(digest.dropFirst("sha256:".count)) : nil
    }
}
