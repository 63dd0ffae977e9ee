import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What a copy without extended attributes still says, to whatever reads it.
@Suite("A copy says whose it is", .enabled(if: Repository.canMount))
struct EmbeddedCreditTests {
    /// A photo of the sample library with a licence, as a bash script below `places/`; its degrees and minutes as
    /// numbers.
    private static let find = """
        while read -r P; do
            license=$(getfattr --only-values -n user.places.license "$P")
            [[ $license != 'CC BY'* ]] || break
        done < <(find "$M/places/France/Paris" -name '*.jpg' | sort)
        cat "$P" > "$T/copy.jpg" || exit 1
        author=$(getfattr --only-values -n user.dublincore.creator "$P")
        latitude=$(getfattr --only-values -n user.geo.latitude "$P")
        credit=$(getfattr --only-values -n user.places.credit "$P")
        [ "$author" ] && [ "$latitude" ] && [ "$credit" ] || { echo "no author, position or credit" >&2; exit 1; }
        """

    /// Programs that read author, licence and position; each prints what it found.
    private static let programs: [(name: String, script: String)] = [
        ("exiftool", "exiftool -a -EXIF:all copy.jpg"),
        ("exiftool, XMP", "exiftool -a -XMP:all copy.jpg"),
        ("exiv2", "exiv2 -PEv copy.jpg"),
        ("exiv2, XMP", "exiv2 -PXv copy.jpg"),
        ("ImageMagick", "identify -format '%[EXIF:*]' copy.jpg"),
        ("gdalinfo", "gdalinfo copy.jpg"),
        (
            "Pillow",
            """
            /usr/bin/python3 -c "from PIL import Image; exif = Image.open('copy.jpg').getexif()
            print(exif[0x13B], exif[0x8298], exif.get_ifd(0x8825)[2])"
            """
        ),
        ("libvips", "vipsheader -a copy.jpg"),
        ("exif, and with libexif eog's panel", "exif -m copy.jpg"),
        // All texts of the packet, with XML's escapes undone.
        ("exempi, and with it GNOME's programs", "exempi -x copy.jpg | tail -n +2 | xmllint --xpath 'string(/)' -"),
        (
            "GExiv2, and with it Shotwell and GIMP",
            """
            /usr/bin/python3 -c "import gi; gi.require_version('GExiv2', '0.10'); from gi.repository import GExiv2
            photo = GExiv2.Metadata('copy.jpg')
            print(*map(photo.get_tag_string, ['Xmp.dc.creator', 'Xmp.xmpRights.UsageTerms', 'Xmp.exif.GPSLatitude']))"
            """
        ),
        (
            // It names what it writes by what it has read.
            "darktable",
            """
            export HOME="$T/darktable"
            darktable-cli copy.jpg 'by $(CREATOR), $(RIGHTS), $(LATITUDE).jpg' --width 64 --core \
                --configdir "$HOME" --cachedir "$HOME/cache" --library :memory: 2>&1 | grep 'exported to'
            """
        ),
        // What QGIS's import of geotagged photos does with GDAL; LibrariesTests run QGIS itself.
        (
            "GDAL as QGIS calls it",
            """
            /usr/bin/python3 -c "import re; from osgeo import gdal; photo = gdal.Open('copy.jpg').GetMetadata()
            parts = map(float, re.findall(r'\\\\(([0-9.]+)\\\\)', photo['EXIF_GPSLatitude']))
            value = sum(part / 60 ** power for power, part in enumerate(parts))
            print(photo['EXIF_Artist'], photo['EXIF_Copyright'], -value if photo['EXIF_GPSLatitudeRef'] == 'S' else value)"
            """
        ),
    ]

