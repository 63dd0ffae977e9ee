import PhotoSimulator
import TestSupport
import Testing

/// What a copy without extended attributes still says, to whatever reads it.
@Suite("A copy says whose it is", .enabled(if: Repository.canMount))
struct EmbeddedCreditTests {
    /// The photo of the sample library that the tests copy, as a bash pattern below `places/`.
    private static let find = """
        P=$(find "$M/places/France/Paris" -name '*.jpg' | sort | head -n 1)
        cat "$P" > "$T/copy.jpg" || exit 1
        author=$(getfattr --only-values -n user.dublincore.creator "$P")
        latitude=$(getfattr --only-values -n user.geo.latitude "$P")
        credit=$(getfattr --only-values -n user.places.credit "$P")
        [ "$author" ] && [ "$latitude" ] && [ "$credit" ] || { echo "no author, position or credit" >&2; exit 1; }
        """

    private static let creator = #""string(//*[local-name()='creator']//*[local-name()='li'])""#

    /// Programs that read author, licence or position; each prints what it found.
    private static let programs: [(name: String, script: String, finds: String)] = [
        ("exiftool", "exiftool -s3 -EXIF:Artist copy.jpg", "author"),
        ("exiftool, XMP", "exiftool -s3 -XMP-dc:Creator copy.jpg", "author"),
        ("exiv2", "exiv2 -Pv -g Exif.Image.Artist pr copy.jpg", "author"),
        ("exiv2, XMP", "exiv2 -Pv -g Xmp.dc.creator pr copy.jpg", "author"),
        ("ImageMagick", "identify -format '%[EXIF:Artist]' copy.jpg", "author"),
        ("gdalinfo", "gdalinfo copy.jpg | sed -n 's/ *EXIF_Artist=//p'", "author"),
        (
            "Pillow", "/usr/bin/python3 -c \"from PIL import Image; print(Image.open('copy.jpg').getexif()[0x13B])\"",
            "author"
        ),
        ("libvips", "vipsheader -f exif-ifd0-Artist copy.jpg | sed 's/ (.*//'", "author"),
        ("exif, and with libexif eog's panel", "exif -m -t Artist copy.jpg", "author"),
        (
            "exempi, and with it GNOME's programs", "exempi -x copy.jpg | tail -n +2 | xmllint --xpath \(creator) -",
            "author"
        ),
        ("jhead, position", "jhead copy.jpg | sed -n 's/^GPS Latitude *: N *0*//p' | sed 's/d.*//'", "degrees"),
        (
            "GExiv2, and with it Shotwell and GIMP",
            """
            /usr/bin/python3 -c "import gi; gi.require_version('GExiv2', '0.10'); from gi.repository import GExiv2
            print(GExiv2.Metadata('copy.jpg').get_tag_string('Xmp.dc.creator'))"
            """, "author"
        ),
        (
            // It names what it writes by what it has read.
            "darktable",
            """
            export HOME="$T/darktable"
            darktable-cli copy.jpg 'by $(CREATOR).jpg' --width 64 --core --configdir "$HOME" --cachedir "$HOME/cache" \
                --library :memory: > /dev/null 2>&1; ls | sed -n 's/^by \\(.*\\)\\.jpg$/\\1/p'
            """, "author"
        ),
        ("exiftool, position", "exiftool -s3 -n -GPSLatitude copy.jpg | cut -c 1-6", "position"),
        ("exiftool, city", "exiftool -s3 -XMP-photoshop:City copy.jpg", "city"),
        ("exiftool, line", "exiftool -s3 -XMP-photoshop:Credit copy.jpg", "credit"),
    ]

    @Test func `thirteen programs read author, line and position from a plain copy of a photo never opened before`()
        async throws
    {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            for program in Self.programs {
                let wanted =
                    switch program.finds {
                    case "author": "$author"
                    case "degrees": "${latitude%%.*}"
                    case "city": "Paris"
                    case "position": "$(printf %s \"$latitude\" | cut -c 1-6)"
                    default: "$credit"
                    }
                let read = try await mount.shell(
                    """
                    \(Self.find)
                    cd "$T"; found=$(\(program.script) 2> /dev/null)
                    [ "$found" = "\(wanted)" ] || { echo "'$found' instead of '\(wanted)'" >&2; exit 1; }
                    """)
                #expect(read.status == 0, "\(program.name): \(read.errors)")
            }
        }
    }

    @Test(arguments: [
        ("renamed", "cp copy.jpg other.jpg", true),
        ("zipped", "zip -q x.zip copy.jpg && unzip -p x.zip > other.jpg", true),
        ("mailed", "base64 copy.jpg | base64 -d > other.jpg", true),
        ("cropped by ImageMagick", "convert copy.jpg -crop 50%x50%+0+0 +repage other.jpg", true),
        ("rotated by jpegtran", "jpegtran -copy all -rotate 90 copy.jpg > other.jpg", true),
        ("stripped for the web", "exiftool -q -all= -o other.jpg copy.jpg", false),
    ])
    func `credits finds the line of a copy on a machine that never read it`(
        name: String, script: String, isFound: Bool
    ) async throws {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            let found = try await mount.shell(
                """
                \(Self.find)
                cd "$T"; \(script) || exit 2
                mkdir empty; line=$("\(Repository.placesfs)" credits --state-dir "$T/empty" other.jpg)
                status=$?
                [ $status != 0 ] || [ "$line" = "$credit" ] || { echo "'$line' instead of '$credit'" >&2; exit 3; }
                exit $status
                """)
            #expect(isFound ? found.status == 0 : found.status == 70, "\(found.status) \(found.errors)")
        }
    }

    @Test func `the pixels are the source's`() async throws {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            let copied = try await mount.shell(Self.find)
            try #require(copied.status == 0, "\(copied.errors)")
            let id = try await mount.shell("\(Self.find)\ngetfattr --only-values -n user.places.id \"$P\"")
            let source = try #require(
                mount.simulator.library.imageBytes(of: id.text, TestSource.current.rendition), "\(id.text)")
            try mount.write(source, to: "source.jpg")
            let same = try await mount.shell(
                "cd \"$T\" && ! cmp -s copy.jpg source.jpg && compare -metric AE copy.jpg source.jpg null:")
            #expect(same.status == 0, "\(same.errors)")
        }
    }
}
