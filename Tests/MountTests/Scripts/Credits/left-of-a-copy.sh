# shellcheck shell=bash
# What `credits` of $placesfs says of copy.jpg once $change made other.jpg of it, where it was read and with no state.
# shellcheck disable=SC2154
cd "$T" && change || exit 2
said() {
    line=$("$placesfs" credits "$@" other.jpg)
    case $? in
        70) echo nothing ;;
        0) case $line in
            "$credit") echo line ;;
            *"$author"*"$license"*) echo authorAndLicense ;;
            *) echo "'$line' instead of '$credit'" ;;
        esac ;;
    esac
}
mkdir empty; said --state-dir "$T/empty"; said
