# shellcheck shell=bash
# In a user namespace of its own: a mount that may watch as many folders as there are; then there is one more.
echo 4 >/proc/sys/user/max_inotify_watches || exit 99
"$P" mount --from "$HOME/Pictures" "$M" || exit 1
trap '"$P" unmount "$M"' EXIT

# says WORDS: waits until the status has a line that begins so.
says() {
    for _ in $(seq 1200); do
        "$P" status "$M" | grep -q "^ *$1" && return
        sleep 0.05
    done
    "$P" status "$M" >&2
    return 1
}

says 'watched for changes' || exit 2
mkdir "$HOME/Pictures/new" && cp "$HOME/Pictures/tower.jpg" "$HOME/Pictures/new/one.jpg"
says 'not watched for changes (the system allows no more watches)' || exit 3
echo 100 >/proc/sys/user/max_inotify_watches
cp "$HOME/Pictures/tower.jpg" "$HOME/Pictures/new/two.jpg"
"$P" refresh "$M/places" || exit 4
says 'watched for changes' || exit 5
for name in one two; do
    for _ in $(seq 1200); do
        test -e "$M/places/France/Paris/$name.jpg" && break
        sleep 0.05
    done
    test -e "$M/places/France/Paris/$name.jpg" || exit 6
done
