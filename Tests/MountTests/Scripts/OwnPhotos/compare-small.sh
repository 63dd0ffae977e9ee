# shellcheck shell=bash
# Compares what Paris' .small/ shows with the small pictures in the files.
cd "$M/places/France/Paris" || exit 1
ls .small | grep -v heic | tr '\n' ' '; echo
for f in plain.jpg upright.jpg plain.webp plain.png plain.heic; do
    # Where nothing makes HEIC.
    [ -e $f ] || { echo "$f: its own"; continue; }
    exiftool -b -ThumbnailImage "$HOME/Pictures/$f" | cmp - ".small/$f" && echo "$f: its own"
    [ "$(stat -c %s ".small/$f")" = "$(wc -c < ".small/$f")" ] || echo "$f: another length"
done
exiftool -s3 -n -Orientation -ImageWidth .small/turned.jpg | tr '\n' ' '; echo
exiftool -b -ThumbnailImage "$HOME/Pictures/turned.jpg" > "$HOME/T/bare.jpg"
[ "$(identify -format '%#' "$HOME/T/bare.jpg")" = "$(identify -format '%#' .small/turned.jpg)" ] &&
    echo 'turned: the same data'
convert .small/turned.jpg -auto-orient -format '%wx%h\n' info:
for f in other cut nothing outside none; do
    cmp ".small/$f.jpg" "$HOME/Pictures/$f.jpg" && echo "$f: the file"
done
cmp <(tail -c +100 .small/turned.jpg) <(dd status=none bs=7 if=.small/turned.jpg | tail -c +100) && echo pieces
[ "$(stat -c %i .small/none.jpg)" != "$(stat -c %i none.jpg)" ] && echo 'another inode'