    @Test(.proves("A JPEG or PNG below the original"))
    func `thirteen programs read author, licence and position from a plain copy of a photo never opened before`()
        async throws
    {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            for program in Self.programs {
                // A position is decimal, or degrees and minutes, with whatever between them.
                let read = try await mount.shell(
                    """
                    \(Self.find)
                    cd "$T"; (\(program.script)) > found 2> errors
                    degrees=${latitude%%.*}; minutes=$(awk "BEGIN { print int(($latitude - $degrees) * 60) }")
                    grep -qF -- "$author" found && grep -qF -- "$license" found \
                        && { grep -qF -- "${latitude:0:6}" found \
                            || grep -qE "(^|[^0-9])$degrees(\\.0|/1)?[^0-9]+$minutes([^0-9]|$)" found; } \
                        || { cat found errors >&2; echo "not $author, $license, $latitude" >&2; exit 1; }
                    """)
                #expect(read.status == 0, "\(program.name): \(read.errors)")
            }
        }
    }

    @Test func `the line, the city and the country are in it`() async throws {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            let read = try await mount.shell(
                """
                \(Self.find)
                cmp <(exiftool -s3 -XMP-photoshop:Credit -XMP-photoshop:City -XMP-photoshop:Country "$T/copy.jpg") \
                    <(printf '%s\\nParis\\nFrance\\n' "$credit")
                """)
            #expect(read.status == 0, "\(read.text)\(read.errors)")
        }
    }

    /// What `placesfs credits` can still say of a copy.
    enum Left: String, Sendable {
        case line, authorAndLicense, nothing
    }

    @Test(arguments: [
        ("renamed", "cp copy.jpg other.jpg", Left.line),
        (
            "on a stick with FAT",
            "truncate -s 4M fat && mkfs.vfat fat > /dev/null && mcopy -i fat copy.jpg :: && mcopy -i fat ::copy.jpg other.jpg",
            .line
        ),
        ("zipped", "zip -q x.zip copy.jpg && unzip -p x.zip > other.jpg", .line),
        ("in a tar", "tar cf x.tar copy.jpg && tar xOf x.tar > other.jpg", .line),
        ("mailed", "base64 copy.jpg | base64 -d > other.jpg", .line),
        ("cropped by ImageMagick", "convert copy.jpg -crop 50%x50%+0+0 +repage other.jpg", .line),
        ("rotated by jpegtran", "jpegtran -copy all -rotate 90 copy.jpg > other.jpg", .line),
        ("edited by exiftool", "exiftool -q -Rating=5 -o other.jpg copy.jpg", .line),
        ("edited by exiv2", "cp copy.jpg other.jpg && exiv2 -M 'set Xmp.xmp.Rating 5' mo other.jpg", .line),
        ("converted to WebP by cwebp", "cwebp -quiet -metadata all copy.jpg -o other.jpg", .line),
        ("converted to WebP by ImageMagick", "convert copy.jpg webp:other.jpg", .line),
        ("converted to PNG by ImageMagick", "convert copy.jpg png:other.jpg", .line),
        ("converted to TIFF by ImageMagick", "convert copy.jpg tiff:other.jpg", .line),
        ("converted to AVIF", "avifenc -s 10 copy.jpg other.avif > /dev/null && mv other.avif other.jpg", .line),
        ("saved by Pillow with its EXIF", pillow("exif=image.info['exif']"), .authorAndLicense),
        ("saved by Pillow as it is", pillow("quality=80"), .nothing),
        ("saved by jpegtran as it is", "jpegtran -copy none copy.jpg > other.jpg", .nothing),
        ("stripped for the web", "exiftool -q -all= -o other.jpg copy.jpg", .nothing),
    ])
    func `credits finds what is left of a copy, where it was read and on a machine that never read it`(
        name: String, script: String, left: Left
    ) async throws {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            let found = try await mount.shell(
                "placesfs='\(Repository.placesfs)'\n\(Self.find)\nchange() { \(script)\n}\n"
                    + Script.text("Credits/left-of-a-copy.sh"))
            #expect(found.lines == [left.rawValue, left.rawValue], "\(found.status) \(found.errors)")
        }
    }

    private static func pillow(_ option: String) -> String {
        "/usr/bin/python3 -c \"from PIL import Image; image = Image.open('copy.jpg'); image.save('other.jpg', \(option))\""
    }

    @Test(.proves("A JPEG or PNG below the original")) func `the pixels are the source's`() async throws {
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
