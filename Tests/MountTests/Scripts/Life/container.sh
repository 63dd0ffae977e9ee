# shellcheck shell=bash
"$P" mount --source sample "$M" || exit 1
bwrap --ro-bind / / --proc /proc --dev /dev --tmpfs /srv --bind "$M" /srv/photos     sh -c 'head -c 8 /srv/photos/README.txt; echo; exec sleep 30' > out &
for try in $(seq 1500); do [ "$(wc -l < out)" -gt 0 ] && break; sleep 0.05; done
cat out
"$P" unmount "$M" 2> said
echo "unmount $?"
grep -o 'has it at /srv/photos; it ends with that' said
kill $(pgrep -P $!) $!
daemon=$(head -n 1 "$HOME/.local/share/placesfs/sample.lock")
for try in $(seq 1500); do [ -e /proc/$daemon ] || break; sleep 0.05; done
"$P" mount --source sample "$M" && "$P" unmount "$M"
echo "again $?"
