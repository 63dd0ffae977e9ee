import Catalog
import PhotoCache
import PhotoTree

extension Keeping {
    /// How far a folder is kept.
    struct Progress: Hashable, Sendable {
        /// How many of its photos can be read without a network.
        var photos = 0
        var of = 0
        /// What its photos take on the disk, small renditions included, where that was asked for.
        var bytes: Int64 = 0
        /// When the list last changed.
        var changed: Timestamp?
        /// Why what is missing does not come now.
        var error: String?

        /// `user.places.kept`.
        var text: String { "\(photos) of \(of)" }
    }

    /// How far these lists are kept.
    ///
    /// - Parameters:
    ///   - lists: Of one folder.
    ///   - bytes: What each photo takes on the disk, for a report with sizes.
    /// - Returns: nil while none of them was read.
    func progress(of lists: [DirectoryKey], bytes: [PhotoID: Int64] = [:]) -> Progress? {
        let (known, images, failures, trouble) = state
        guard lists.isEmpty || lists.contains(where: { known[$0] != nil }), let shelf else { return nil }
        var progress = Progress()
        var seen: Set<PhotoID> = []
        let listed = lists.flatMap { known[$0]?.listed ?? [] }.filter { seen.insert($0).inserted }
        let here = shelf.whole(
            among: listed.compactMap { photo in images[photo].map { ImageKey(photo: photo, rendition: $0) } })
        var failure: String?
        progress.of = listed.count
        for photo in listed {
            if let name = images[photo], here.contains(ImageKey(photo: photo, rendition: name)) {
                progress.photos += 1
            } else if images[photo] == nil {
                failure = failure ?? "its source has not said yet what this photo is"
            } else {
                failure = failure ?? failures.sentence(of: photo)
            }
        }
        for list in lists {
            progress.changed = [progress.changed, known[list]?.changed].compactMap(\.self).max()
            seen.formUnion(known[list]?.former ?? [])
        }
        if !bytes.isEmpty { progress.bytes = seen.reduce(0) { $0 + (bytes[$1] ?? 0) } }
        let isListed = lists.allSatisfy { known[$0]?.changed != nil }
        if progress.photos < progress.of || !isListed { progress.error = trouble ?? failure }
        return progress
    }
}
