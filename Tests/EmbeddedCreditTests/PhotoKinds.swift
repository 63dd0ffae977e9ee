import Foundation
import TestSupport

@testable import EmbeddedCredit

/// A photo of each kind that cameras, phones and programs make, into a folder: plain, with EXIF of its own behind JFIF and
/// alone, turned, in CMYK, with a colour profile, with several pictures, with a film behind it.
enum PhotoKinds {
    static let script = #"""
        convert -size 96x64 gradient:red-blue -density 300 -units PixelsPerInch plain.jpg
        convert plain.jpg -density 118 -units PixelsPerCentimeter metric.jpg
        exiftool -q -o described.jpg -EXIF:ImageDescription='OLYMPUS DIGITAL CAMERA' plain.jpg
        exiftool -q -o camera.jpg -Make=Canon -Model='EOS 5D' -n -Orientation=6 -FNumber=2.8 -GPSLatitude=48.8 \
            -GPSLatitudeRef=N -DateTimeOriginal='2019:05:04 18:20:11' plain.jpg
        # Without JFIF, as cameras write it.
        python3 - <<'END'
        data = open('camera.jpg', 'rb').read()
        assert data[6:10] == b'JFIF'
        open('exif.jpg', 'wb').write(data[:2] + data[20:])
        END
        convert -size 16x12 gradient:red-blue thumbnail.jpg; exiftool -q -o small.jpg '-ThumbnailImage<=thumbnail.jpg' camera.jpg
        rm thumbnail.jpg
        convert plain.jpg -colorspace CMYK cmyk.jpg; exiftool -q -overwrite_original -Make=Scanner cmyk.jpg
        /usr/bin/python3 - <<'END'
        from PIL import Image, ImageCms
        image = Image.open('plain.jpg')
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile('sRGB')).tobytes()
        image.save('profile.jpg', icc_profile=profile, dpi=(300, 300))
        image.save('progressive.jpg', progressive=True, dpi=(200, 200))
        image.save('pair.jpg', format='MPO', save_all=True, append_images=[image.rotate(180)])
        image.save('plain.png', dpi=(300, 300))
        image.save('moving.png', save_all=True, append_images=[image.rotate(180)], duration=100)
        exif = Image.Exif()
        exif[0x010F], exif[0x0112] = 'Phone', 6
        image.save('turned.png', exif=exif)
        END
        convert plain.jpg -depth 16 PNG48:deep.png
        { cat camera.jpg; head -c 20000 /dev/urandom; } > motion.jpg
        """#

    /// Makes them in `folder`, and what is served of each in `folder`/served; returns their names.
    static func make(in folder: String) async throws -> [String] {
        let made = try await run("bash", "-ec", "cd '\(folder)'\n\(script)")
        guard made.status == 0 else { throw PictureFailure(text: made.errors) }
        try FileManager.default.createDirectory(atPath: folder + "/served", withIntermediateDirectories: true)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "served" }.sorted()
        for name in names {
            let source = try Pictures.read(folder + "/" + name)
            let file = served(source, .sample, size: (width: 96, height: 64))
            guard file.count > source.count else {
                throw PictureFailure(text: "nothing is put into \(name)")
            }
            try Data(file).write(to: URL(fileURLWithPath: folder + "/served/" + name))
        }
        return names
    }
}
