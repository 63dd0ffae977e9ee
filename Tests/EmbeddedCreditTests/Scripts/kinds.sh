# shellcheck shell=bash
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
