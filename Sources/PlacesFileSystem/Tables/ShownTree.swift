import FUSE
import PhotoTree
import Synchronization

/// The tree as it is shown: the tables of what it holds, and the kernel, which is told when they change (`publish`).
final class ShownTree: Sendable {
    let inodes = InodeTable()
    let handles = HandleTable()
    let directories = DirectoryTable()
    let snapshots = SnapshotTable()
    let generated: GeneratedFiles
    let departed: DepartedSidecars
    /// How long photos are likely to be that were never fetched.
    let sizes = SizeModel()
    private let kernel = Mutex<KernelNotifier?>(nil)

    init(generated: GeneratedFiles, departed: DepartedSidecars) {
        self.generated = generated
        self.departed = departed
    }

    /// Nil while nothing is mounted.
    var notifier: KernelNotifier? {
        get { kernel.withLock { $0 } }
        set { kernel.withLock { $0 = newValue } }
    }

    // MARK: Photos

    /// Changes what is known of a photo, wherever that is. The kernel hears of it only when stat(2) tells something else
    /// then: each notice makes it doubt the answers that are on their way, and one of them may be what cuts a read at the
    /// photo's end.
    ///
    /// - Returns: its number then.
    @discardableResult
    func update(_ photo: PhotoID, _ change: (inout PhotoFacts) -> Void) -> NodeNumber? {
        directories.updatePhoto(photo, change)
        guard let number = inodes.updatePhoto(photo, change) else { return nil }
        notifier?.invalidateAttributes(of: InodeNumber(number))
        return number
    }

    /// The same for a photo as long as its file is this image.
    @discardableResult
    func update(_ image: ImageKey, _ change: (inout PhotoFacts) -> Void) -> NodeNumber? {
        update(image.photo) { if $0.rendition == image.rendition { change(&$0) } }
    }

    /// A photo's true length; what lengths are learnt is what the others' are guessed by.
    func settle(_ key: ImageKey, _ file: LearntFile) {
        var estimated: (width: Int, height: Int)?
        let number = update(key) { facts in
            if facts.learnt == nil, facts.width > 0 { estimated = (Int(facts.width), Int(facts.height)) }
            facts.learn(file)
        }
        if let estimated { sizes.learn(file.length, of: estimated, number: number) }
    }

    /// What the kernel holds of a photo's bytes is of no use any more.
    ///
    /// - Returns: its number, if the kernel holds the photo.
    func dropPages(of photo: PhotoID) -> NodeNumber? {
        guard let number = inodes.number(of: photo) else { return nil }
        notifier?.invalidatePages(of: InodeNumber(number))
        return number
    }
}
