import PhotoTree
import Synchronization

/// A listing in memory, with what serving it takes: names to find, facts for stat(2), and the sizes of its files.
final class LoadedListing: Sendable {
    let listing: Listing
    /// The image each entry opens; one an entry.
    let images: [Rendition?]
    private let indexByName: [String: Int]
    private let indexByPhoto: [PhotoID: Int]
    private let facts: Mutex<[PhotoFacts]>
    private let sizes = Mutex<FileSizes?>(nil)

    /// The lengths in bytes of the files we write for this listing.
    struct FileSizes: Sendable {
        var sidecars: [Int64]
        var generated: [GeneratedFile: Int64]
    }

    init(_ listing: Listing, images: [Rendition?], learnt: [ImageKey: LearntFile]) {
        self.listing = listing
        self.images = images
        let entries = listing.entries
        indexByName = Dictionary(entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        indexByPhoto = Dictionary(
            entries.enumerated().map { ($1.photo.id, $0) }, uniquingKeysWith: { first, _ in first })
        facts = Mutex(
            zip(entries, images).map { entry, image in
                PhotoFacts(
                    entry, image: image,
                    learnt: image.flatMap { learnt[ImageKey(photo: entry.photo.id, rendition: $0.name)] })
            })
    }

    func index(named name: String) -> Int? {
        indexByName[name]
    }

    func index(of photo: PhotoID) -> Int? {
        indexByPhoto[photo]
    }

    /// What stat(2) needs of the entry at `index`.
    func facts(at index: Int) -> PhotoFacts {
        facts.withLock { $0[index] }
    }

    func updatePhoto(_ id: PhotoID, _ change: (inout PhotoFacts) -> Void) {
        guard let index = indexByPhoto[id] else { return }
        facts.withLock { change(&$0[index]) }
    }

    /// The sizes, measured once and then remembered.
    func sizes(measuredBy measure: (LoadedListing) -> FileSizes) -> FileSizes {
        if let known = sizes.withLock({ $0 }) { return known }
        let measured = measure(self)
        sizes.withLock { $0 = measured }
        return measured
    }

    /// The files tell where their directory lies, and it lies elsewhere now.
    func forgetSizes() {
        sizes.withLock { $0 = nil }
    }
}
