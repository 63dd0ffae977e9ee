import FUSE
import PhotoTree
import Synchronization

/// The way to the kernel: open while something is mounted.
final class KernelLink: Sendable {
    private let link = Mutex<KernelNotifier?>(nil)

    /// Nil while nothing is mounted.
    var notifier: KernelNotifier? {
        get { link.withLock { $0 } }
        set { link.withLock { $0 = newValue } }
    }
}

/// Brings a photo's true length to where estimates are: the tables, and what the kernel holds of its attributes.
struct SizeSettlement: Sendable {
    let inodes: InodeTable
    let directories: DirectoryTable
    let kernel: KernelLink
    /// What lengths are learnt is what the others' are guessed by.
    let model = SizeModel()

    /// What stat(2) tells is right from now on. The kernel hears of a size only when it is another one: each notice makes
    /// it doubt the answers that are on their way, and one of them may be what cuts a read at the photo's end.
    func settle(_ key: ImageKey, _ file: LearntFile) {
        var estimated: (width: Int, height: Int)?
        let number = update(key) { facts in
            if facts.learnt == nil, facts.width > 0 { estimated = (Int(facts.width), Int(facts.height)) }
            facts.learn(file)
        }
        if let estimated { model.learn(file.length, of: estimated, number: number) }
    }

    /// What stat(2) tells is the host's hint until the length is learnt.
    func expect(_ key: ImageKey, _ length: Int64) {
        update(key) { $0.expect(length) }
    }

    /// What of ours is put into the photo counts for stat(2).
    func embed(_ key: ImageKey, _ count: Int64) {
        update(key) { $0.embed(count) }
    }

    @discardableResult private func update(
        _ key: ImageKey, _ change: (inout PhotoFacts) -> Void
    ) -> NodeNumber? {
        func changeRendition(_ facts: inout PhotoFacts) {
            if facts.rendition == key.rendition { change(&facts) }
        }
        directories.updatePhoto(key.photo, changeRendition)
        let number = inodes.updatePhoto(key.photo, changeRendition)
        if let number { kernel.notifier?.invalidateAttributes(of: InodeNumber(number)) }
        return number
    }

    /// The host sent other bytes under the same address: pages that the kernel holds are wrong, too.
    func changeLength(of photo: PhotoID) -> NodeNumber? {
        guard let number = inodes.number(of: photo) else { return nil }
        kernel.notifier?.invalidatePages(of: InodeNumber(number))
        return number
    }
}
