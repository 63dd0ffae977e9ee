import TestSupport
import Testing

/// A map's links from the click to what is on the disk: the browser asks, xdg-open finds the desktop entry, the entry's
/// program does it.
@Suite(
    "A hand on a map, in a real browser",
    .enabled(if: OrdinaryUser.canMount && Gallery.isDesktopWanted, "PLACESFS_DESKTOP is not set"))
struct MapHandsTests {
    @Test(arguments: ["chromium", "firefox"])
    func `a pin is dropped, its folder opened, and another collection asked for`(browser: String) async throws {
        if try Programs.lack("xvfb-run", "dbus-run-session", "openbox", "xdotool", "dunst", "thunar", browser) {
            return
        }
        let world = PinnedWorld.configuration(.init(1, 1, photos: 120))
        try await TestMount.run(world, asOrdinaryUser: true) { mount in
            let script = Repository.root + "/Tests/MountTests/Scripts/Desktop/map-by-hand.py"
            try mount.write(
                Array((Self.session + "python3 -B '\(script)' \(browser) \"$M\" > \"$T/said\"").utf8), to: "hand.sh")
            let done = try await mount.inPins(
                """
                mkdir 1,1 && settled 1,1 || exit 9
                \(DesktopSession.prelude)
                export R='\(Repository.root)' PLACESFS='\(Repository.placesfs)'
                dbus-run-session -- xvfb-run -a -s '-screen 0 1400x1000x24' bash "$T/hand.sh"; echo $?; cat "$T/said"
                """, timeout: .seconds(300))
            let point = /dropped: -?\d+(\.\d+)?,-?\d+(\.\d+)?/
            let dropped = done.lines.count { $0.wholeMatch(of: point) != nil }
            let rest = ["opened: 1,1", "another collection: 1,1"]
            #expect(dropped == 1 && done.lines.suffix(2) == rest, "\(done.text) \(done.errors.suffix(1000))")
        }
    }

    /// A user's desktop: the project's entry, a file manager for folders, notifications that a click answers.
    private static let session = #"""
        export HOME="$T/home" XDG_DATA_DIRS=/usr/local/share:/usr/share
        export XDG_DATA_HOME="$HOME/.local/share" XDG_CONFIG_HOME="$HOME/.config" PATH="$HOME/.local/bin:$PATH"
        mkdir -p "$HOME/.config/dunst"
        "$R/scripts/install" --built "$(dirname "$PLACESFS")" > /dev/null || exit 8
        xdg-mime default placesfs.desktop x-scheme-handler/placesfs
        xdg-mime default thunar.desktop inode/directory
        printf '[global]\nmouse_left_click = do_action, close_current\norigin = top-right\n' > "$HOME/.config/dunst/dunstrc"
        openbox 2> /dev/null & dunst 2> /dev/null &

        """#
}
