import Catalog
import FUSE
import Logging
import PhotoCache
import PhotoTree

// recents/: the photos viewed last. A view is known in memory at once; the listing in the catalog follows before
// anybody sees it.
extension PlacesFileSystem {
    /// The listing of `recents/` with its ranks, brought up to date.
    func recentsListing() async throws(Errno) -> LoadedListing? {
        do throws(CatalogError) {
            do throws(CatalogError) {
                try await writeRecents()
            } catch {
                // The list as it was written last is still one, and so is the one in memory when there is room.
                guard error.mayPass else { throw error }
            }
            return try await kept(.recents)
        } catch {
            throw mapped(.catalog(error), "list", .recents)
        }
    }

    /// Writes the list down if a view changed it since.
    func writeRecents() async throws(CatalogError) {
        try await recentsOrder.run { [self] () async throws(CatalogError) in
            guard let photos = views.takeChange() else { return }
            do throws(CatalogError) {
                try await apply(try await catalog.replaceRecents(with: photos), to: .recents)
            } catch {
                views.returnChange()
                throw error
            }
        }
    }

    /// The photo at a path below the mountpoint, if the listing that has it is in memory: nothing is waited for.
    func knownPhoto(at path: String) -> PhotoID? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard let name = parts.last, let key = folders.directory(at: parts.dropLast()),
            // A tag's photos bear the same names in all of its topic.
            let listing = directories.loaded(key.whatBringsIt).listing,
            let index = listing.index(named: name) ?? listing.index(formerlyNamed: name)
        else { return nil }
        return listing.listing.entries[index].photo.id
    }

    /// Settles which looks were views, until it is cancelled.
    func settleViews(_ clock: any Clock<Duration>) async {
        for await _ in views.rings {
            while !views.isIdle {
                guard (try? await clock.sleep(for: settings.timing.viewPause)) != nil else { break }
                await note(views.settle())
            }
        }
    }

    /// Nobody reads any more, so nothing can be taken back.
    func settleLastViews() async {
        await note(views.settle(all: true))
    }

    /// Writes the list a moment after it changed: by then a copy has been told from a view. Who lists `recents/` sooner
    /// has it written sooner.
    private func note(_ settled: [PhotoID: Timestamp]) async {
        do throws(CatalogError) {
            try await writeRecents()
        } catch {
            logger.error("cannot write down what was viewed", metadata: ["cause": "\(error)"])
        }
        do throws(CatalogError) {
            if !settled.isEmpty { try await catalog.noteViews(settled.mapValues { $0 }) }
        } catch {
            for (photo, moment) in settled { await record(.viewed(photo, moment)) }
        }
        for (photo, time) in settled {
            tree.update(photo) { $0.viewed = time }
            guard let number = inodes.number(of: photo) else { continue }
            if case .photo(let facts)? = inodes.record(number)?.facts {
                cache.viewed(ImageKey(photo: photo, rendition: facts.rendition), at: time)
            }
        }
    }
}

extension Listing {
    /// In `recents/` names tell their rank.
    var ranked: Listing {
        var ranked = self
        for index in entries.indices {
            ranked.entries[index].name = RankedName.shown(entries[index].name, rank: index + 1)
        }
        return ranked
    }
}
