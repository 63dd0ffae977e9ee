# shellcheck shell=bash
# `view PHOTO…` starts a viewer with these that reads $READS and stays, with its input at 3; `reads` makes $READS of numbers.
# shellcheck disable=SC2034,SC2154
exec 2>&1
reads() {
    for n in "$@"; do
        if [ $n = @ ]; then printf '@:'; else printf '%s:' "$M/$folder/photo $n.jpg"; fi
    done | sed 's/:$//'
}
recents() { ls -U "$M/recents" | grep 'jpg$' | tr '\n' ','; }
view() {
    mkfifo "$T/in" "$T/out"
    READS=$READS python3 "$scripts/viewer.py" "$@" < "$T/in" > "$T/out" & viewer=$!
    exec 3> "$T/in" 4< "$T/out"
    read -r quiet <&4
}
