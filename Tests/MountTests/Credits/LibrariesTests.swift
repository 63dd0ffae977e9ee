import Foundation
import TestSupport
import Testing

/// Large programs that keep a library of photos, run as they are, without anybody at their windows.
@Suite(
    "Libraries of photos take over whose a copy is",
    .enabled(if: Repository.canMount && Gallery.isDesktopWanted, "PLACESFS_DESKTOP is not set"))
struct LibrariesTests {
    /// Makes `$T/in/copy.jpg` of a photo that nobody opened before.
    private static let copy = """
        P=$(find "$M/places/France/Paris" -name '*.jpg' | sort | head -n 1)
        mkdir "$T/in" && cp "$P" "$T/in/copy.jpg" || exit 1
        value() { getfattr --only-values -n "$1" "$P"; }

        """

    @Test(.enabled(if: Programs.areHere("digikam", "xvfb-run"), "digikam or xvfb-run is not installed"))
    func `digiKam's library has author, licence, line, position and day`() async throws {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            try mount.write(Array(Self.digikam.utf8), to: "digikam.py")
            // Its help pages are a browser, which wants no root.
            let known = try await mount.shell(
                """
                \(Self.copy)
                export XDG_RUNTIME_DIR="$T/run" QTWEBENGINE_DISABLE_SANDBOX=1; mkdir -m 700 "$XDG_RUNTIME_DIR"
                timeout -k 10 400 dbus-run-session -- xvfb-run -a -s '-screen 0 1400x1000x24' \
                    python3 digikam.py "$T/in" > known 2> errors
                license=$(value user.places.license)
                cmp known <(value user.dublincore.creator; echo; value user.places.credit; echo; echo "$license"
                    printf '%.4f\\n%.4f\\n' "$(value user.geo.latitude)" "$(value user.geo.longitude)"
                    value user.dublincore.date | cut -c 1-10) || { cat known errors >&2; exit 1; }
                """, timeout: .seconds(450))
            #expect(known.status == 0, "\(known.text) \(known.errors.suffix(2000))")
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: qgisModule), "python3-qgis is not installed"))
    func `QGIS imports a copy as a point where the photo was taken`() async throws {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            try mount.write(Array(Self.qgis.utf8), to: "import.py")
            let imported = try await mount.shell(
                """
                \(Self.copy)
                export QT_QPA_PLATFORM=offscreen; timeout -k 10 150 /usr/bin/python3 import.py "$T/in" > known 2> errors
                cmp known <(printf '%.4f %.4f %s\\n' "$(value user.geo.latitude)" "$(value user.geo.longitude)" \
                    "$(value user.dublincore.date | cut -c 1-10)") || { cat known errors >&2; exit 1; }
                """)
            #expect(imported.status == 0, "\(imported.errors.suffix(2000))")
        }
    }

    private static let qgisModule = "/usr/lib/python3/dist-packages/qgis"

    /// Starts digiKam once for an empty library, and once with a collection in it, which it looks through at its start.
    private static let digikam = Script.text("Credits/digikam.py")

    /// Runs QGIS's own "Import geotagged photos".
    private static let qgis = Script.text("Credits/qgis.py")
}
