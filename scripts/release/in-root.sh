# Run by scripts/release/packages in a fresh root: what a person does with the package, one line a finding.
set -uo pipefail
# Whoever calls may have a folder of its own for temporary files, which is not there.
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root TMPDIR=/tmp
source /packages/check.sh

check "apt knows what there is" apt-get update -q
if [[ -e /packages/earlier.deb ]]; then
    source /packages/earlier.sh
else
    check "apt installs the package" apt-get install -y -q /packages/placesfs.deb
fi
check "no Swift is there, nor needed" bash -c '! ldd /usr/bin/placesfs | grep -iE "swift|not found|fuse"'
check "--version" placesfs --version
check "doctor finds nothing wrong here" placesfs doctor --source sample
check "the manual" bash -c 'for page in placesfs placesfs-mount placesfs.conf 7\ placesfs; do man -P cat $page | grep -q . || exit 1; done'
check "the manual has no slip" bash -c '! man --warnings -E UTF-8 -l -Tutf8 -Z /usr/share/man/man?/placesfs* 2>&1 >/dev/null | grep .'
check "bash completes an option's value" bash /packages/complete.bash
check "the system unit is valid" bash -c 'systemd-analyze verify --man=no /usr/lib/systemd/system/placesfs-system@.service 2>&1 | grep "placesfs-system@" && exit 1; exit 0'
check "the user unit is valid" bash -c 'systemd-analyze verify --user --man=no /usr/lib/systemd/user/placesfs@.service 2>&1 | grep "placesfs@" && exit 1; exit 0'
check "exposure of the system unit" bash -c 'systemd-analyze security --offline=true --no-pager /usr/lib/systemd/system/placesfs-system@.service | tail -n 1'
# A development build has no page of its own; one is put in for the check.
metainfo=$(mktemp -d)/page.placesfs.Places.metainfo.xml
sed '/<url type="homepage">/d; s|^  <developer|  <url type="homepage">https://example.org/</url>\n&|' \
    /usr/share/metainfo/page.placesfs.Places.metainfo.xml >"$metainfo"
check "appstream metainfo" appstreamcli validate --no-net "$metainfo"
check "menu entry" desktop-file-validate /usr/share/applications/placesfs.desktop
check "the system user was made" getent passwd placesfs

mkdir -p /srv/photos
check "root mounts the sample" placesfs mount --source sample /srv/photos
check "ls" bash -c 'ls /srv/photos/places | grep -x Iceland'
check "cp gives a photo" bash -c 'cp /srv/photos/places/France/Annecy/Regatta.jpg /tmp && file -b /tmp/Regatta.jpg | grep "^JPEG"'
check "unmount" placesfs unmount /srv/photos
check "mount -t fuse.placesfs" mount -t fuse.placesfs sample /srv/photos
check "umount" umount /srv/photos

useradd --create-home --shell /bin/bash somebody
chmod 666 /dev/fuse 2>/dev/null
as_somebody() { su somebody -c "$1"; }
check "an ordinary user mounts, lists, copies and unmounts" as_somebody \
    'mkdir ~/p && placesfs mount --source sample ~/p && ls ~/p/places/Japan/Kyoto | grep -q Bamboo.jpg && cp ~/p/places/Japan/Kyoto/Bamboo.jpg ~ && placesfs unmount ~/p'
check "the administrator's file is his default" bash -c \
    'echo "sidecars = none" >> /etc/placesfs/config; su somebody -c "placesfs doctor --source sample" | grep -F "/etc/placesfs/config"'
check "… and his own overrides it" as_somebody 'mkdir -p ~/.config/placesfs && echo "sidecars = listed" > ~/.config/placesfs/config &&
    placesfs mount --source sample ~/p && ls ~/p/places/Japan/Kyoto | grep -q geojson; status=$?; placesfs unmount ~/p; exit $status'

mkdir -p /run/systemd/system
# In the place of systemd's own: apt gives the scripts of packages a PATH without /usr/local.
dpkg-divert --quiet --local --rename --divert /usr/bin/systemctl.systemd /usr/bin/systemctl
printf '#!/bin/sh\necho "$@" >> /tmp/systemctl\n' > /usr/bin/systemctl
chmod 755 /usr/bin/systemctl
check "apt purges it" bash -c 'apt-get purge -y -q placesfs > /tmp/purged && grep -F ".local/share/placesfs" /tmp/purged'
check "the machine's mounts ended before it" grep -Fx 'stop placesfs-system@*.service' /tmp/systemctl
rm -r /usr/bin/systemctl /run/systemd
dpkg-divert --quiet --local --rename --remove /usr/bin/systemctl
check "nothing of it is left but what people keep" bash -c \
    'left=$(find / -xdev \( -path /proc -o -path /packages -o -path /tmp \) -prune -o -iname "*placesfs*" -print | grep -v "^/home/\|^/root/\|^/var/lib/apt\|^/var/cache/apt\|^/var/log\|^/var/cache/man\|^/var/cache/swcatalog"); echo "$left"; [ -z "$left" ]'
check "and that is there" test -d /home/somebody/.local/share/placesfs
((failures == 0))
