# shellcheck shell=bash
# Lists, copies, archives, maps and credits the place $D and the album $A, which $P keeps; $other is a place that is not kept.
# shellcheck disable=SC2154
ls "$D" | grep -c 'jpg$'; n=0; until [ -e "$A/map.html" ]; do sleep 0.05; n=$((n + 1)); [ $n -lt 1200 ] || exit 1; done
ls "$A" | grep -c 'jpg$'; cd "$T" && compare
cp -r "$D" "$T/after" && diff -r "$T/before" "$T/after" && echo 'the same'
cp -a "$A" "$T/album" && cmp "$T/album/2.jpg" "$D/photo 2.jpg" && echo copied
for d in "$D" "$A"; do
    python3 "$archive" "$d" "$T/a.tar"
    python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["features"]))' "$d/map.geojson"
    grep -c Leaflet "$d/map.html" > /dev/null && [ -s "$d/CREDITS.txt" ] && [ -s "$d/photos.csv" ] && echo told
    ls "$d/.small" | wc -l; cat "$d/.small/"* | wc -c | grep -vx 0 > /dev/null && echo small
    "$P" credits "$d"/*.jpg | wc -l
done
"$P" credits "$T/album/2.jpg" | wc -l
ls "$other" 2>&1 | grep -o 'Network is unreachable'
