# What a package puts where. Sourced by scripts/package.

# make_tree PROGRAM SOURCES TREE DEBUG VERSION: lays out the files under TREE as they are installed, the program's symbols
# under DEBUG.
make_tree() {
    local program=$1 sources=$2 tree=$3 debug=$4 version=$5 bundle name id
    rm -rf -- "$tree" "$debug"
    local share=$tree/usr/share doc=$tree/usr/share/doc/placesfs
    mkdir -p -- "$tree/usr/bin" "$share/placesfs" "$debug/usr/lib/debug/.build-id"

    id=$(readelf -n "$program" | sed -n 's/.*Build ID: //p')
    [[ $id ]] || fail "$program has no build id"
    mkdir -p -- "$debug/usr/lib/debug/.build-id/${id:0:2}"
    local symbols=$debug/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
    objcopy --only-keep-debug --compress-debug-sections "$program" "$symbols"
    strip --strip-unneeded --remove-section=.comment -o "$tree/usr/bin/placesfs" "$program"
    chmod 644 -- "$symbols"
    # SwiftPM has programs look for libraries beside themselves.
    chrpath --delete "$tree/usr/bin/placesfs" >/dev/null
    install -m 755 -- "$sources/share/placesfs/placesfs-open" "$tree/usr/bin/placesfs-open"
    install -D -m 755 -t "$tree/usr/lib/placesfs" -- "$sources/share/placesfs/make-mountpoint" \
        "$sources/share/menus/placesfs-menu-shown"
    install_menus "$sources" "$share" placesfs /usr/lib/placesfs/placesfs-menu-shown

    # SwiftPM puts a target's resources into a folder beside the program.
    for bundle in "$(dirname -- "$program")"/placesfs_{PhotoTree,Gazetteer,Sample}.resources; do
        name=${bundle##*/placesfs_}
        cp -RL -- "$bundle/Resources" "$share/placesfs/${name%.resources}"
    done

    # From what the program says of itself: pages a command, and what shells complete.
    "$sources/scripts/make-manual" "$program" "$share/man"
    install -D -m 644 /dev/null "$share/man/man1/placesfs-open.1"
    sed "s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/; s/@VERSION@/$version/" \
        <"$sources/share/man/placesfs-open.1" >"$share/man/man1/placesfs-open.1"
    find "$share/man" -type f -exec gzip -9n {} +
    mkdir -p -- "$share"/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
    # Sourced, not run.
    "$program" --generate-completion-script bash | sed '1{/^#!/d}' >"$share/bash-completion/completions/placesfs"
    "$program" --generate-completion-script zsh >"$share/zsh/vendor-completions/_placesfs"
    "$program" --generate-completion-script fish >"$share/fish/vendor_completions.d/placesfs.fish"

    install -D -m 644 -t "$share/applications" -- "$sources/share/applications/placesfs.desktop"
    install -D -m 644 -t "$share/icons/hicolor/scalable/apps" -- "$sources/share/icons/hicolor/scalable/apps/placesfs.svg"
    install -D -m 644 -t "$share/metainfo" -- "$sources"/share/metainfo/*.xml
    # The page that is named as a contact is the program's own; without one there is none to name.
    if [[ ${contact:-} ]]; then
        sed -i "s|^  <developer|  <url type=\"homepage\">$contact</url>\n&|" "$share"/metainfo/*.xml
    fi
    install -D -m 644 -t "$tree/usr/lib/systemd/user" -- "$sources/share/systemd/user/placesfs@.service"
    install -D -m 644 -t "$tree/usr/lib/systemd/system" -- "$sources/share/systemd/system/placesfs-system@.service"
    install -D -m 644 -t "$tree/usr/lib/systemd/system/plocate-updatedb.service.d" \
        -- "$sources/share/systemd/system/plocate-updatedb.service.d/placesfs.conf"
    install -D -m 644 -t "$tree/usr/lib/sysusers.d" -- "$sources/share/sysusers.d/placesfs.conf"
    install -D -m 644 -t "$tree/etc/placesfs" -- "$sources/share/placesfs/config"

    make_documents "$sources" "$doc"
    install -m 644 -- "$sources/share/package/copyright" "$doc/copyright"
    printf 'placesfs (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
        "$version" "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.gz"
    install -D -m 644 -- "$sources/share/package/lintian-overrides" "$share/lintian/overrides/placesfs"
    chmod -R u=rwX,go=rX -- "$tree" "$debug"
}

# say_sizes TREE VERSION OUTPUT: what it takes, beside what a build of the sources takes.
say_sizes() {
    local tree=$1 version=$2 output=$3 file
    echo "installed: $(du -s --apparent-size --block-size=MB -- "$tree" | cut -f 1), of it the program $(du --apparent-size --block-size=MB -- "$tree/usr/bin/placesfs" | cut -f 1)"
    for file in "$output"/*"$version"*; do
        echo "$(du --apparent-size --block-size=kB -- "$file" | cut -f 1)  ${file##*/}"
    done
}
