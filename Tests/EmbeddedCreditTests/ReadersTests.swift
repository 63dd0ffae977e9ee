import Foundation
import Promises
import TestSupport
import Testing

/// Programs that read photos, on photos of every kind: each finds in what we serve at least what it found in the
/// source's file, the same size, orientation and density among it.
@Suite struct ReadersTests {
    struct Reader: Sendable, CustomTestStringConvertible {
        let name: String
        /// Prints facts of the file `$1`, a line each. Facts that are one program's own business stay out: the length
        /// of the file, the place of a thumbnail in it, the comment of a program.
        let script: String
        var testDescription: String { name }

        init(_ name: String, _ script: String) {
            (self.name, self.script) = (name, script)
        }

        static func python(_ name: String, _ script: String) -> Reader {
            Reader(name, "/usr/bin/python3 - \"$1\" <<'END'\nimport sys\npath = sys.argv[1]\n\(script)\nEND")
        }
    }

    static let readers: [Reader] = [
        Reader("file", "file -b --mime-type \"$1\""),
        Reader(
            "exiftool",
            "exiftool -n -s -a -G1 -JFIF:all -IFD0:all -ExifIFD:all -IFD1:all -GPS:all -MPF:all -ICC_Profile:all "
                + "-PNG:all -ImageSize -Orientation -x ThumbnailOffset -x MPImageStart -x MPImageLength \"$1\""),
        Reader("exiv2", "exiv2 -q -PEkt \"$1\" | grep -v -e ExifTag -e GPSTag -e JPEGInterchangeFormat"),
        Reader("exif, and with libexif eog", "exif -m \"$1\" 2> /dev/null"),
        Reader("jhead", "jhead \"$1\" 2> /dev/null | grep -v -e '^File' -e '^Comment'"),
        Reader("exiftags", "exiftags -a \"$1\" 2> /dev/null"),
        Reader("metacam", "metacam -a \"$1\" 2> /dev/null | grep -a -v '^File' | tr -d '\\0'"),
        Reader(
            "ImageMagick",
            "identify -format '%m %w %h %[orientation] %[colorspace] %z\\n%[EXIF:*]' \"$1\" "
                + "| grep -v -e ExifOffset -e GPSInfo -e JPEGInterchangeFormat=; "
                + "identify -format '%x %y %U' \"$1\" | grep -v Undefined"),
        Reader(
            "libvips",
            "for field in width height bands xres yres orientation format; do "
                + "echo $field $(vipsheader -f $field \"$1\" 2> /dev/null); done"),
        Reader("gdalinfo", "gdalinfo \"$1\" 2> /dev/null | grep -e ^Size -e EXIF_ | grep -v -e EXIF_ExifTag"),
        .python(
            "Pillow",
            """
            from PIL import Image
            image = Image.open(path)
            print(image.format, image.size, image.mode, getattr(image, 'n_frames', 1))
            if 'dpi' in image.info: print(image.info['dpi'])
            for tag, value in image.getexif().items():
                if tag not in (0x8769, 0x8825): print(tag, value)
            """),
        .python(
            "GdkPixbuf, and with it GNOME",
            """
            import gi
            gi.require_version('GdkPixbuf', '2.0')
            from gi.repository import GdkPixbuf
            image = GdkPixbuf.Pixbuf.new_from_file(path)
            turned = image.apply_embedded_orientation()
            print(image.get_width(), image.get_height(), turned.get_width(), turned.get_height())
            """),
        .python(
            "imghdr and MIMEImage",
            """
            import warnings
            warnings.simplefilter('ignore')
            import imghdr
            from email.mime.image import MIMEImage
            print(imghdr.what(path))
            if imghdr.what(path): print(MIMEImage(open(path, 'rb').read()).get_content_type())
            """),
        .python(
            "python-docx",
            """
            from docx import Document
            from docx.image.exceptions import UnrecognizedImageError
            try:
                picture = Document().add_picture(path)
                print('takes it', picture.width, picture.height)
            except UnrecognizedImageError: pass
            """),
        .python(
            "exifread",
            """
            import exifread
            for name, value in exifread.process_file(open(path, 'rb'), details=False).items():
                if 'Offset' not in name and 'Interchange' not in name: print(name, value)
            """),
        .python(
            "piexif",
            """
            import piexif
            try: found = piexif.load(path)
            except piexif.InvalidImageDataError: found = {}
            for name in ('0th', 'Exif', 'GPS', '1st'):
                for tag, value in found.get(name, {}).items():
                    if tag not in (34665, 34853, 513): print(name, tag, value)
            """),
    ]

