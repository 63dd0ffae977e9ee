# shellcheck shell=bash
# Each gesture by which a hand takes a photo out of a pin, or a whole folder, into albums, and what comes of it. Begins in
# pins/; `gestures` names them, `from` says what is taken, `town` and `pin` are folders of photos.
case $from in
    photo) left_folder="../pins/$pin" right_folder="../albums/Poster" taken="../pins/$pin"; mkdir "$right_folder" ;;
    place) left_folder="../places/${town%/*}" right_folder="../albums" taken="../places/$town" ;;
    pin) left_folder="../pins" right_folder="../albums" taken="../pins/$pin" ;;
esac
if [ "$from" = photo ]; then album=$right_folder; else album="../albums/${taken##*/}"; fi

photos_in() { if [ -d "$1" ]; then count "$1"; else echo 0; fi; }
is_told() { local now; now=$(active) && [ "$now" ] && [ "$now" != "$left" ] && [ "$now" != "$right" ]; }
is_done() { [ "$(photos_in "$album")" = "$whole" ] || is_told; }
# Whether two looks at all that a gesture may change are alike.
look() { ls -R ../albums "$taken"; active; }
is_still() { local seen; seen=$(look 2>&1); sleep 1.5; [ "$(look 2>&1)" = "$seen" ]; }
outcome() {
    local added stayed
    added=$(photos_in "$album") stayed=$(photos_in "$taken")
    case "$added $stayed" in
        "$whole $before") echo both ;;
        "$whole $((before - whole))") echo moved ;;
        "0 $before") if is_told; then echo refused; else echo nothing; fi ;;
        *) echo "$added of $whole, $stayed of $before stayed" ;;
    esac
}

beside "$left_folder" "$right_folder"
for name in $gestures; do
    [ -d "$taken" ] || { mkdir "$taken"; settled "$taken"; sleep 1; }
    before=$(count "$taken") whole=1
    [ "$from" = photo ] || whole=$before
    for again in 1 2 3; do
        gesture "$name"
        within 60 is_done && break
        keys Escape; keys Escape
    done
    is within 20 is_still
    say "$name: $(outcome)"
    for again in 1 2 3; do is_told && { keys Escape; sleep 1; }; done
    if [ "$from" = photo ]; then rm -f "$album"/*.jpg; else rm -rf "$album"; fi
    sleep 1
done
close
