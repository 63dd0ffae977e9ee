# shellcheck shell=bash
# Refreshes, reads, shows, and keeps in the scratch folder all that was shown: of the program $P behind $api and $images,
# of three $towns, and where $commands is true of its commands that look at photos and mounts.
# shellcheck disable=SC2154
n=$(ls "$T" | wc -l)
{
    mkdir "$M/tags/topic$n" && ls "$M/tags/topic$n"; mkdir "$M/pins/$n,1"
    for place in 0 1 2; do ls -l "$M/${towns[place]}"; done
    cat "$M/${towns[$((n % 3))]}"/*.jpg | wc -c
    # Of the gazetteer's thousand places, which stand in for those of a source that refuses, a few.
    countries=("$M"/places/*/)
    countries=("${countries[@]:0:3}")
    photos=() maps=()
    for country in "${countries[@]}"; do photos+=("$country"*/*.jpg); maps+=("$country"*/*.*json); done
    cat "$M"/README.txt "$M"/.placesfs/status* "$M/.placesfs/metrics" "$M"/places/*.* "${maps[@]}"
    getfattr -R -d -m - "${countries[@]}" "$M/pins"
    for name in error state refreshed size viewed; do
        getfattr -n user.places.$name "$M"/places/* "${photos[@]}"
    done
    "$P" status "$M"; "$P" doctor --api-base "$api" --image-base "$images"; "$P" new-collection "$M/pins/$n,1"
    if $commands; then
        "$P" status --json "$M"; "$P" info --json "${photos[@]}"; "$P" cache show; "$P" cache verify
        "$P" mount "$M"; "$P" mount --source flickr --api-base "$api" "$T"
    fi
} > "shown-$n" 2>&1
