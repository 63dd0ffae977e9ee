import PhotoSimulator
import TestSupport
import Testing

/// Photos are put into an album by mouse and keyboard, by an ordinary user.
@Suite(
    "Photos put into an album in real windows",
    .enabled(if: OrdinaryUser.canMount && Gallery.isDesktopWanted, "PLACESFS_DESKTOP is not set"))
struct AlbumHandsTests {
    struct Hands: Sendable, CustomTestStringConvertible {
        var hands: DesktopHands
        /// The letters that choose *Copy Here* and *Link Here* where a drop asks.
        var menu = ""
        var link = ""
        /// What comes of moving a whole folder, and of a link to it: a dialog refuses; a line in the window, or
        /// nothing, says so in other programs.
        var movedFolder = "refused"
        var linkedFolder = "refused"
        var testDescription: String { hands.program }

        /// Shell variables of the scripts.
        func settings(_ gestures: [String]) -> String {
            "gestures='\(gestures.joined(separator: " "))' menu='\(menu)' link='\(link)'\n"
        }
    }

    private static let everyone = [
        Hands(hands: DesktopHands(program: "thunar", deleted: "")),
        Hands(hands: DesktopHands(program: "nautilus", arguments: "--new-window", deleted: "")),
        Hands(hands: DesktopHands(program: "nemo", arguments: "--no-desktop", deleted: "")),
        Hands(hands: DesktopHands(program: "caja", arguments: "--no-desktop", deleted: "")),
        Hands(hands: DesktopHands(program: "pcmanfm", arguments: "-n", deleted: ""), linkedFolder: "nothing"),
        Hands(
            hands: DesktopHands(program: "dolphin", arguments: "--new-window", deleted: ""), menu: "c", link: "l",
            movedFolder: "nothing"),
    ]
    private static let gestures = ["drag", "ctrl-drag", "shift-drag", "link", "copy", "cut"]
    private static let scripts = Script.text("Desktop/two-windows.sh") + "\n"

    @Test(arguments: everyone)
    func `each gesture adds the photo, and it stays where it was`(hands: Hands) async throws {
        if try hands.hands.areMissing() { return }
        let world = PinnedWorld.configuration(.init(48.8584, 2.2945, photos: 3))
        try await TestMount.run(world, options: ["--sidecars", "none"], asOrdinaryUser: true) { mount in
            let made = try await mount.inPins(
                """
                mkdir "../search/near 48.8584,2.2945"
                is_three() { [ "$(ls "../search/near 48.8584,2.2945" | grep -c 'jpg$')" = 3 ]; }
                wait_for is_three
                """)
            try #require(made.status == 0, "\(made)")
            let script = hands.settings(Self.gestures) + Self.scripts + Script.text("Desktop/album-by-hand.sh")
            let done = try await hands.hands.run(script, on: mount)
            #expect(done.said == Self.gestures.map { "\($0): 3 0-0.jpg" }, "\(done.printed)")
        }
    }

    @Test(arguments: everyone)
    func `out of a pin a drag and a cut move a photo, the others add it`(hands: Hands) async throws {
        if try hands.hands.areMissing() { return }
        // Where a drop asks, the test answers *Copy Here*.
        let dragged = hands.menu.isEmpty ? "moved" : "both"
        try await take(
            "photo", hands,
            [
                ("drag", dragged), ("ctrl-drag", "both"), ("shift-drag", "moved"), ("link", "both"), ("copy", "both"),
                ("cut", "moved"),
            ])
    }

    @Test(arguments: everyone)
    func `a copied folder is an album, and whoever moves or links one is refused whole`(hands: Hands) async throws {
        if try hands.hands.areMissing() { return }
        let dragged = hands.menu.isEmpty ? hands.movedFolder : "both"
        try await take(
            "place", hands,
            [
                ("drag", dragged), ("ctrl-drag", "both"), ("link", hands.linkedFolder), ("copy", "both"),
                ("cut", hands.movedFolder),
            ])
        try await take("pin", hands, [("drag", dragged), ("copy", "both")])
    }

    /// Does each gesture with what `from` names, and expects what comes of it.
    private func take(_ from: String, _ hands: Hands, _ outcomes: [(gesture: String, outcome: String)]) async throws {
        let spot = PinnedWorld.Spot(48.8584, 2.2945, photos: 6)
        let library = Library.synthetic(places: 1, photosPerPlace: 4, imageBytes: 20_000...40_000)
        for number in 0..<spot.photos { library.add(PinnedWorld.photo(number, of: 0, at: spot)) }
        let world = Simulator.Configuration(library: .custom(library))
        try await TestMount.run(world, options: ["--sidecars", "none"], asOrdinaryUser: true) { mount in
            let made = try await mount.inPins(
                "mkdir '48.8584,2.2945 Tower'; settled 48*; ls '../places/Country 0/Town 0'")
            try #require(made.status == 0, "\(made)")
            let script =
                "from=\(from) town='Country 0/Town 0' pin='48.8584,2.2945 Tower'\n"
                + hands.settings(outcomes.map(\.gesture)) + Self.scripts + Script.text("Desktop/albums-by-hand.sh")
            let done = try await hands.hands.run(script, on: mount)
            #expect(done.said == outcomes.map { "\($0.gesture): \($0.outcome)" }, "\(done.printed)")
        }
    }
}
