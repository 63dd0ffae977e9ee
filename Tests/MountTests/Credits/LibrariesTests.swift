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

    @Test func `digiKam's library has author, licence, line, position and day`() async throws {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            guard try await Self.has("digikam", on: mount), try await Self.has("xvfb-run", on: mount) else { return }
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

    @Test func `QGIS imports a copy as a point where the photo was taken`() async throws {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            guard try await Self.has("/usr/lib/python3/dist-packages/qgis", on: mount) else { return }
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

    private static func has(_ program: String, on mount: TestMount) async throws -> Bool {
        if try await mount.shell("[ -e '\(program)' ] || command -v '\(program)'").status == 0 { return true }
        print("skipped: there is no \(program)")
        return false
    }

    /// Starts digiKam once for an empty library, and once with a collection in it, which it looks through at its start.
    private static let digikam = #"""
        import os, sqlite3, subprocess, sys, time

        home = os.environ["HOME"]
        library, settings = home + "/library", os.environ["XDG_CONFIG_HOME"]
        os.makedirs(library)
        os.makedirs(settings, exist_ok=True)
        # A file that is there and empty, and a version that it knows, keep its first questions away.
        for name in ("digikam4", "thumbnails-digikam", "similarity", "recognition"):
            open(f"{library}/{name}.db", "w").close()
        with open(settings + "/digikamrc", "w") as file:
            file.write("[General Settings]\nVersion=7.9.0\n[Album Settings]\nScan At Start=true\n"
                       "[Database Settings]\nDatabase Type=QSQLITE\n")
            for kind in ("", " Thumbnails", " Face", " Similarity"):
                file.write(f"Database Name{kind}={library}/\n")


        def ask(question, *values):
            try:
                with sqlite3.connect(library + "/digikam4.db", timeout=10) as database:
                    return database.execute(question, values).fetchall()
            except sqlite3.OperationalError:
                return []


        def found(question):
            """What a digiKam started for it answers once it does."""
            digikam, end = subprocess.Popen(["digikam"], stdout=sys.stderr), time.monotonic() + 180
            while not (rows := ask(question)) and digikam.poll() is None and time.monotonic() < end:
                time.sleep(0.2)
            digikam.kill()
            digikam.wait()
            return rows


        found("SELECT 1 FROM Settings WHERE keyword = 'DBVersion'")
        ask("INSERT INTO AlbumRoots (label, status, type, identifier, specificPath) VALUES ('copies', 0, 1, ?, '/')",
            "volumeid:?path=" + sys.argv[1])
        said = "(SELECT value FROM ImageCopyright c WHERE c.imageid = i.id AND property = '%s')"
        for row in found(f"""SELECT {said % 'creator'}, {said % 'provider'}, {said % 'rightsUsageTerms'}, latitudeNumber,
                longitudeNumber, substr(creationDate, 1, 10) FROM Images i JOIN ImagePositions p ON p.imageid = i.id
                JOIN ImageInformation f ON f.imageid = i.id WHERE {said % 'creator'} > ''"""):
            print(*(f"{value:.4f}" if isinstance(value, float) else value for value in row), sep="\n")
        """#

    /// Runs QGIS's own "Import geotagged photos".
    private static let qgis = #"""
        import sys

        from qgis.analysis import QgsNativeAlgorithms
        from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingFeedback, QgsVectorLayer

        QgsApplication.setPrefixPath("/usr", True)
        application = QgsApplication([], False)
        application.initQgis()
        application.processingRegistry().addProvider(QgsNativeAlgorithms())
        algorithm = application.processingRegistry().algorithmById("native:importphotos")
        target = sys.argv[1] + ".gpkg"
        done, is_good = algorithm.run({"FOLDER": sys.argv[1], "OUTPUT": target}, QgsProcessingContext(), QgsProcessingFeedback())
        for photo in QgsVectorLayer(target).getFeatures():
            point = photo.geometry().constGet()
            print(f"{point.y():.4f} {point.x():.4f} {photo['timestamp'].date().toString('yyyy-MM-dd')}")
        """#
}
