# Asks the completion of placesfs as an interactive bash does, and ends with 1 where it does not offer what it should.
# complete.bash [FILE]: the completion's file, by default where the package has it.
source "${1:-/usr/share/bash-completion/completions/placesfs}"

# offered WORD…: what is offered at the end of the line that these words make; the last is being typed.
offered() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMP_LINE="$*"
    COMP_POINT=${#COMP_LINE}
    COMPREPLY=()
    local function
    function=$(complete -p placesfs | sed -n 's/.*-F \([^ ]*\).*/\1/p')
    "$function" placesfs "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
    printf '%s\n' "${COMPREPLY[@]}" | sed 's/ *$//' | LC_ALL=C sort | tr '\n' ' '
}

# expect WORDS OFFERED WORD…
status=0
expect() {
    local words=$1
    shift
    local found
    found=$(offered "$@")
    if [[ " $found" != *" $words "* ]]; then
        echo "after '$*' there should be '$words', there is: $found" >&2
        status=1
    fi
}
expect "interesting newest" placesfs mount --sort ""
expect "Reykjavík" placesfs places "Reykjav"
expect "reykjavík" placesfs places "reykjav"
expect "interesting" placesfs mount --sort i
expect "any cc commercial public-domain" placesfs mount --license ""
expect "commons flickr folder sample" placesfs doctor --source ""
expect "listed none unlisted" placesfs mount --sidecars ""
expect "unmount" placesfs unm
expect "keep" placesfs help kee
for mountpoint in ${EXPECTED_MOUNTPOINTS-}; do
    expect "$mountpoint" placesfs status ""
    expect "$mountpoint" placesfs unmount ""
done
exit $status
