# shellcheck shell=bash
# Those above it are as the umask has them.
# shellcheck disable=SC2174
mkdir -p -m 700 "$HOME/.local/share/placesfs"
exec 8> "$HOME/.local/share/placesfs/sample.lock"
flock 8
printf '1\n/nowhere\n' >&8
env --default-signal=INT "$0" mount --source sample "$M" 8>&- &
until daemon=$(pgrep -P $!); do sleep 0.01; done
kill -$1 $!
wait $!
echo "status $?"
exec 8>&-
for try in $(seq 1500); do
    [ -e /proc/$daemon ] && ! grep -q ' Z ' /proc/$daemon/stat || break
    grep -q " $M " /proc/self/mountinfo && break
    sleep 0.02
done
grep -q " $M " /proc/self/mountinfo && echo mounted
[ -e /proc/$daemon ] && ! grep -q ' Z ' /proc/$daemon/stat && echo "lives on"
exit 0
