import Catalog
import FUSE
import Logging
import PhotoCache
import PhotoTree

// Looks at photos become views when nothing can take them back any more.
extension PlacesFileSystem {
    /// Settles which looks were views, until it is cancelled.
    func settleViews(_ clock: any Clock<Duration>) async {
        for await _ in folders.recents.views.rings {
            while !folders.recents.views.isIdle {
                guard (try? await clock.sleep(for: settings.timing.viewPause)) != nil else { break }
                await note(folders.recents.views.settle())
            }
        }
    }

    /// Nobody reads any more, so nothing can be taken back.
    func settleLastViews() async {
        await note(folders.recents.views.settle(all: true))
    }

    /// Writes the list a moment after it changed: by then a copy has been told from a view. Who lists `recents/` sooner
    /// has it written sooner.
    private func note(_ settled: [PhotoID: Timestamp]) async {
        do throws(CatalogError) {
            try await folders.recents.write()
        } catch {
            logger.error("cannot write down what was viewed", metadata: ["cause": "\(error)"])
        }
        do throws(CatalogError) {
            if !settled.isEmpty { try await listings.catalog.noteViews(settled.mapValues { $0 }) }
        } catch {
            for (photo, moment) in settled { await record(.viewed(photo, moment)) }
        }
        for (photo, time) in settled {
            tree.update(photo) { $0.viewed = time }
            guard let number = inodes.number(of: photo) else { continue }
            if case .photo(let facts)? = inodes.record(number)?.facts {
                photos.cache.viewed(ImageKey(photo: photo, rendition: facts.rendition), at: time)
            }
        }
    }
}
