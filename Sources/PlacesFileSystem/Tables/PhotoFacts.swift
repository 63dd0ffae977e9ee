import PhotoTree

/// What stat(2) needs of a photo: small, because it is kept for every photo the kernel holds, however many.
struct PhotoFacts: Hashable, Sendable {
    var id: PhotoID
    var rendition: String
    /// Of what the source sends, in bytes; the estimate until it is learnt, or the host's hint.
    private(set) var length: Int64
    /// How many bytes of ours are put into it; nil while that is not decided.
    private(set) var embedded: Int64?
    private(set) var isHinted = false
    /// The image is not the one that the listing named, of which the facts were asked for.
    private(set) var isSubstitute = false
    /// Nil while the size is an estimate: neither fetched before, nor told by the listing.
    var learnt: LearntFile?
    var taken: Timestamp?
    var uploaded: Timestamp?
    var directoryCount: Int
    /// When it was last viewed here.
    var viewed: Timestamp?

    /// In pixels; 0 where the listing does not say.
    private(set) var width: Int32
    private(set) var height: Int32

    init(_ entry: ListingEntry, image: Rendition?, learnt: LearntFile?, model: SizeModel? = nil) {
        id = entry.photo.id
        rendition = image?.name ?? ""
        let named = image?.byteCount.map { LearntFile(length: $0, digest: nil) }
        // What is embedded stands beside it: who fetches knows nothing of that.
        self.learnt = learnt.map { LearntFile(length: $0.length, digest: $0.digest) } ?? named
        embedded = learnt?.embedded
        length =
            self.learnt?.length ?? model?.estimate(of: entry.number, image)
            ?? SizeEstimate.bytes(width: image?.width, height: image?.height)
        width = Int32(clamping: image?.width ?? 0)
        height = Int32(clamping: image?.height ?? 0)
        taken = entry.photo.taken
        uploaded = entry.photo.uploaded
        directoryCount = entry.directoryCount
        viewed = entry.viewed
    }

    /// What stat(2) tells, in bytes.
    var size: Int64 { length + (embedded ?? 0) }

    /// Whether stat(2) tells the same of both.
    func isTold(like other: PhotoFacts) -> Bool {
        size == other.size && directoryCount == other.directoryCount && viewed == other.viewed
    }

    /// Its file is another image from now on, whose length is yet to be learnt.
    mutating func serve(_ image: Rendition) {
        guard rendition != image.name else { return }
        rendition = image.name
        width = Int32(clamping: image.width ?? 0)
        height = Int32(clamping: image.height ?? 0)
        learnt = nil
        embedded = nil
        isHinted = false
        isSubstitute = true
    }

    /// Takes a length that is believed until it is learnt.
    mutating func expect(_ length: Int64) {
        guard learnt == nil else { return }
        self.length = length
        isHinted = true
    }

    /// Another file than the one that was known bears nothing of ours until that is decided anew.
    mutating func learn(_ file: LearntFile) {
        let isOther = learnt.map { $0.isOther(than: file) } ?? false
        length = file.length
        isHinted = false
        learnt = LearntFile(length: file.length, digest: file.digest ?? (isOther ? nil : learnt?.digest))
        embedded = file.embedded ?? (isOther ? nil : embedded)
    }

    mutating func embed(_ count: Int64) {
        embedded = count
    }
}

/// What stat(2) needs of a file we write ourselves.
struct FileFacts: Hashable, Sendable {
    /// In bytes.
    var size: Int64
    var modified: Timestamp
}
