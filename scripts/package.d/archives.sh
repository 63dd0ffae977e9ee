# A tree of files made into archives whose bytes depend on nothing else. Sourced by scripts/package.

maintainer="The placesfs authors <maintainers@placesfs.page>"
about="world's photos as a folder"
description=" Mounts the photos of Flickr and of Wikimedia Commons as a folder: places,
 tags, pins and recently viewed photos are directories, every photo is an
 ordinary file. Nothing is downloaded until somebody reads it, and what was
 read stays in a small cache on disk. A sample of drawn pictures needs neither
 key nor network."

# make_deb TREE DEBUG VERSION OUTPUT
make_deb() {
    local tree=$1 debug=$2 version=$3 output=$4 depends
    depends=$(shared_libraries "$tree/usr/bin/placesfs")
    local control=$tree/DEBIAN
    mkdir -p -- "$control"
    cat >"$control/control" <<END
Package: placesfs
Version: $version
Architecture: amd64
Maintainer: $maintainer
Installed-Size: $(installed_size "$tree")
Depends: $depends, fuse3, ca-certificates
Recommends: libjs-leaflet, libjs-leaflet.markercluster, xdg-utils
Suggests: attr, libnotify-bin, python3-nautilus, python3-caja, thunarx-python, gir1.2-thunarx-3.0, zenity, xclip, nginx, haproxy
Section: graphics
Priority: optional
Description: $about
$description
END
    echo /etc/placesfs/config >"$control/conffiles"
    install -m 755 share/package/postinst share/package/prerm share/package/postrm "$control"
    (cd "$tree" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum) >"$control/md5sums"
    chmod 644 "$control"/{control,conffiles,md5sums}
    build_deb "$tree" "$output/placesfs_${version}_amd64.deb"
    rm -rf -- "$control"

    mkdir -p -- "$debug/DEBIAN" "$debug/usr/share/doc"
    ln -sfn placesfs "$debug/usr/share/doc/placesfs-dbgsym"
    cat >"$debug/DEBIAN/control" <<END
Package: placesfs-dbgsym
Version: $version
Auto-Built-Package: debug-symbols
Architecture: amd64
Maintainer: $maintainer
Installed-Size: $(installed_size "$debug")
Depends: placesfs (= $version)
Section: debug
Priority: optional
Description: debug symbols for placesfs
END
    build_deb "$debug" "$output/placesfs-dbgsym_${version}_amd64.deb"
}

# installed_size TREE: in KiB, counted as dpkg-gencontrol does, for what a folder takes is another on each file system.
installed_size() {
    find "$1" -mindepth 1 -path "$1/DEBIAN" -prune -o -printf '%y %s\n' \
        | awk '{ size += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print size + 0 }'
}

# build_deb TREE FILE: dpkg-deb sorts, and takes no time after SOURCE_DATE_EPOCH.
build_deb() {
    find "$1" -print0 | xargs -0 touch --no-dereference --date="@$SOURCE_DATE_EPOCH"
    dpkg-deb --root-owner-group --uniform-compression -Zxz -z6 --threads-max=2 --build "$1" "$2" >/dev/null 2>&1 \
        || dpkg-deb --root-owner-group --uniform-compression -Zxz -z6 --build "$1" "$2" >/dev/null
}

# shared_libraries PROGRAM: the packages of those that it needs, with the least versions.
shared_libraries() {
    local folder words asked
    folder=$(mktemp -d)
    mkdir "$folder/debian"
    # libcurl is loaded, not linked: a program that names the same functions stands in for it.
    asked=$(grep -oE 'each\(curl_\w+' Sources/CCurl/library.c | cut -d '(' -f 2 | paste -sd ,)
    "$(command -v clang || command -v cc)" -x c -o "$folder/asks" - -lcurl \
        <<<"extern char ${asked//,/[], }[]; char *asked[] = {$asked}; int main(void) { return 0; }"
    printf 'Source: placesfs\n\nPackage: placesfs\nArchitecture: amd64\n' >"$folder/debian/control"
    words=$(cd "$folder" && dpkg-shlibdeps -O -e "$1" -e "$folder/asks" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
    rm -rf -- "$folder"
    [[ $words ]] || fail "dpkg-shlibdeps says nothing about $1"
    [[ $words != *libfuse3* || $version == *+trial ]] || fail "libfuse3 is not linked in: $words"
    echo "$words"
}

# make_tarball TREE VERSION OUTPUT: the same files under one folder, for other systems.
make_tarball() {
    local tree=$1 version=$2 output=$3
    tar --create --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --clamp-mtime \
        --transform "s,^\.,placesfs-$version," -C "$tree" . | xz -6 -T 2 >"$output/placesfs_${version}_amd64.tar.xz"
}

# make_buildinfo VERSION COMMIT PROGRAM: what the bytes depend on.
make_buildinfo() {
    echo "placesfs $1 of commit $2, SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH"
    swift --version 2>/dev/null | head -n 2 | sed 's/^/toolchain: /'
    sed -n 's/^PRETTY_NAME="\(.*\)"/built on: \1/p' /etc/os-release
    dpkg-query -W -f 'library: ${Package} ${Version}\n' libfuse3-dev libcurl4-openssl-dev libsqlite3-dev libc6-dev
    grep -v '^#' scripts/dependencies.txt | sed 's/^/dependency: /'
    echo "program: $(sha256sum <"$3" | cut -d ' ' -f 1), stripped in the package"
}

# make_sources VERSION COMMIT OUTPUT: ours, and those of libfuse3, which is linked in: with both, whoever wants another
# libfuse3 in the program builds it with scripts/package (LGPL-2.1, section 6).
make_sources() {
    local version=$1 commit=$2 output=$3 folder
    git archive --format=tar --prefix="placesfs-$version/" "$commit" | xz -6 -T 1 >"$output/placesfs_${version}_source.tar.xz"
    folder=$(mktemp -d)
    (cd "$folder" && apt-get source --download-only -qq -t bookworm fuse3 >/dev/null 2>&1) \
        || fail "the sources of libfuse3 cannot be fetched: apt needs a deb-src line of this Debian"
    cp -- "$folder"/fuse3_* "$output"
    rm -rf -- "$folder"
}

# check_deb FILE: lintian, without a word but for the overrides that are named in the package.
check_deb() {
    lintian --fail-on error,warning --tag-display-limit 0 "$1" || fail "lintian complains of $1"
}
