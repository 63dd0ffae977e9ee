# shellcheck shell=bash
# Two folders of a file manager side by side, and what a hand does between them.

# A window of its own for each folder, side by side: beside LEFT RIGHT.
beside() {
    open "$1"; left=$window
    # Some programs answer for all windows with their first process.
    title=${2##*/}
    $program "$PWD/$2" & is is_open; right=$window
    sleep 3
    place "$left" 0; place "$right" 700
}
place() {
    xdotool windowactivate --sync "$1"; sleep 0.5
    xdotool windowsize "$1" 690 930 windowmove "$1" "$2" 10
    sleep 1
}
to() { window=$1; xdotool windowactivate --sync "$1"; sleep 0.5; }
to_left() { to "$left"; blank "$left"; }

# Where the first icon is: what changes when it is chosen, between what stands above the icons and the line below them.
shot() { import -window root -crop 480x740+200+130 +repage "$T/$1.png"; }
find_icon() {
    local box
    for again in 1 2 3 4 5; do
        # What has the focus is framed, and not to be part of what changes.
        to_left; keys $first; sleep 0.5; blank "$left"; sleep 0.7; shot before
        keys $first; sleep 1; shot after
        box=$(convert "$T/before.png" "$T/after.png" -compose difference -composite -colorspace Gray -threshold 4% \
            -format '%@' info:)
        # 96x110+12+40, of one icon.
        [[ $box =~ ^([0-9]+)x([0-9]+)\+([0-9]+)\+([0-9]+)$ ]] || continue
        ((BASH_REMATCH[1] > 8 && BASH_REMATCH[1] < 400 && BASH_REMATCH[2] > 8 && BASH_REMATCH[2] < 400)) || continue
        x=$((200 + BASH_REMATCH[3] + BASH_REMATCH[1] / 2)) y=$((130 + BASH_REMATCH[4] + BASH_REMATCH[2] / 3))
        return
    done
    fail "where is the icon: $box"
}
# Clicks where no icon is.
blank() {
    eval "$(xdotool getwindowgeometry --shell "$1" | grep -E '^(X|Y|WIDTH|HEIGHT)=-?[0-9]+$')"
    xdotool mousemove $((X + WIDTH - 70)) $((Y + HEIGHT - 90)) click 1
}
# drag MODIFIERS…: they are pressed while the photo is on its way.
drag() {
    xdotool mousemove $x $y; sleep 0.3
    xdotool mousedown 1; sleep 0.3
    xdotool mousemove_relative 10 10; sleep 0.2; xdotool mousemove_relative 20 10; sleep 0.3
    for modifier; do xdotool keydown "$modifier"; done
    for step in 1 2 3 4 5 6 7 8; do xdotool mousemove $((x + (1150 - x) * step / 8)) $((y + (700 - y) * step / 8)); sleep 0.05; done
    sleep 0.5; xdotool mousemove_relative 3 3; sleep 0.3; xdotool mousemove_relative -- -3 -3; sleep 0.5
    xdotool mouseup 1
    for modifier; do xdotool keyup "$modifier"; done
}
# Dolphin asks by a menu at the pointer, which takes a letter: a window that was not there.
windows() { xdotool search --onlyvisible --class "${program%% *}" | sort; }
has_menu() { [ "$(windows | wc -l)" -gt "$(wc -l <<< "$shown")" ]; }
drag_and_choose() {
    shown=$(windows); drag
    within 100 has_menu || return
    sleep 0.5; xdotool key "$1"
}

gesture() {
    case $1 in
        drag) find_icon; if [ "$menu" ]; then drag_and_choose "$menu"; else drag; fi ;;
        ctrl-drag) find_icon; drag ctrl ;;
        shift-drag) find_icon; drag shift ;;
        link) find_icon; if [ "$link" ]; then drag_and_choose "$link"; else drag ctrl shift; fi ;;
        copy) to_left; keys $first; sleep 0.5; keys ctrl+c; sleep 1; to "$right"; blank "$right"; keys ctrl+v ;;
        cut) to_left; keys $first; sleep 0.5; keys ctrl+x; sleep 1; to "$right"; blank "$right"; keys ctrl+v ;;
    esac
}
