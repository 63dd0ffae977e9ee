import FUSE
import PhotoTree
import Synchronization

/// The tree as it is shown: the tables of its contents, and the kernel, which hears of their changes (`publish`).
final class ShownTree: Sendable {
    let photos = PhotoTable()
    let inodes: InodeTable
    let handles = HandleTable()
    let directories = DirectoryTable()
    let snapshots = SnapshotTable()
    let generated: GeneratedFiles
    let removedSidecars: RemovedSidecars
    let removals: LoneRemovals
    /// Estimates the lengths of photos that were never fetched.
    let sizes = SizeModel()
    /// When the first mount of this state began: the time of everything that never changes.
    let began: Timestamp
    /// Grows whenever photos join or leave a list, and whenever a folder goes: what shows a part of what others list is
    /// then outdated.
    private let contents = Atomic<Int64>(0)
    private let kernel = Mutex<KernelNotifier?>(nil)
    private let observer = Mutex<@Sendable (TreeChange) -> Void>({ _ in })

    init(
        generated: GeneratedFiles, removedSidecars: RemovedSidecars, removals: LoneRemovals, began: Timestamp
    ) {
        inodes = InodeTable(photos)
        self.generated = generated
        self.removedSidecars = removedSidecars
        self.removals = removals
        self.began = began
    }

    var contentVersion: Int64 { contents.load(ordering: .relaxed) }

    func noteContent() { contents.wrappingAdd(1, ordering: .relaxed) }

    /// Nil while nothing is mounted.
    var notifier: KernelNotifier? {
        get { kernel.withLock { $0 } }
        set { kernel.withLock { $0 = newValue } }
    }

    /// `observe` is called after each change was published; it must not wait.
    func tell(_ observe: @escaping @Sendable (TreeChange) -> Void) {
        observer.withLock { $0 = observe }
    }

    func observed(_ change: TreeChange) {
        let observe = observer.withLock { $0 }
        observe(change)
    }

    // MARK: Photos

    /// Changes what the tables know of a photo. The kernel is told only if stat(2) then tells something else: each
    /// notice makes it doubt the replies that are on their way, and one of them may be the one that cuts a read at the
    /// photo's end.
    ///
    /// - Returns: The photo's inode number, if stat(2) tells something else now.
    @discardableResult
    func update(_ photo: PhotoID, _ change: (inout PhotoFacts) -> Void) -> NodeNumber? {
        guard let row = photos.row(of: photo) else { return nil }
        let before = row.facts.size
        guard let number = inodes.updatePhoto(row, change) else { return nil }
        notifier?.invalidateAttributes(of: InodeNumber(number))
        // Another file of the user's lies there now: who has the former one open must ask for the rest of it.
        if row.facts.rendition == Rendition.inPlace, row.facts.size != before {
            notifier?.invalidatePages(of: InodeNumber(number))
        }
        return number
    }

    /// Changes the facts of a photo, but only while its file is this image.
    @discardableResult
    func update(_ image: ImageKey, _ change: (inout PhotoFacts) -> Void) -> NodeNumber? {
        update(image.photo) { if $0.rendition == image.rendition { change(&$0) } }
    }

    /// The row of a photo, after it took what a listing tells of it.
    func row(for listed: PhotoFacts) -> PhotoTable.Row {
        let (row, isNew) = photos.row(for: listed)
        if !isNew { update(listed.id) { $0.take(listed) } }
        return row
    }

    /// Takes a photo's true length; `sizes` estimates the lengths of other photos from it.
    func publishLength(of key: ImageKey, _ file: KnownFile) {
        var estimated: (width: Int, height: Int)?
        update(key) { facts in
            if facts.learnt == nil, facts.width > 0 { estimated = (Int(facts.width), Int(facts.height)) }
            facts.learn(file)
        }
        if let estimated { sizes.learn(file.length, of: estimated) }
    }

    /// Drops the kernel's cached pages of a photo.
    ///
    /// - Returns: The photo's inode number, if the kernel holds the photo.
    func invalidatePages(of photo: PhotoID) -> NodeNumber? {
        guard let number = inodes.number(of: photo) else { return nil }
        notifier?.invalidatePages(of: InodeNumber(number))
        return number
    }
}
