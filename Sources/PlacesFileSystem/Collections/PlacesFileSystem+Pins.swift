import Catalog
import FUSE
import PhotoTree

// pins/: a directory made there is a pin, with an album of photos taken near its point.
extension PlacesFileSystem {
    func makePin(_ name: String) async throws(Errno) -> DirectoryKey {
        guard let meaning = PinName(name), !FileName.isReserved(name) else { throw .invalid }
        guard pins.key(likeNamed: name) == nil else { throw .exists }
        if isPlaceholder(meaning) { return .placeholder(try await makePlaceholder(name)) }
        guard let spot = try await spot(meaning) else { throw await unknown(name, in: .pins) }
        let pin = try await dropPin(named: name, at: spot, reusing: nil)
        refusedNames.forget(in: .pins)
        await collect(for: pin.number)
        return .pin(pin.number)
    }

    /// `replacing` makes no difference: a pin is never empty, so nothing can take its place.
    func renamePin(_ name: String, to newName: String) async throws(Errno) {
        guard let key = pins.key(named: name) else { throw try await refusal(of: name, in: .pins) }
        guard let meaning = PinName(newName), !FileName.isReserved(newName) else { throw .invalid }
        if let other = pins.key(likeNamed: newName), other != key { throw .exists }
        if isPlaceholder(meaning) {
            // A pin would lose its album.
            guard case .placeholder(let number) = key else { throw .invalid }
            pins.addPlaceholder(number, named: newName, now: now())
            return
        }
        guard let spot = try await spot(meaning) else { throw await unknownNow(newName, meaning) }
        switch key {
        case .placeholder(let number):
            let pin = try await dropPin(named: newName, at: spot, reusing: number)
            await collect(for: pin.number)
        case .pin(let number): try await movePin(number, to: newName, at: spot)
        default: throw .invalid
        }
    }

    func removePin(_ name: String) async throws(Errno) {
        guard let key = pins.key(named: name) else { throw try await refusal(of: name, in: .pins) }
        guard case .pin(let number) = key else {
            if case .placeholder(let number) = key { pins.remove(number, now: now()) }
            return tree.publish(TreeChange(gone: [key]))
        }
        try await storeRemoval(of: key) { [self] () async throws(CatalogError) in
            try await pinOrder.run { [self] () async throws(CatalogError) in
                try await catalog.removePin(number)
                pins.remove(number, now: now())
                tree.publish(TreeChange(gone: [key]))
            }
        }
    }

    /// What a file manager calls a folder before somebody says what it shall be.
    func isPlaceholder(_ meaning: PinName) -> Bool {
        if case .word(let name) = meaning { NewFolderName.matches(name) } else { false }
    }

    private func makePlaceholder(_ name: String) async throws(Errno) -> NodeNumber {
        do throws(CatalogError) {
            let number = try await tree.generated.newNumber()
            pins.addPlaceholder(number, named: name, now: now())
            tree.publish(TreeChange(came: [.placeholder(number): number]))
            return number
        } catch {
            throw mapped(.catalog(error), "write", .pins)
        }
    }

    private func dropPin(
        named name: String, at spot: (point: Coordinate, what: String?), reusing number: NodeNumber?
    ) async throws(Errno) -> Pin {
        let subtitle = await words(for: spot)
        let pin = try await store { () async throws(CatalogError) in
            try await catalog.addPin(named: name, at: spot.point, subtitle: subtitle, reusing: number)
        }
        guard let pin else { throw .exists }
        pins.add(pin, now: now())
        var change = TreeChange(came: [.pin(pin.number): pin.number])
        if let number {
            // The kernel knows the directory by its number, and keeps it.
            change.gone = [.placeholder(number)]
            change.turned = [number: .pin(number)]
            change.names = [.pin(number): ListingChange(expired: [GeneratedFile.readme.rawValue])]
        }
        tree.publish(change)
        return pin
    }

    private func movePin(_ number: NodeNumber, to name: String, at spot: (point: Coordinate, what: String?))
        async throws(Errno)
    {
        guard let before = pins.pin(number) else { throw .noEntry }
        let key = DirectoryKey.pin(number)
        let isMoved = before.point != PinPoint(spot.point) || before.radius != PinName.radiusInMetres(in: name)
        let shown = try await knownListing(of: key)?.listing
        let subtitle = isMoved ? await words(for: spot) : before.subtitle
        let isDone = try await storeRemoval(of: key) { [self] () async throws(CatalogError) in
            try await pinOrder.run { [self] () async throws(CatalogError) in
                let pin = try await catalog.movePin(number, to: name, at: spot.point, subtitle: subtitle)
                guard let pin else { return false }
                pins.add(pin, now: now())
                guard isMoved else {
                    // Maps and sidecars tell where they lie, so they are other files now.
                    if let listing = try await catalog.listing(of: key) {
                        try await apply(ListingUpdate(old: shown, new: listing, isChanged: true), to: key)
                    }
                    return true
                }
                var names =
                    shown.map { ListingChange(from: nil, to: $0, sidecars: settings.sidecars) } ?? ListingChange()
                names.expired.append(GeneratedFile.noImages.rawValue)
                tree.publish(TreeChange(emptied: [key], names: [key: names]))
                return true
            }
        }
        guard isDone else { throw pins.pin(number) == nil ? .noEntry : .exists }
        if isMoved { await collect(for: number) }
    }

    @concurrent private func words(for spot: (point: Coordinate, what: String?)) async -> String {
        spot.what ?? gazetteer.words(for: spot.point)
    }
}
