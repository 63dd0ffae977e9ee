# shellcheck shell=bash
fail() {
    echo "$*" >&2
    [ -z "$PLACESFS_SCREENSHOTS" ] || import -window root "$PLACESFS_SCREENSHOTS/${program%% *}-failed.png"
    exit 9
}
within() {
    local tries=$1; shift
    until "$@" > "$T/waiting" 2>&1; do ((tries--)) || return 1; sleep 0.1; done
}
is() { within 300 "$@" || fail "never: $*"; }
is_gone() { ! [ -e "$1" ]; }
count() { ls "$1" | grep -c 'jpg$'; }
holds() { [ "$(count "$1")" = "$2" ]; }

is_open() { window=$(xdotool search --onlyvisible --name "^$title" | tail -n 1); [ "$window" ]; }
active() { xdotool getactivewindow; }
# Between two windows none is active.
is_home() { [ "$(active)" = "$window" ]; }
is_asked() { local now; now=$(active) && [ "$now" ] && [ "$now" != "$window" ]; }
is_other() { is_home || { is_asked && [ "$(active)" != "$before" ]; }; }
# A folder's title may follow its window.
open() {
    title=${1##*/}
    $program "$PWD/$1" & manager=$!
    is is_open
    xdotool windowactivate --sync "$window"
    is is_home
    # Nautilus never finishes loading a folder if a dialog comes meanwhile, and nobody tells when it has.
    sleep 3
}
# To a folder by its path, in the window that is open.
go() {
    title=${1##*/}
    for again in 1 2 3 4 5; do
        click; keys ctrl+l; sleep 0.5; typed "$1"; within 60 is_open && { sleep 2; return; }
    done
    fail "never there: $1"
}
# What is selected or in the clipboard tells nobody: until it is done.
until_it_is() {
    local keys=$1; shift
    for again in 1 2 3 4 5; do click; keys $keys; within 100 "$@" && return; done
    fail "never: $*"
}
# The first icon's copy, from the folder that is open into another one: carry FROM TO CONDITION…
carry() {
    local from=$1 to=$2; shift 2
    for again in 1 2 3 4; do
        click; keys End Home; sleep 0.5; keys ctrl+c; sleep 1
        go "$to"; click; keys ctrl+v
        within 100 "$@" && return
        keys Escape; go "$from"
    done
    fail "not copied: $*"
}
close() { kill $manager; wait $manager; }
keys() { xdotool key --delay 100 "$@"; }
# Into the corner at the right and below, where icons would be the last to come.
click() {
    [ "$click" ] || return 0
    eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(WIDTH|HEIGHT)=[0-9]+$')"
    xdotool mousemove --window "$window" $((WIDTH - 60)) $((HEIGHT - 60)) click 1
}
typed() { keys ctrl+a; printf %s "$1" | xdotool type --delay 20 --file -; keys Return; }
# Selects with $1, waits for the selection to be drawn, which nobody tells of, and acts with $2.
ask() {
    for again in 1 2 3 4 5; do
        click; keys $1; sleep 0.5; keys "$2"
        within 60 is_asked && return
    done
    fail "no answer to $*"
}
answer() {
    for key in $1; do
        is is_asked; before=$(active)
        # A dialog that is just being drawn takes no keys.
        for again in 1 2 3 4 5; do
            keys "$key"; within 60 is_other && break
            # Where the trash is known to be none, the question is the one for good.
            keys "${deleted%% *}"; within 30 is_other && break
        done
        is is_other
    done
    is is_home
}
# delete KEY ANSWERS CONDITION…: what is generated beside is deleted in vain, should the selection be late.
delete() {
    local key=$1 answers=$2; shift 2
    for again in 1 2 3 4 5; do
        ask "${select:-End Home}" "$key"
        [ $again = 1 ] && asked
        answer "$answers"
        within 60 "$@" && return
    done
    fail "not deleted: $*"
}
# Out of dialogs, and out of a folder that was opened by a key meant for its name.
at_start() {
    for again in 1 2 3; do is_home || { keys Escape; sleep 0.5; }; done
    is is_home
    xdotool getwindowname "$window" | grep -q "^$title" || { keys alt+Left; sleep 1; }
}
# In a dialog or in the icon's own text, after the file manager has made a folder of another name.
new_folder() {
    local untitled
    is_begun() { untitled=$(ls | grep -ix 'untitled folder') || is_asked; }
    for again in 1 2 3 4 5; do
        at_start
        # What Nautilus never finished loading it loads anew.
        ((again == 1)) || { keys F5; sleep 2; }
        keys $new_folder; within 60 is_begun || continue
        if [ "$untitled" ]; then rename "$1"; else sleep 0.5; typed "$1"; fi
        within 60 [ -d "$1" ] && { at_start; return; }
    done
    fail "not made: $1"
}
# In a dialog, a bubble, or the icon's own text; the first icon's. Home alone selects nothing where it is current.
rename() {
    for again in 1 2 3 4 5; do
        at_start; keys Escape End Home; sleep 0.5; keys F2; sleep 0.5; typed "$1"
        within 60 [ -d "$1" ] && { at_start; return; }
    done
    fail "not renamed: $1"
}
exec 3> "$T/said"
say() { echo "$*" >&3; }
openbox --startup "touch '$T/ready'" 2> "$T/openbox" & is [ -e "$T/ready" ]

