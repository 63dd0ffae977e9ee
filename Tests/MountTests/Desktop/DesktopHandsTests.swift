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
        try await TestMount.run(PinnedWorld.configuration(Self.tower, Self.rome)) { mount in
            let done = try await hands.run(
                """
                open "../pins"
                new_folder '48.8584,2.2945 Tower'
                is holds '48.8584,2.2945 Tower' 12; say "made: $(ls | grep -v map)"
                rename '41.9,12.5 Rome'
                is holds '41.9,12.5 Rome' 5; say "moved: $(ls | grep -v map)"
                if [ "$trashed" ]; then
                    # While it asks, all is there.
                    asked() { say "asked: $(count 41*)"; }
                    delete Delete "$trashed" is_gone '41.9,12.5 Rome'
                else
                    rmdir 41*
                fi
                asked() { :; }
                say "gone: $(ls | grep -v map)"
                close

                mkdir '48.8584,2.2945 Tower' && settled 48*
                open '48.8584,2.2945 Tower'
                select=$first delete shift+Delete "$deleted" holds 48* 11
                say "one: $(count 48*)"
                close
                open "../pins"
                delete shift+Delete "$deleted" is_gone '48.8584,2.2945 Tower'
                say "whole: $(ls | grep -v map)"
                close
                """, on: mount)
            guard let done else { return }
            let asked = hands.trashed == nil ? [] : ["asked: 5"]
            #expect(
                done.said == ["made: 48.8584,2.2945 Tower", "moved: 41.9,12.5 Rome"] + asked
                    + ["gone: README.txt", "one: 11", "whole: README.txt"], "\(done.printed)")
            #expect(!mount.log.contains("error"), "\(mount.log)")
        }
    }
}
