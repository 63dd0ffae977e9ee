import Catalog
import FUSE
import PhotoTree

// pins/: a directory made there is a pin, with an album of photos taken near its point.
extension PlacesFileSystem {
    func makePin(_ name: String) async throws(Errno) -> DirectoryKey {
        guard let meaning = PinName(name), !FileName.isReserved(name) else { throw .invalid }
        guard pins.key(likeNamed: name) == nil else { throw .exists }
        guard let spot = spot(meaning) else { return .placeholder(try await makePlaceholder(name)) }
        let pin = try await dropPin(named: name, at: spot, reusing: nil)
        await collect(for: pin.number)
        return .pin(pin.number)
    }

    /// `replacing` makes no difference: a pin is never empty, so nothing can take its place.
    func renamePin(_ name: String, to newName: String) async throws(Errno) {
        guard let key = pins.key(named: name) else { throw try await refusal(of: name, in: .pins) }
        guard let meaning = PinName(newName), !FileName.isReserved(newName) else { throw .invalid }
        if let other = pins.key(likeNamed: newName), other != key { throw .exists }
        switch (key, spot(meaning)) {
        case (.placeholder(let number), nil):
            pins.addPlaceholder(number, named: newName, now: now())
        case (.placeholder(let number), let spot?):
            let pin = try await dropPin(named: newName, at: spot, reusing: number)
            // The kernel knows the directory by its number, and keeps it.
            inodes.change(number, to: .directory(.pin(number)))
            generated.forget(key)
            expireAll([GeneratedFile.readme.rawValue], in: .pin(number))
            await collect(for: pin.number)
        case (.pin(let number), let spot?):
            try await movePin(number, to: newName, at: spot)
        default:
            // It would lose its album.
            throw .invalid
        }
    }

    func removePin(_ name: String) async throws(Errno) {
        guard let key = pins.key(named: name) else { throw try await refusal(of: name, in: .pins) }
        guard case .pin(let number) = key else {
            if case .placeholder(let number) = key { pins.remove(number, now: now()) }
            return forget(key)
        }
        try await storeRemoval(of: key) { [self] () async throws(CatalogError) in
            try await pinOrder.run { [self] () async throws(CatalogError) in
                try await catalog.removePin(number)
                pins.remove(number, now: now())
                forget(key)
            }
        }
    }

    /// The point that a name means; nil for one that is neither a point nor a place of the gazetteer.
    private func spot(_ meaning: PinName) -> Coordinate? {
        switch meaning {
        case .point(let coordinate, _): coordinate
        case .word(let name): gazetteer.pinned(named: name)?.coordinate
        }
    }

    private func makePlaceholder(_ name: String) async throws(Errno) -> NodeNumber {
        do throws(CatalogError) {
            let number = try await generated.newNumber()
            pins.addPlaceholder(number, named: name, now: now())
            directories.setNumbers([.placeholder(number): number])
            return number
        } catch {
            throw mapped(.catalog(error), "write", .pins)
        }
    }

    private func dropPin(
        named name: String, at spot: Coordinate, reusing number: NodeNumber?
    ) async throws(Errno) -> Pin {
        let subtitle = await words(for: spot)
        let pin = try await store { () async throws(CatalogError) in
            try await catalog.addPin(named: name, at: spot, subtitle: subtitle, reusing: number)
        }
        guard let pin else { throw .exists }
        pins.add(pin, now: now())
        directories.setNumbers([.pin(pin.number): pin.number])
        return pin
    }

    private func movePin(_ number: NodeNumber, to name: String, at spot: Coordinate) async throws(Errno) {
        guard let before = pins.pin(number) else { throw .noEntry }
        let key = DirectoryKey.pin(number)
        let isMoved = before.point != PinPoint(spot)
        let shown = try await knownListing(of: key)?.listing
        let subtitle = isMoved ? await words(for: spot) : before.subtitle
        let isDone = try await storeRemoval(of: key) { [self] () async throws(CatalogError) in
            try await pinOrder.run { [self] () async throws(CatalogError) in
                let pin = try await catalog.movePin(number, to: name, at: spot, subtitle: subtitle)
                guard let pin else { return false }
                pins.add(pin, now: now())
                guard isMoved else { return true }
                forget(key)
                directories.setNumbers([key: number])
                return true
            }
        }
        guard isDone else { throw pins.pin(number) == nil ? .noEntry : .exists }
        guard isMoved else { return try await showAnew(key, from: shown) }
        let names = shown.map { ListingChange(from: nil, to: $0, sidecars: settings.sidecars).expired } ?? []
        expireAll(names + [GeneratedFile.noImages.rawValue], in: key)
        await collect(for: number)
    }

    /// Under another name: maps and sidecars tell where they lie, so they are other files now.
    func showAnew(_ key: DirectoryKey, from shown: Listing?) async throws(Errno) {
        try await store { () async throws(CatalogError) in
            guard let listing = try await catalog.listing(of: key) else { return }
            try await apply(ListingUpdate(old: shown, new: listing, isChanged: true), to: key)
        }
    }

    @concurrent private func words(for spot: Coordinate) async -> String {
        gazetteer.words(for: spot)
    }

    func expireAll(_ names: [String], in key: DirectoryKey, ofDirectories: Bool = false) {
        guard let notifier, let number = directories.number(of: key).map({ InodeNumber($0) }) else { return }
        notifier.invalidatePages(of: number)
        for name in names {
            notifier.expireEntry(name, in: number, ofDirectory: ofDirectories)
        }
    }
}
