import PhotoTree
import Synchronization

/// A listing in memory, with what is needed to serve it: an index of names, facts for stat(2), and the sizes of its
/// files.
final class LoadedListing: Sendable {
    let listing: Listing
    /// For each entry, the image that it opens.
    let images: [Rendition?]
    private let indexByName: [String: Int]
    private let indexByPhoto: [PhotoID: Int]
    /// If the names have ranks, the names without them, in the order of the entries.
    private let bareNames: [String]
    private let rows: [PhotoTable.Row]
    /// Whether a photo is a file of one's own, which may have been renamed.
    private let hasOwnPhotos: Bool
    private let sizes = Mutex<FileSizes?>(nil)

    /// The lengths in bytes of the files we write for this listing.
    struct FileSizes: Sendable {
        var sidecars: [Int64]
        var generated: [GeneratedFile: Int64]
    }

    /// `stored` is given as the catalog stores it; this adds the ranks to names that have them. `rows` are the photos'
    /// of its entries.
    init(_ stored: Listing, images: [Rendition?], rows: [PhotoTable.Row]) {
        let isRanked = stored.shape.isRanked
        let listing = isRanked ? stored.ranked : stored
        bareNames = isRanked ? stored.entries.map(\.name) : []
        self.listing = listing
        self.images = images
        let entries = listing.entries
        // By index: a copy of an entry holds some twenty texts.
        indexByName = Dictionary(
            entries.indices.map { (entries[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        indexByPhoto = Dictionary(
            entries.indices.map { (entries[$0].photo.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.rows = rows
        hasOwnPhotos = entries.indices.contains { entries[$0].photo.ownPath != nil }
    }

    /// Some of the photos as another directory shows them, under the same names.
    func part(_ indices: [Int], as key: DirectoryKey, _ numbers: TagNumbers.Row) -> LoadedListing {
        var part = listing
        part.directory = key
        part.total = nil
        part.generated = numbers.generated
        part.entries = indices.enumerated().map { position, index in
            var entry = listing.entries[index]
            entry.sidecarNumber = numbers.sidecar(position)
            return entry
        }
        return LoadedListing(part, images: indices.map { images[$0] }, rows: indices.map { rows[$0] })
    }

    /// The same directory after some photos came or went. What is known of those that stay is kept.
    ///
    /// - Parameters:
    ///   - changed: The listing now, of a directory whose names have no ranks.
    ///   - image: The image that a photo opens.
    ///   - joined: The rows of the photos that came; a photo that has none is left out.
    /// - Returns: The listing with all that.
    func changed(
        to changed: Listing, image: (Photo) -> Rendition?, joined: [PhotoID: PhotoTable.Row]
    ) -> LoadedListing {
        var changed = changed
        changed.entries.removeAll { indexByPhoto[$0.photo.id] == nil && joined[$0.photo.id] == nil }
        let rows = changed.entries.compactMap { entry in
            joined[entry.photo.id] ?? indexByPhoto[entry.photo.id].map { self.rows[$0] }
        }
        let images = changed.entries.map { entry in
            indexByPhoto[entry.photo.id].map { self.images[$0] } ?? image(entry.photo)
        }
        return LoadedListing(changed, images: images, rows: rows)
    }

    /// The entry with exactly these bytes as its name: Swift's strings are equal in all normal forms, file names are
    /// not.
    func index(named name: String) -> Int? {
        indexByName[name].flatMap { listing.entries[$0].name.hasBytes(of: name) ? $0 : nil }
    }

    /// If the names have ranks, the entry that had this name with an older rank or without one; else the file of one's
    /// own that had it before it was renamed.
    func index(formerlyNamed name: String) -> Int? {
        guard !bareNames.isEmpty else {
            // Desktops try many names that are not there.
            guard hasOwnPhotos else { return nil }
            return listing.entries.firstIndex { $0.photo.ownFormerName?.hasBytes(of: name) == true }
        }
        if let index = bareNames.firstIndex(where: { $0.hasBytes(of: name) }) { return index }
        let bare = RankedName.bare(name) ?? name
        return bareNames.firstIndex { RankedName.matches(bare, $0) }
    }

    func index(of photo: PhotoID) -> Int? {
        indexByPhoto[photo]
    }

    /// What stat(2) needs of the entry at `index`.
    func facts(at index: Int) -> PhotoFacts {
        rows[index].facts
    }

    /// The positions of the photos whose facts are so.
    func indices(where isWanted: (PhotoFacts) -> Bool) -> [Int] {
        rows.indices.filter { isWanted(rows[$0].facts) }
    }

    /// Whether the facts of any photo are so.
    func contains(where isWanted: (PhotoFacts) -> Bool) -> Bool {
        rows.contains { isWanted($0.facts) }
    }

    /// The sizes, measured at the first call and remembered.
    func sizes(measuredBy measure: (LoadedListing) -> FileSizes) -> FileSizes {
        if let known = sizes.withLock({ $0 }) { return known }
        let measured = measure(self)
        sizes.withLock { $0 = measured }
        return measured
    }

    var isMeasured: Bool { sizes.withLock { $0 != nil } }

    /// Forgets the sizes: the files contain the path of their directory, and that has changed.
    func forgetSizes() {
        sizes.withLock { $0 = nil }
    }
}
