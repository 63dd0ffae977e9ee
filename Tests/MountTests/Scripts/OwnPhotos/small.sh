# shellcheck shell=bash
mkdir -p "$HOME/Pictures" "$HOME/T" && cd "$HOME/Pictures" && rm -rf -- *
convert -size 160x120 gradient:red-blue -quality 90 ../T/wide.jpg
convert -size 120x160 gradient:green-blue -quality 90 ../T/high.jpg
for name in plain turned upright other cut nothing outside none; do
    convert -size 640x480 plasma:white-black -quality 60 "$name.jpg"
done
tag() { exiftool -q -overwrite_original "$@"; }
tag '-ThumbnailImage<=../T/wide.jpg' plain.jpg turned.jpg cut.jpg nothing.jpg outside.jpg
tag '-ThumbnailImage<=../T/high.jpg' upright.jpg other.jpg
tag -Orientation#=6 turned.jpg upright.jpg
convert plain.jpg plain.webp; convert -strip plain.jpg plain.png
! command -v heif-enc > /dev/null || heif-enc -q 50 plain.png -o plain.heic > /dev/null 2>&1
for file in plain.png plain.heic; do [ ! -e $file ] || tag '-ThumbnailImage<=../T/wide.jpg' $file; done
tag -GPSLatitude=48.8584 -GPSLatitudeRef=N -GPSLongitude=2.2945 -GPSLongitudeRef=E *
python3 - << 'END'
import struct
def change(name, what):
    data = bytearray(open(name, "rb").read())
    start = data.index(b"\xff\xd8", 2)
    end = data.index(b"\xff\xd9", start) + 2
    what(data, start, end)
    open(name, "wb").write(data)
def cut(data, start, end): data[end - 900:end] = bytes(900)
def nothing(data, start, end): data[start:end] = bytes(end - start)
def outside(data, start, end):
    entry = data.index(struct.pack(">HHI", 0x0201, 4, 1))
    data[entry + 8:entry + 12] = b"\x7f\xff\xff\xff"
change("cut.jpg", cut); change("nothing.jpg", nothing); change("outside.jpg", outside)
END
