import PhotoTree

/// What stat(2) needs of a photo: small, because it is kept for every photo the kernel holds, however many.
struct PhotoFacts: Hashable, Sendable {
    var id: PhotoID
    var rendition: String
    /// In bytes; the estimate until it is learnt, or the host's hint.
    var size: Int64
    private(set) var isHinted = false
    /// Nil while the size is an estimate: neither fetched before, nor told by the listing.
    var learnt: LearntFile?
    var taken: Timestamp?
    var uploaded: Timestamp?
    var directoryCount: Int
    /// When it was last viewed here.
    var viewed: Timestamp?

    init(_ entry: ListingEntry, image: Rendition?, learnt: LearntFile?) {
        id = entry.photo.id
        rendition = image?.name ?? ""
        let named = image?.byteCount.flatMap { $0 > 0 ? LearntFile(length: $0, digest: nil) : nil }
        self.learnt = learnt ?? named
        size = self.learnt?.length ?? SizeEstimate.bytes(width: image?.width, height: image?.height)
        taken = entry.photo.taken
        uploaded = entry.photo.uploaded
        directoryCount = entry.directoryCount
        viewed = entry.viewed
    }

    /// Its file is another image from now on, whose length is yet to be learnt.
    mutating func serve(_ image: Rendition) {
        guard rendition != image.name else { return }
        rendition = image.name
        learnt = nil
        isHinted = false
    }

    /// Takes a length that is believed until it is learnt.
    mutating func expect(_ length: Int64) {
        guard learnt == nil else { return }
        size = length
        isHinted = true
    }

    mutating func learn(_ file: LearntFile) {
        size = file.length
        isHinted = false
        learnt = LearntFile(length: file.length, digest: file.digest ?? learnt?.digest)
    }
}

/// What stat(2) needs of a file we write ourselves.
struct FileFacts: Hashable, Sendable {
    /// In bytes.
    var size: Int64
    var modified: Timestamp
}
