import LinuxProcess
import PhotoTree
import Synchronization

/// What stat(2) needs of each photo that a listing in memory shows or that the kernel holds. A photo has one row,
/// which listings and inodes share: what is learnt of it is written once, and all show it. A row lives for as long as
/// anything shows it.
///
/// Rows are changed by `InodeTable.updatePhoto` alone, under its lock: it knows at the same moment what the kernel
/// holds.
final class PhotoTable: Sendable {
    final class Row: Sendable {
        private let state: Mutex<(facts: PhotoFacts, number: NodeNumber?)>

        init(_ facts: PhotoFacts) {
            state = Mutex((facts, nil))
        }

        var facts: PhotoFacts { state.withLock { $0.facts } }

        /// The photo's inode number while the kernel holds it.
        var number: NodeNumber? {
            get { state.withLock { $0.number } }
            set { state.withLock { $0.number = newValue } }
        }

        /// For `InodeTable` alone.
        ///
        /// - Returns: The facts before and after.
        func update(_ change: (inout PhotoFacts) -> Void) -> (before: PhotoFacts, after: PhotoFacts) {
            state.withLock { state in
                let before = state.facts
                change(&state.facts)
                return (before, state.facts)
            }
        }
    }

    private struct Reference {
        weak var row: Row?
    }

    private struct Table {
        var references: [PhotoID: Reference] = [:]
        /// Beyond this number the references to rows that nothing shows any more are removed.
        var limit = 1024

        mutating func insert(_ facts: PhotoFacts) -> Row {
            if references.count >= limit {
                references = references.filter { $0.value.row != nil }
                limit = max(1024, 2 * references.count)
            }
            let row = Row(facts)
            references[facts.id] = Reference(row: row)
            return row
        }
    }

    private let table = Mutex(Table())

    func row(of photo: PhotoID) -> Row? {
        table.withLock { $0.references[photo]?.row }
    }

    /// The photo's row; a new one with `facts` where there is none.
    ///
    /// - Returns: The row, and whether it is new.
    func row(for facts: PhotoFacts) -> (row: Row, isNew: Bool) {
        table.withLock { table in
            if let row = table.references[facts.id]?.row { return (row, false) }
            return (table.insert(facts), true)
        }
    }
}

/// What stat(2) needs of a photo. It is small, because it is kept for every photo that the kernel holds.
struct PhotoFacts: Hashable, Sendable {
    var id: PhotoID
    var rendition: String
    /// The length in bytes of what the source sends; the estimate or the host's hint until the length is learnt.
    private(set) var length: Int64
    /// How many bytes of ours are put into it; nil while that is not decided.
    private(set) var embedded: Int64?
    /// How many bytes of ours were in the file that the source has replaced. They count in the size until it is decided
    /// anew: with a smaller size the kernel would end the photo early for those who still have it open, without asking
    /// for the bytes that they can no longer have.
    private var formerEmbedded: Int64?
    private(set) var isHinted = false
    /// What was told of the length before one was learnt.
    private var estimate: Int64?
    /// The image is another one than the listing named.
    private(set) var isSubstitute = false
    /// Nil while the size is an estimate: the photo was not fetched before, and the listing does not tell its size.
    var learnt: KnownFile?
    /// The moment when a clock here showed what the photographer's clock showed.
    var taken: Timestamp?
    var uploaded: Timestamp?
    var directoryCount: Int
    /// When the photo was last viewed on this mount.
    var viewed: Timestamp?

    /// The length in bytes that the listing names, if it names one.
    private var named: Int64?
    /// In pixels; 0 where the listing does not say.
    private(set) var width: Int32
    private(set) var height: Int32

    init(_ entry: ListingEntry, image: Rendition?, learnt: KnownFile?, model: SizeModel? = nil) {
        id = entry.photo.id
        rendition = image?.name ?? ""
        named = image?.byteCount
        // The embedded length is kept in `embedded` alone: the fetcher knows nothing of it.
        self.learnt =
            learnt.map { KnownFile(length: $0.length, digest: $0.digest) }
            ?? named.map { KnownFile(length: $0, digest: nil) }
        embedded = learnt?.embedded
        length =
            self.learnt?.length ?? model?.estimate(of: entry.number, image)
            ?? SizeEstimate.bytes(width: image?.width, height: image?.height)
        width = Int32(clamping: image?.width ?? 0)
        height = Int32(clamping: image?.height ?? 0)
        taken = entry.photo.taken.map { max(.earliestOfFiles, Timestamp(LocalTime.moment(showing: $0.rawValue))) }
        uploaded = entry.photo.uploaded.map { max(.earliestOfFiles, $0) }
        directoryCount = entry.directoryCount
        viewed = entry.viewed
    }

    /// The size in bytes that stat(2) tells.
    var size: Int64 { length + (embedded ?? formerEmbedded ?? 0) }

    /// Whether stat(2) tells the same for both.
    func isTold(like other: PhotoFacts) -> Bool {
        size == other.size && directoryCount == other.directoryCount && viewed == other.viewed
    }

    /// Takes what a listing that was loaded since tells of the photo. What was learnt of its file since then stays,
    /// unless the listing names another image or another length. So do the counts and views, which are told one by one.
    mutating func take(_ listed: PhotoFacts) {
        var new = listed
        new.directoryCount = directoryCount
        new.viewed = viewed
        if listed.rendition == rendition, listed.named == named {
            if let learnt {
                new.learn(learnt)
            } else if isHinted {
                new.expect(length)
            }
            new.embedded = embedded ?? new.embedded
            new.formerEmbedded = formerEmbedded ?? new.formerEmbedded
            new.isSubstitute = isSubstitute
        }
        self = new
    }

    /// From now on the photo's file is `image`, whose length is yet to be learnt.
    mutating func serve(_ image: Rendition) {
        guard rendition != image.name else { return }
        rendition = image.name
        width = Int32(clamping: image.width ?? 0)
        height = Int32(clamping: image.height ?? 0)
        learnt = nil
        undecide()
        isHinted = false
        isSubstitute = true
    }

    /// Uses a length that the host hinted at until the true one is learnt.
    mutating func expect(_ length: Int64) {
        guard learnt == nil else { return }
        self.length = length
        isHinted = true
    }

    /// Takes what was learnt of the file. If it is another file than before, nothing of ours is in it until that is
    /// decided anew.
    mutating func learn(_ file: KnownFile) {
        let isOther = learnt.map { $0.isOther(than: file) } ?? false
        if learnt == nil { estimate = estimate ?? length }
        length = file.length
        isHinted = false
        learnt = KnownFile(length: file.length, digest: file.digest ?? (isOther ? nil : learnt?.digest))
        if isOther { undecide() }
        embedded = file.embedded ?? embedded
    }

    /// What was learnt of the file is wrong, or is about another file. The length that was told stands in for the true
    /// one; of a file that never came whole, the one that was told before.
    mutating func forgetFile() {
        if let estimate, learnt?.digest == nil { length = estimate }
        learnt = nil
        undecide()
    }

    mutating func embed(_ count: Int64) {
        embedded = count
        formerEmbedded = nil
    }

    private mutating func undecide() {
        formerEmbedded = embedded ?? formerEmbedded
        embedded = nil
    }
}

extension Timestamp {
    /// ext4 keeps no earlier time: a copy would differ from its photo each night anew.
    fileprivate static let earliestOfFiles = Timestamp(-1 << 31)
}

/// What stat(2) needs of a file we write ourselves.
struct FileFacts: Hashable, Sendable {
    /// In bytes.
    var size: Int64
    var modified: Timestamp
}
