import FUSE
import PhotoCache
import PhotoTree

// A photo of one's own that a program moved into an album is not lost.
extension Albums {
    /// Holds the file of a photo whose bytes were copied into an album.
    func hold(_ id: PhotoID, in album: NodeNumber) async {
        let source = listings.source
        guard source.isComplete, let photo = try? await listings.photo(id) else { return }
        let file = await held.threads.run { try? source.file(of: photo) }
        if let file { held.hold(photo, file, in: album) }
    }

    /// Looks after what is held, until the task is cancelled; and once more then.
    func rescueRemoved() async {
        await held.count()
        for await _ in held.rings {
            while !held.isEmpty {
                guard (try? await listings.clock.sleep(for: .seconds(1))) != nil else { break }
                await rescue(atOnce: false)
            }
        }
        await rescue(atOnce: true)
    }

    private func rescue(atOnce: Bool) async {
        let source = listings.source
        for held in await held.threads.run({ [held] in held.removed(atOnce: atOnce) }) {
            // Saved anew under its name, by a program that writes another file for that.
            let isThere = await self.held.threads.run { (try? source.file(of: held.photo)) != nil }
            if isThere {
                self.held.forget(held.photo.id)
                continue
            }
            guard let path = await self.held.save(held) else { continue }
            let name = PrintableText.line(held.photo.ownName ?? "", maximumBytes: 100)
            _ = errors.refused(
                .readOnly, name, in: .album(held.album),
                "\"\(name)\" was removed from your photos right after it was copied here; it is saved as \(path)")
        }
    }
}
