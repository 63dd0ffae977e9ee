import Catalog
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

// Which photos are to be kept: what the lists of kept folders have, and had within 30 days.
extension Keeper {
    /// So many photos are read from the catalog at once.
    private static let chunk = 200

    var lists: [DirectoryKey] {
        var seen: Set<DirectoryKey> = []
        return (keeping.held + keeping.folders).flatMap(folders.keptLists).filter { seen.insert($0).inserted }
    }

    /// Reads which photos are to be kept, and removes the others. Lists that are known and did not change are not read
    /// again.
    func readLists() async throws(CatalogError) {
        let (lists, departed) = (lists, try await departedPlaces())
        let wereDeparted = state.withLock { state in
            defer { state.departed = Set(departed) }
            return state.departed
        }
        let keys = lists + departed
        let catalog = listings.catalog
        let (known, before, touched) = (keeping.images, keeping.lists, keeping.takeTouched())
        var read: [DirectoryKey: KeptList] = [:]
        if let touched {
            // Of a place that left its country only what is here is known.
            for key in lists where !touched.contains(key.listingKey) && !wereDeparted.contains(key) {
                if let list = before[key], list.changed != nil { read[key] = list }
            }
        }
        let unchanged = Set(read.values.flatMap { $0.listed + $0.former })
        let new = keys.filter { read[$0] == nil }
        read.merge(try await catalog.keptPhotos(of: new.filter { $0.listingKey == $0 })) { $1 }
        for key in new where key.listingKey != key {
            read[key] = try await (folders.folder(key) as? any Keepable)?.keptPart()
        }
        let shelved = departed.isEmpty ? [] : Set(keeping.shelf?.keys().map(\.photo) ?? [])
        for key in departed {
            guard let list = read[key] else { continue }
            read[key] = KeptList(former: (list.listed + list.former).filter(shelved.contains), changed: list.changed)
        }
        // What left a list stays while it is here, and is not fetched.
        let listed = Set(new.flatMap { read[$0]?.listed ?? [] })
        let ids = listed.union(new.flatMap { read[$0]?.former ?? [] })
        var images = known.filter { unchanged.contains($0.key) }
        var complete = keeping.complete.filter(unchanged.contains)
        var coming = keeping.coming.filter { unchanged.contains($0.key) && !complete.contains($0.key) }
        var own: [PhotoID: [String]] = [:]
        var rest = Array(ids)[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(Self.chunk))
            rest = rest.dropFirst(Self.chunk)
            let photos = try await catalog.photos(some)
            var keys: [ImageKey] = []
            for (id, photo) in photos {
                var name = listings.image(of: photo)?.name
                // The host did not serve what the listing names.
                if let before = known[id], photo.renditions.contains(where: { $0.name == before }), keeping.holds(id) {
                    name = before
                }
                images[id] = name
                keeping.renewed(id, version: photo.renditions.hashValue)
                if let name { keys.append(ImageKey(photo: id, rendition: name)) }
            }
            let learnt = try await catalog.learntFiles(keys)
            let smalls = photos.compactMapValues(smallKey)
            let moments = try await catalog.confirmed(keys + smalls.values)
            for key in keys {
                guard let photo = photos[key.photo] else { continue }
                let small = smalls[key.photo]
                own[key.photo] = [key.rendition] + [small?.rendition].compactMap(\.self)
                let isOutdated = moments[key] == .outdated || small.map { moments[$0] == .outdated } ?? false
                if let file = learnt[key], !isOutdated, isWhole(key, file, small) {
                    complete.insert(key.photo)
                } else if listed.contains(key.photo), !keeping.isShelved(key.photo, as: key.rendition) {
                    coming[key.photo] = usualSize(photo, key, learnt[key])
                }
            }
        }
        keeping.take(read, images, complete: complete, coming: coming)
        state.withLock { state in state.smalls.forget { images[$0.photo] == nil } }
        // After the loss of a catalog a country may show no place yet: of it nothing is known.
        let isKnown = !departed.isEmpty || keeping.folders.allSatisfy { !folders.keptLists(of: $0).isEmpty }
        let isWhole = isKnown && keys.allSatisfy { read[$0]?.changed != nil }
        clear(of: before.values, for: read.values, whole: isWhole)
        noteOthers(than: own)
    }

    /// Reads the lists; when the state cannot be read now, it is read later.
    func readListsOrLater() async {
        do throws(CatalogError) { try await readLists() } catch { keeping.outdate() }
    }

    /// The places that left a country that is kept, and whose photos are known for their 30 days. Of one that left
    /// before the mount nobody knows the country.
    private func departedPlaces() async throws(CatalogError) -> [DirectoryKey] {
        let kept = Set(keeping.folders.filter { folders.keptLists(of: $0) != [$0] })
        var countries: [DirectoryKey: DirectoryKey] = [:]
        for country in folders.places.snapshot.index.countries {
            for place in country.identifiers { countries[.place(place)] = .country(country.name) }
        }
        let before = state.withLock { state in
            state.countries.merge(countries) { $1 }
            return state.countries
        }
        guard !kept.isEmpty else { return [] }
        return try await listings.catalog.knownPlaces(besides: Set(countries.keys)).filter { place in
            before[place].map(kept.contains) ?? true
        }
    }

    /// Removes what no list has any more. What none had before either may be of a list that has not come yet, after the
    /// loss of a catalog: that waits until the lists are whole.
    private func clear(of before: some Sequence<KeptList>, for lists: some Sequence<KeptList>, whole isWhole: Bool) {
        guard let shelf = keeping.shelf, shelf.isCounted else { return }
        let (was, kept) = (Set(before.flatMap { $0.listed + $0.former }), Set(lists.flatMap { $0.listed + $0.former }))
        for key in shelf.keys() where !kept.contains(key.photo) && (isWhole || was.contains(key.photo)) {
            shelf.remove(key)
        }
        // A mount with less room than the one before: what is listed stays.
        var excess = shelf.usage.bytes - shelf.usage.limit
        guard excess > 0, isWhole else { return }
        let (listed, lengths) = (Set(lists.flatMap(\.listed)), shelf.lengths())
        for (key, length) in lengths where excess > 0 && !listed.contains(key.photo) {
            shelf.remove(key)
            excess -= length
        }
    }

    /// Finds what the shelf has of these photos in other renditions than those they are read in. It leaves with the
    /// photo that comes in its place.
    private func noteOthers(than own: [PhotoID: [String]]) {
        guard let shelf = keeping.shelf, shelf.isCounted else { return }
        var others: [PhotoID: [ImageKey]] = [:]
        for key in shelf.keys() where own[key.photo]?.contains(key.rendition) == false {
            others[key.photo, default: []].append(key)
        }
        state.withLock { state in
            for photo in own.keys { state.others[photo] = others[photo] }
        }
        for photo in others.keys where keeping.isComplete(photo) { removeOthers(of: photo) }
    }

    /// The photo is here as it is read.
    func removeOthers(of photo: PhotoID) {
        let others = state.withLock { $0.others.removeValue(forKey: photo) } ?? []
        for key in others where !keeping.isOwn(key) { keeping.shelf?.remove(key) }
    }

    /// What a photo that is not here will take, with its small rendition.
    func usualSize(_ photo: Photo, _ key: ImageKey, _ learnt: KnownFile?) -> Int64 {
        let image = photo.renditions.first { $0.name == key.rendition }
        let known = learnt.map { $0.length + ($0.embedded ?? 0) } ?? image?.byteCount
        return (photos.engines.small == nil ? 0 : Keeping.usualSmall)
            + (known ?? Keeping.usualSize(width: image?.width ?? 0, height: image?.height ?? 0))
    }

    /// Whether nothing is missing of a photo that is on the shelf: its digest, what is put into it, its small
    /// rendition.
    private func isWhole(_ key: ImageKey, _ file: KnownFile, _ small: ImageKey?) -> Bool {
        guard file.digest != nil, let shelf = keeping.shelf, shelf.contains(key) else { return false }
        guard file.embedded != nil || !photos.engines.embedded.concerns(key.rendition) else { return false }
        guard let small, !shelf.contains(small) else { return true }
        // It is kept without one for a while.
        return state.withLock { !$0.smalls.isDue(small, at: time.elapsed) }
    }

    /// The small rendition of a photo that is kept; nil where there is none.
    private func smallKey(_ photo: Photo) -> ImageKey? {
        guard let small = photos.engines.small else { return nil }
        return listings.source.image(of: photo, upTo: small.rendition).map {
            ImageKey(photo: photo.id, rendition: $0.name)
        }
    }

    /// Asks for the lists that nobody has looked at for a day: they may have other photos by now.
    func renewLists() async {
        let isFirst = state.withLock { state in
            defer { state.isRenewing = true }
            return !state.isRenewing
        }
        guard isFirst else { return }
        defer { state.withLock { $0.isRenewing = false } }
        let keys = lists.map(\.listingKey)
        guard (try? await listings.loadExtents(of: keys)) != nil else { return }
        let now = time.elapsed
        state.withLock { $0.renewed = $0.renewed.filter { now - $1 < Self.day } }
        for key in keys where !isEnding && state.withLock({ $0.renewed[key] }) == nil {
            guard let folder = folders.folder(key) as? any Refreshed, folder.isThere, folder.isStale,
                let refreshed = folder.refreshed, !(.zero..<Self.day).contains(listings.now() - refreshed)
            else { continue }
            let error = await folder.refresh(within: .fromNow(listings.settings.timing.crawlWait))
            if error?.isOfSource == true { return }
            // One that always fails is asked for as rarely as the others, and holds up none of them for long.
            state.withLock { $0.renewed[key] = time.elapsed }
            if error?.isSilence == true { return }
        }
    }
}

extension RefreshError {
    /// Whether other folders would get no answer either.
    var isOfSource: Bool {
        switch self {
        case .source(.unreachable), .source(.credentialsRefused), .source(.tooManyRequests), .source(.backingOff),
            .source(.shareUsed), .source(.cancelled), .catalog, .interrupted:
            true
        case .source(.timedOut), .source(.failed), .source(.gone), .partialResults, .timedOut: false
        }
    }

    /// Whether others may get none, and would take as long.
    var isSilence: Bool {
        switch self {
        case .source(.timedOut), .timedOut: true
        default: false
        }
    }
}
