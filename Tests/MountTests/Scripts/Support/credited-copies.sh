# shellcheck shell=bash
cd "$M/places/France/Paris" && ls > /dev/null || exit 99
credits() { "$PLACESFS" credits "$@"; }
lines() { sed '/^$/,$d; s/^[^:]*: //' "$M/places/France/Paris/CREDITS.txt" | sort; }
same() {
    cmp <(ls "$1") <(ls | grep 'jpg$') || return
    for name in *.jpg; do cmp -- "$name" "$1/$name" || return; done
    echo same
}
credited() { cmp <(credits "$1" | sed 's/^[^:]*: //' | sort) <(lines) && echo credited; }
bare() { [ -z "$(getfattr -R -d -m - "$1" 2> /dev/null)" ] && echo bare; }
whole() {
    local here there
    here=$(getfattr -d -m - -e hex -- *.jpg) there=$(cd "$1" && getfattr -d -m - -e hex -- *.jpg)
    [ -n "$here" ] && [ "$here" = "$there" ] && echo whole
}

