import PhotoSimulator
import TestSupport
import Testing

@Suite(
    "New folder, rename and delete in real windows",
    .enabled(if: Repository.canMount && Gallery.isDesktopWanted, "PLACESFS_DESKTOP is not set"))
struct DesktopHandsTests {
    private static let tower = PinnedWorld.Spot(48.8584, 2.2945, photos: 12)
    private static let rome = PinnedWorld.Spot(41.9, 12.5, photos: 5)

    @Test(arguments: [
        DesktopHands(program: "thunar", trashed: "alt+y", deleted: "alt+d"),
        DesktopHands(
            program: "nautilus", arguments: "--new-window", needsClick: true, trashed: "alt+d", deleted: "alt+d"),
        DesktopHands(program: "nemo", arguments: "--no-desktop", trashed: "alt+d", deleted: "alt+d"),
        DesktopHands(program: "caja", arguments: "--no-desktop", trashed: "alt+d", deleted: "alt+d"),
        // It shows the sidecars too, and asks whether to try the trash.
        DesktopHands(program: "pcmanfm", first: "End Home Right", trashed: "alt+y alt+y", deleted: "alt+y"),
        // Its trash is the user's, into which it moves file by file, and stops on the way.
        DesktopHands(program: "dolphin", arguments: "--new-window", newFolder: "F10", deleted: "alt+d"),
    ])
    func `a pin is made, moved, trashed in vain, and deleted photo by photo and whole`(hands: DesktopHands) async throws
    {
        if try hands.areMissing() { return }
        try await TestMount.run(PinnedWorld.configuration(Self.tower, Self.rome)) { mount in
            let done = try await hands.run(
                Script.text("Desktop/pin-by-hand.sh"), on: mount)
            let asked = hands.trashed == nil ? [] : ["asked: 5"]
            #expect(
                done.said == ["made: 48.8584,2.2945 Tower", "moved: 41.9,12.5 Rome"] + asked
                    + ["gone: README.txt", "one: 11", "whole: README.txt"], "\(done.printed)")
            #expect(!mount.log.contains("error"), "\(mount.log)")
        }
    }
}
