# shellcheck shell=bash
# Each gesture by which a hand puts the first photo of a search into an album. Begins in pins/; `gestures` names them.
photo=0-0.jpg
search=$(ls ../search | head -n 1)
mkdir ../albums/Poster

# By its number: a copy of the bytes would have another.
is_added() { [ "$(stat -Lc %i ../albums/Poster/*.jpg)" = "$(stat -c %i "../search/$search/$photo")" ]; }

beside "../search/$search" "../albums/Poster"
for name in $gestures; do
    for again in 1 2 3; do
        gesture "$name"
        within 100 is_added && break
        keys Escape; keys Escape
    done
    is_added || { say "$name: never"; fail "never by $name: $(ls ../albums/Poster)"; }
    # Whoever moves is asked nothing and told nothing.
    sleep 5; is_asked() { [ "$(active)" != "$left" ] && [ "$(active)" != "$right" ]; }
    ! is_asked || fail "$name: a dialog: $(xdotool getactivewindow getwindowname)"
    say "$name: $(ls "../search/$search" | grep -c 'jpg$') $(ls ../albums/Poster | grep jpg)"
    rm ../albums/Poster/*.jpg; sleep 1
done
close
