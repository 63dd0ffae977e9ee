# shellcheck shell=bash
use() {
    mkdir "$M/pins/$1"
    for try in $(seq 3000); do
        [ "$(getfattr --only-values -n user.places.state "$M/pins/$1")" = downloading ] || break; sleep 0.02
    done
    [ "$try" -lt 3000 ] || exit 97
    ls -la "$M/pins/$1"
    for photo in "$M/pins/$1"/*.jpg; do
        getfattr -d -m - "$photo"; head -c 1000 "$photo"; head -c 1000 "${photo%.jpg}.geojson"
    done
    head -c 1000 "$M/pins/$1/map.geojson"; head -c 1000 "$M/pins/$1/CREDITS.txt"
} > /dev/null 2>&1
probe() {
    python3 - "$1" <<'END'
import os, sys, time
folder, longest = sys.argv[1], 0
while not os.path.exists('stop'):
    begun = time.monotonic()
    os.listdir(folder); os.getxattr(folder, 'user.places.count')
    longest = max(longest, time.monotonic() - begun)
    time.sleep(0.01)
print(int(longest * 1000))
END
}

