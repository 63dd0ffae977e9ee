import PhotoSimulator
import TestSupport
import Testing

@Suite(
    "Paging in real viewers",
    .enabled(if: OrdinaryUser.canMount && Gallery.isDesktopWanted, "PLACESFS_DESKTOP is not set"))
struct DesktopPagingTests {
    /// gpicview goes through a folder by names as eog does; what reads ahead of its person is not among these.
    @Test(arguments: ["eog", "gpicview"])
    func `what a person saw is listed, the last first`(viewer: String) async throws {
        if try Programs.lack(viewer, "xvfb-run", "dbus-run-session", "openbox", "xdotool") { return }
        let numbered = NumberedLibrary(photosPerPlace: 8)
        try await TestMount.run(numbered.configuration, asOrdinaryUser: true) { mount in
            try mount.write(Array(Self.script.utf8), to: "page.sh")
            let seen = try await mount.shell(
                """
                \(DesktopSession.prelude)
                dbus-run-session -- xvfb-run -a -s '-screen 0 1400x1000x24 -r' bash "$T/page.sh" \(viewer) \
                    "$M/\(NumberedLibrary.path(2))" 2> errors | grep "^[0-9]"; tail -n 3 errors >&2
                """, timeout: .seconds(150))
            #expect(
                seen.lines == ["01 photo 4.jpg", "02 photo 3.jpg", "03 photo 2.jpg"], "\(seen.text) \(seen.errors)")
        }
    }

    private static let script = Script.text("Desktop/paging.sh")
}
