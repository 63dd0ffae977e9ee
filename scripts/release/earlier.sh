# Sourced by scripts/release/in-root.sh where there is a package of an earlier version: what an upgrade must not lose, nor end.

export FLICKR_API_KEY=upgrade
pin='pins/48.8584,2.2945 Eiffel Tower'
# What people see of the state: lists, what they made, and the bytes of photos that they have opened.
seen() {
    (
        cd /srv/world || exit
        ls recents pins tags && ls -d "$pin" && ls "$pin" | grep -c '[.]jpg$'
        find places -mindepth 2 -maxdepth 2 | LC_ALL=C sort
        while read -r photo; do
            stat -c '%s %i %n' "$photo"
            sha256sum "$photo"
        done </tmp/opened
    )
}
mount_world() { placesfs mount --source flickr --api-base "$api" --image-base "$images" "$@" /srv/world; }
# How many images the source has sent.
images_sent() {
    /usr/lib/apt/apt-helper download-file "${images%/}/__ledger" /tmp/ledger >/dev/null 2>&1
    sed -n 's/.*"apiRequests":\([0-9]*\).*"count":\([0-9]*\).*/\2 - \1/p' /tmp/ledger | head -n 1
}

check "apt installs the earlier package" apt-get install -y -q /packages/earlier.deb
earlier=$(dpkg-query -W -f '${Version}' placesfs)
mkdir -p /srv/old /srv/world
/packages/simulator/photo-simulator --library synthetic --places 6 --photos-per-place 8 --image-bytes 20000-60000 --control >/tmp/simulator &
simulator=$!
until grep -q commons= /tmp/simulator; do sleep 0.1; done
eval "$(tr ' ' '\n' </tmp/simulator | grep -E '^(api|images)=')"
check "the earlier program mounts a source" mount_world
check "people look at photos, make a pin and a topic" bash -c '
    cd /srv/world && find places -mindepth 3 -name "*.jpg" | LC_ALL=C sort | awk "NR % 7 == 0" | head -n 5 >/tmp/opened
    while read -r photo; do cat "$photo" >/dev/null || exit 1; done </tmp/opened
    mkdir "$0" tags/boats && ls "$0" tags/boats >/dev/null && [ -s /tmp/opened ]' "$pin"
check "the earlier program unmounts it" placesfs unmount /srv/world
check "… and mounts it again" mount_world
seen >/tmp/seen
placesfs unmount /srv/world

check "the earlier program mounts the sample" placesfs mount --source sample /srv/old
mkdir "/srv/old/$pin"
check "apt upgrades it under the mount" apt-get install -y -q /packages/placesfs.deb
check "the mount goes on" test -e /srv/old/README.txt
check "status says that the mount runs the earlier one ($earlier)" bash -c 'placesfs status /srv/old | grep -i "^note: "'
check "it is unmounted by the new program" placesfs unmount /srv/old
check "state and pins of the earlier one are read" bash -c \
    'placesfs mount --source sample /srv/old && ls -d "/srv/old/$0" && placesfs unmount /srv/old' "$pin"

before=$(($(images_sent)))
check "the new program mounts the state and cache of the earlier one" mount_world
seen >/tmp/seen.new
check "lists, pins, inodes and bytes are those of the earlier one" diff /tmp/seen /tmp/seen.new
check "no photo was fetched again" test "$(($(images_sent)))" = "$before" -a "$before" -gt 0
check "nothing was set aside as damaged" bash -c '! find /root/.local /root/.cache -name "*damaged*" | grep .'
placesfs unmount /srv/world
kill "$simulator"
check "it mounts what was kept" mount_world
seen >/tmp/seen.alone
check "… and shows the same" diff /tmp/seen /tmp/seen.alone
placesfs unmount /srv/world

check "apt goes back to the earlier one" apt-get install -y -q --allow-downgrades /packages/earlier.deb
if mount_world 2>/tmp/refused; then
    seen >/tmp/seen.back
    check "which reads what the new one wrote" diff /tmp/seen /tmp/seen.back
    placesfs unmount /srv/world
else
    check "which refuses the newer state with a sentence" bash -c \
        'grep "a newer placesfs has written the catalog" /tmp/refused && [ "$(wc -l </tmp/refused)" = 1 ]'
fi
check "apt brings the new one again" apt-get install -y -q /packages/placesfs.deb
check "it mounts what was kept" mount_world
seen >/tmp/seen.again
check "… and shows the same" diff /tmp/seen /tmp/seen.again
placesfs unmount /srv/world
unset FLICKR_API_KEY
