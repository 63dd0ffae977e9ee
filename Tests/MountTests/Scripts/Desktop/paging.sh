# shellcheck shell=bash
within() { local tries=300; until "$@"; do ((tries--)) || return 1; sleep 0.1; done; }
newest() { ls "$M/recents" | grep -qx "01 $1"; }
openbox & sleep 1
"$@" & viewer=$!
within newest "photo 2.jpg"
# A key that comes while the viewer is being drawn is lost.
for photo in "photo 3.jpg" "photo 4.jpg"; do
    for again in 1 2 3; do
        # What was looked at for less than two seconds is a page turned.
        sleep 3; xdotool key Right
        tries=50; until newest "$photo" || ((tries-- == 0)); do sleep 0.1; done
        newest "$photo" && break
    done
done
ls "$M/recents" | grep jpg
kill $viewer
