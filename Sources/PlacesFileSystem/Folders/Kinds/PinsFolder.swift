import FUSE
import PhotoTree

/// `pins/`: points on the map, and placeholders that become pins when they are renamed.
struct PinsFolder: StandingFolder, FolderMaking, Mapped, TextWriting {
    let pins: Pins

    var listings: Listings { pins.listings }
    var standing: StandingDirectory { .pins }
    var heading: (title: String, subtitle: String) { ("Pins", "") }
    private var state: PinsState { pins.state }

    /// While `pins/` is empty, a README.txt says how to fill it.
    var shape: Shape {
        let isReadmeShown = !settings.isReadOnly && state.count == 0
        return Shape(
            files: [.map, .mapPage, .hidden] + (isReadmeShown ? [.readme] : []), takesRemovals: true,
            isPrivate: true)
    }

    var children: [(name: String, key: DirectoryKey)] { state.sorted }
    func child(named name: String) -> DirectoryKey? { state.key(named: name) }
    var extent: Extent { Extent(count: state.count, modified: state.changed) }
    var attributes: [(name: String, value: String)] { counted("pins", state.counts.pins) }

    /// The map shows how many photos each pin has.
    var version: Page.Version? {
        let names = state.version
        return Page.Version(names + directories.countVersion(in: .pins), names: names)
    }

    var map: FolderMap {
        FolderMap(
            directories: state.sorted.map(\.key), version: state.version, modified: { state.changed },
            features: {
                state.pins.map { pin in
                    PlaceFeature(
                        .pin, title: pin.title, subtitle: pin.subtitle, coordinate: pin.coordinate,
                        count: directories.summary(of: .pin(pin.number))?.count, href: pin.name + "/")
                }
            })
    }

    func awaitMeaning(of name: String) async throws(Errno) { try await pins.awaitMeaning(of: name) }

    func make(_ name: String) async throws(Errno) -> DirectoryKey {
        let made = try await pins.make(name)
        if case .numbered(.pin, let number) = made {
            await PinFolder(number: number, pins: pins).refreshSoon()
        }
        return made
    }

    func remove(_ name: String) async throws(Errno) -> Bool { try await pins.remove(name) }

    func rename(_ name: String, to newName: String) async throws(Errno) {
        let pin = try await pins.rename(name, to: newName)
        // As after a mkdir: an earlier refusal no longer matters.
        listings.errors.forgetRefusal(in: key)
        guard let pin else { return }
        await PinFolder(number: pin, pins: pins).refreshSoon()
    }

    func namesake(of name: String) async -> DirectoryKey? {
        if let key = state.key(likeNamed: name) { return key }
        return await pins.key(meaning: name)
    }

    func text(of file: GeneratedFile, _ listing: Listing?) -> String? {
        guard file == .readme else { return nil }
        return """
            There is no pin here yet. A pin is a folder that is named after a point on the map. It fills with photos that
            were taken near that point.

            In a file manager: make a new folder here, and name it after a point, like
                48.8584,2.2945 Eiffel Tower
            or after a city, a region, an island, a park or a country, like
                Annecy
                Sicily
            (A region shows what lies within its borders. `placesfs info` with the path of its folder says what the source
            is asked for: a box, a circle, or its five largest towns.)
            In a shell, in this folder:
                mkdir '48.8584,2.2945 Eiffel Tower'

            Right-click the map of any map.html: it gives you the name for a pin there.
            A name is refused? `placesfs info` with the path of this folder says why (so does getfattr -n
            user.places.error), and `placesfs places NAME` searches the list of places.
            This file goes when the first pin comes.

            """
    }
}

extension PlaceholderFolder {
    /// A directory in `pins/` that becomes a pin when it is renamed.
    init(_ number: NodeNumber, _ pins: Pins) {
        self.init(
            key: .placeholder(.pin, number), listings: pins.listings,
            given: { pins.state.placeholder(number) },
            readme: """
                This folder becomes a pin when you rename it to a point on the map: latitude, a comma, longitude, and words
                of your own after a blank, like "48.8584,2.2945 Eiffel Tower"; or to the name of a city, like "Annecy".
                Until then it is kept nowhere, and it is gone after the next mount.

                """)
    }
}
