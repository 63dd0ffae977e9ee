#!/bin/bash
# Run by systemd as the first process of a fresh root (scripts/release/boot.sh): a line of fstab with x-systemd.automount.
exec >/packages/looked 2>&1
source /packages/check.sh
is() { [[ $(systemctl is-active srv-photos.mount) == "$1" ]]; }
ends() { for _ in $(seq 300); do is inactive && return; sleep 0.1; done; systemctl status srv-photos.mount; return 1; }

check "systemd waits at the mountpoint" systemctl is-active srv-photos.automount
check "nothing is mounted before anybody looks" is inactive
check "the first look mounts it" bash -c 'timeout 60 ls /srv/photos/places | grep -x Iceland'
check "systemd knows it" is active
check "it goes when nobody looked for two seconds" ends
check "no daemon is left" bash -c 'for _ in $(seq 100); do pgrep -x placesfs >/dev/null || exit 0; sleep 0.1; done; exit 1'
check "the next look mounts it again" bash -c 'timeout 60 cat /srv/photos/places/Japan/Kyoto/Bamboo.jpg | file -b - | grep "^JPEG"'
check "systemctl stop takes it away" systemctl stop srv-photos.automount srv-photos.mount
check "and nothing is there" bash -c '! grep " /srv/photos " /proc/mounts'
echo "ended with $failures"
