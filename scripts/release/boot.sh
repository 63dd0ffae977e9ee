#!/bin/bash
# scripts/release/boot.sh ROOT, run by scripts/release/packages in a mount namespace: systemd as the first process of the
# root, in namespaces of its own, with placesfs in its fstab. Says what /packages/in-systemd.sh found there.
set -euo pipefail
root=$1
cp -- "$(dirname "$0")/in-systemd.sh" "$root/packages"
chmod 755 "$root/packages/in-systemd.sh"
cp -- "$(dirname "$0")/check.sh" "$root/packages"
mkdir -p -- "$root/srv/photos"
echo 'sample /srv/photos fuse.placesfs noauto,x-systemd.automount,x-systemd.idle-timeout=2,source=sample,fsname=sample 0 0' >>"$root/etc/fstab"
cat >"$root/etc/systemd/system/look.service" <<'END'
[Unit]
DefaultDependencies=no
Wants=srv-photos.automount
After=srv-photos.automount
[Service]
Type=oneshot
ExecStart=/packages/in-systemd.sh
END

# A group of its own is the root of what systemd sees; where the machine has the old hierarchies, the new one is beside them.
groups=/sys/fs/cgroup
[[ -e $groups/cgroup.procs ]] || groups=$groups/unified
group=$groups/placesfs-$$
mkdir -- "$group"
end() {
    kill -KILL "$machine" 2>/dev/null || true
    wait "$machine" 2>/dev/null || true
    # What was killed is gone in a moment.
    for _ in $(seq 50); do
        find "$group" -depth -type d -exec rmdir -- {} + 2>/dev/null || true
        [[ -e $group ]] || break
        sleep 0.1
    done
}
machine=
(
    echo "$BASHPID" >"$group/cgroup.procs"
    # shellcheck disable=SC2016
    exec unshare --cgroup --net --uts --ipc --pid --fork --kill-child bash -euc '
        mount --bind "$1" "$1"
        cd "$1"
        mount -t proc proc proc
        mount -t sysfs -o ro sysfs sys
        mount -t cgroup2 cgroup2 sys/fs/cgroup
        for folder in dev run tmp; do mount -t tmpfs tmpfs "$folder"; done
        for device in null zero full random urandom tty fuse autofs; do
            touch "dev/$device"
            mount --bind "/dev/$device" "dev/$device"
        done
        chmod 666 dev/fuse
        mkdir dev/pts dev/shm
        ln -s /proc/self/fd dev/fd
        touch dev/console
        mount --bind /dev/null dev/console
        exec env -i container=placesfs PATH=/usr/sbin:/usr/bin:/sbin:/bin SYSTEMD_LOG_TARGET=console \
            chroot . /lib/systemd/systemd --unit=look.service --show-status=no
    ' _ "$root" </dev/null >"$root/packages/booted" 2>&1
) &
machine=$!
trap end EXIT
for _ in $(seq 1800); do
    grep -qs '^ended with' "$root/packages/looked" && break
    [[ -e /proc/$machine ]] || break
    sleep 0.1
done
if ! grep -qs '^ended with' "$root/packages/looked"; then
    echo "FAIL  systemd runs in the root"
    tail -n 12 "$root/packages/booted"
fi
grep -v '^ended with' "$root/packages/looked" || true
grep -qx 'ended with 0' "$root/packages/looked"
