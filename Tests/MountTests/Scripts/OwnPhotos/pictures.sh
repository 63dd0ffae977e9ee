# shellcheck shell=bash
# Pictures in Paris, twice in Rome under one name, in Sydney, by named city, and with nothing but a date.
mkdir -p "$HOME/Pictures/2019/Rome" "$HOME/Pictures/old" && cd "$HOME/Pictures" || exit 1
for name in tower.jpg IMG_0001.jpg 2019/Rome/IMG_0001.jpg opera.png kyoto.jpg old/year.jpg; do
    n=$((n + 1)); convert -size $((80 + n))x48 gradient:red-blue "$name"
done
# One exiftool for all: its start takes longer than its work.
exiftool \
    -GPSLatitude=48.8584 -GPSLatitudeRef=N -GPSLongitude=2.2945 -GPSLongitudeRef=E -XMP-dc:Title='Tower at noon' \
    -IPTC:Keywords=sunset -IPTC:Keywords=Tower -EXIF:Artist='Ann Lee' -DateTimeOriginal='2018:05:04 12:00:01' \
    tower.jpg -execute \
    -GPSLatitude=41.8765 -GPSLatitudeRef=N -GPSLongitude=12.4756 -GPSLongitudeRef=E IMG_0001.jpg -execute \
    -XMP-exif:GPSLatitude=41.9 -XMP-exif:GPSLongitude=12.49 2019/Rome/IMG_0001.jpg -execute \
    -GPSLatitude=33.8568 -GPSLatitudeRef=S -GPSLongitude=151.2153 -GPSLongitudeRef=E opera.png -execute \
    -IPTC:City=Kyoto -IPTC:Country-PrimaryLocationName=Japan kyoto.jpg -execute \
    -DateTimeOriginal='2011:01:02 03:04:05' old/year.jpg -common_args -q -overwrite_original
