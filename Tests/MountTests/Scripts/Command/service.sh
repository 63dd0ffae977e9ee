# shellcheck shell=bash
# The program $1, mounted for all at $T/all by root with the options $2, runs as a service's user; $T/body looks at it as
# its process $pid.
set -u; mkdir -p "$T/all" "$T/service"; chmod 755 "$T/.." "$T" "$T/all"; chown 65534:65534 "$T/service" "$T/all"
echo user_allow_other > "$T/fuse.conf"; mount --bind "$T/fuse.conf" /etc/fuse.conf
export HOME="$T/service" XDG_CONFIG_HOME='' XDG_DATA_HOME='' XDG_CACHE_HOME='' XDG_STATE_HOME=''
mkdir "$T/bin"; ln -s "$1" "$T/bin/placesfs"; export PATH="$T/bin:$PATH"
mount.fuse3 placesfs#sample "$T/all" -o "setuid=nobody,allow_other,$2" || exit 1
pid=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["pid"])' < "$T/all/.placesfs/status.json")
# shellcheck source=/dev/null
. "$T/body"
kill -TERM "$pid"; for _ in $(seq 1500); do kill -0 "$pid" 2> /dev/null || break; sleep 0.02; done
grep -c " $T/all " /proc/self/mountinfo
umount -l "$T/all" 2> /dev/null
