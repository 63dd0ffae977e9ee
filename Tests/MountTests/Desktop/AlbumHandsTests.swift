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
        /// Whether it must be told to list a folder anew.
        var listsAgain = false
        var testDescription: String { hands.program }
    }

    private static let gestures = ["drag", "ctrl-drag", "shift-drag", "link", "copy", "cut"]

    @Test(arguments: [
        Hands(hands: DesktopHands(program: "thunar", deleted: "")),
        Hands(hands: DesktopHands(program: "nautilus", arguments: "--new-window", deleted: "")),
        Hands(hands: DesktopHands(program: "nemo", arguments: "--no-desktop", deleted: "")),
        Hands(hands: DesktopHands(program: "caja", arguments: "--no-desktop", deleted: "")),
        Hands(hands: DesktopHands(program: "pcmanfm", arguments: "-n", deleted: ""), listsAgain: true),
        Hands(hands: DesktopHands(program: "dolphin", arguments: "--new-window", deleted: ""), menu: "c", link: "l"),
    ])
    func `each gesture adds the photo, and it stays where it was`(hands: Hands) async throws {
        let world = PinnedWorld.configuration(.init(48.8584, 2.2945, photos: 3))
        try await TestMount.run(world, options: ["--sidecars", "none"], asOrdinaryUser: true) { mount in
            let made = try await mount.inPins(
                """
                mkdir "../search/near 48.8584,2.2945"
                wait_for test "$(ls "../search/near 48.8584,2.2945" | grep -c 'jpg$')" = 3
                """)
            try #require(made.status == 0, "\(made)")
            let settings =
                "gestures='\(Self.gestures.joined(separator: " "))' menu='\(hands.menu)' link='\(hands.link)' again_listed=\(hands.listsAgain ? "yes" : "")\n"
            let done = try await hands.hands.run(settings + Script.text("Desktop/album-by-hand.sh"), on: mount)
            guard let done else { return }
            #expect(done.said == Self.gestures.map { "\($0): 3 0-0.jpg" }, "\(done.printed)")
        }
    }
}
