# The entries of file managers' menus. Sourced by scripts/package and scripts/install.

# FILE:FOLDER, the one below share/menus of the sources, the other below PREFIX/share, where its file manager looks.
menu_files=(
    placesfs_menu.py:placesfs-menus
    nautilus/placesfs_nautilus.py:nautilus-python/extensions
    caja/placesfs_caja.py:caja-python/extensions
    thunar/placesfs_thunar.py:thunarx-python/extensions
    nemo/placesfs-{keep,album,new-collection,credit}.nemo_action:nemo/actions
    pcmanfm/placesfs-{keep,album,new-collection,credit}.desktop:file-manager/actions
    dolphin/placesfs-{folders,photos}.desktop:kio/servicemenus
)

# menu_word WORD: as the entries' lines take it, ready for sed.
menu_word() {
    local word=$1
    [[ $word =~ ^[A-Za-z0-9/._~+-]*$ ]] || word="\"$word\""
    sed 's/[&|\\]/\\&/g' <<<"$word"
}

# install_menus SOURCES SHARE PROGRAM SHOWN [WORD…]: puts them under SHARE. PROGRAM is what the entries call, SHOWN what
# tells where they are shown. The WORDs come before each command.
install_menus() {
    local sources=$1 share=$2 program shown entry file mode
    program=$(menu_word "$3") shown=$(menu_word "$4")
    shift 4
    for entry in "${menu_files[@]}"; do
        file=${entry%%:*} mode=644
        # Dolphin runs what a user may have been given only where it is marked as a program.
        [[ $file != dolphin/* ]] || mode=755
        sed "s|^Exec=placesfs |Exec=$program |; s|placesfs-menu-shown |$shown |" "$sources/share/menus/$file" \
            | "$@" install -D -m "$mode" /dev/stdin "$share/${entry#*:}/${file##*/}"
    done
}

# remove_menus SHARE [WORD…]: takes them away, with what Python made of them.
remove_menus() {
    local share=$1 entry folder file
    shift
    for entry in "${menu_files[@]}"; do
        folder=$share/${entry#*:} file=${entry%%:*}
        file=${file##*/}
        "$@" rm -f -- "$folder/$file" "$folder/__pycache__/${file%.py}".*.pyc
        "$@" rmdir -- "$folder/__pycache__" 2>/dev/null || true
    done
}