    /// Those that take longer to start, or to install.
    static let slow: [(program: String, reader: Reader)] = slowOfDebian + ofPyPI

    private static var ofPyPI: [(program: String, reader: Reader)] {
        guard let folder = ProcessInfo.processInfo.environment["PLACESFS_PYPI"] else { return [] }
        let exif = Reader.python(
            "exif of PyPI",
            """
            import warnings
            warnings.simplefilter('ignore')
            sys.path.insert(0, '\(folder)')
            from exif import Image
            try: image = Image(path)
            except Exception: sys.exit()
            for name in image.list_all():
                if 'pointer' in name or 'interchange' in name: continue
                try: print(name, image.get(name))
                except Exception: pass
            """)
        return [("python3", exif)]
    }

    private static let slowOfDebian: [(program: String, reader: Reader)] = [
        (
            "ffprobe",
            Reader(
                "ffprobe",
                "ffprobe -v quiet -show_entries stream=width,height,codec_name,pix_fmt "
                    + "-show_entries frame_tags=Orientation,Make -of compact \"$1\" "
                    + "| grep -o -e '^stream.*' -e 'tag:[A-Za-z]*=[^|]*'")
        ),
        (
            "php",
            Reader(
                "PHP",
                #"""
                php -r '$size = getimagesize($argv[1]); echo $size[0], " ", $size[1], " ", $size["mime"], "\n";
                    $exif = function_exists("exif_read_data") ? @exif_read_data($argv[1]) : false;
                    foreach ($exif ?: [] as $name => $value)
                        if (is_string($value) && !preg_match("/File|Section|Offset|Pointer|Comment/", $name)) echo "$name $value\n";' "$1"
                """#)
        ),
        (
            "python3",
            .python(
                "OpenCV",
                """
                import cv2
                image = cv2.imread(path)
                print(None if image is None else image.shape)
                """)
        ),
        (
            "python3",
            .python(
                "Qt",
                """
                from PyQt5.QtGui import QImageReader
                reader = QImageReader(path)
                reader.setAutoTransform(True)
                image = reader.read()
                print(image.width(), image.height(), image.dotsPerMeterX() // 100)
                """)
        ),
        (
            "java",
            Reader(
                "Java",
                Script.text("java.sh", of: "EmbeddedCreditTests"))
        ),
        (
            "firefox-esr",
            Reader(
                "Firefox",
                #"""
                export HOME="$PWD/firefox"; mkdir -p "$HOME"
                echo "<body style='margin:0'><img src='$PWD/$1'>" > page.html
                timeout -k 5 100 firefox-esr --headless --no-remote --profile "$HOME" --window-size 200,200 \
                    --screenshot "$PWD/seen.png" "file://$PWD/page.html" > /dev/null 2>&1
                convert seen.png -depth 8 rgb:- | sha256sum
                """#)
        ),
    ]

    @Test(.proves("A JPEG or PNG below the original"), arguments: readers)
    func `a program reads of a photo with credit what it reads of the source's file`(reader: Reader) async throws {
        try await compare(reader)
    }

    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] != nil, "with --long"),
        arguments: slow.indices)
    func `a program that takes longer reads of it what it reads of the source's file`(_ index: Int) async throws {
        let (program, reader) = Self.slow[index]
        if try Programs.lack(program) { return }
        try await compare(reader)
    }

    private func compare(_ reader: Reader) async throws {
        let folder = try TemporaryDirectory()
        let names = try await PhotoKinds.make(in: folder.path)
        try #require(names.count > 12)
        let script = """
            cd '\(folder.path)'
            facts() { \(reader.script)
            }
            for name in \(names.joined(separator: " ")); do
                facts $name > before; facts served/$name > after
                # A name of the folder may be in them.
                lost=$(comm -23 <(sort -u before | sed 's#served/##') <(sort -u after | sed 's#served/##'))
                [ -z "$lost" ] || printf '%s lost\\n%s\\n' $name "$lost"
                cat before >> all
            done
            [ -s all ] || echo 'nothing is read of any file'
            """
        let compared = try await ChildProcess(["bash", "-c", script]).result()
        #expect(compared.text == "", "\(compared.errors.prefix(500))")
    }
}
