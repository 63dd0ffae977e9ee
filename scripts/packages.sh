# The Debian packages each kind of work needs, and how the missing ones get installed. Sourced by the other scripts;
# the one place where a package is named.

# What `swift build` compiles and links against.
build_packages=(libfuse3-dev libcurl4-openssl-dev libsqlite3-dev zlib1g-dev pkg-config)
# What a mount needs at run time: fusermount3, the certificates that HTTPS is verified with, the maps of map.html.
run_packages=(fuse3 ca-certificates libjs-leaflet libjs-leaflet.markercluster)
# What the tests call: getfattr, ogrinfo, rsync, gio, Python (and a client of the simulator in a venv), identify, file,
# xxd, curl, pgrep, a browser and its driver, GNOME's thumbnailer and its sandbox, desktop-file-validate, a session bus,
# FAT and ext4 images, zip, the mirror of a team, manual pages, metainfo, an automounter, readers of
# embedded metadata, archivers and servers that may write sizes down before they read.
test_packages=(
    attr gdal-bin rsync libglib2.0-bin python3 python3-venv imagemagick file xxd curl procps chromium chromium-driver
    libgdk-pixbuf2.0-bin bubblewrap desktop-file-utils dbus-daemon mtools dosfstools e2fsprogs zip unzip tzdata
    nginx man-db appstream autofs
    libimage-exiftool-perl exiv2 libxml2-utils pngcheck libjpeg-turbo-progs libvips-tools python3-pil
    exif exempi jhead gir1.2-gexiv2-0.10 python3-gi python3-gdal darktable
    webp libavif-bin gir1.2-gdkpixbuf-2.0 python3-docx python3-exif python3-piexif metacam exiftags
    libarchive-tools pax busybox cpio genisoimage xorriso rclone rdiff-backup gir1.2-gnomeautoar-0.1 apache2-bin
    git p7zip-full borgbackup restic
)
# What scripts/lint reads the scripts of tests with.
lint_packages=(shellcheck python3)
# More readers of photos and a file server, for `scripts/test --long`.
long_packages=(php-cli ffmpeg python3-opencv python3-pyqt5 default-jdk-headless firefox-esr samba smbclient)
# File managers, viewers and libraries of photos, for `scripts/test --desktop`, and what they are compared on.
desktop_packages=(
    xvfb xauth dbus thunar tumbler nautilus nemo caja dolphin kio-extras pcmanfm eog feh gpicview ristretto
    gthumb geeqie gwenview xdg-utils xdotool openbox rclone digikam python3-qgis firefox-esr dunst libnotify-bin
)
# What scripts/make-pictures shows a desktop with.
picture_packages=(xvfb xauth dbus openbox xterm xdotool x11-xserver-utils dunst libnotify-bin thunar tumbler
    imagemagick fonts-dejavu-core)
# What scripts/package calls: the tools of Debian packages, and what checks them.
package_packages=(binutils chrpath dpkg-dev lintian rsync xz-utils python3)
# What scripts/bench measures with and against; with --peers, the other programs that show an HTTP server as files.
bench_packages=(python3 curl procps nginx)
peer_packages=(rclone httpdirfs)
# What scripts/release/instructions counts with.
instruction_packages=(valgrind binutils gcc libc6-dev)
# What scripts/try suggests to look with.
view_packages=(attr)

# as_root COMMAND… runs it as root: directly, or through sudo.
as_root() {
    if [[ $(id -u) == 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo -- "$@"
    else
        echo "$(basename "$0"): '$1' needs root and there is no sudo; as root, run: $*" >&2
        return 1
    fi
}

# Another that installs at the same time, or the machine's own daily upgrade, is waited for, for so many seconds.
apt_patience=(-o DPkg::Lock::Timeout=600)

# install_missing PACKAGE… installs those that dpkg does not list as installed, and says which.
install_missing() {
    local missing=() package
    for package in "$@"; do
        dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed \
            || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    echo "installing ${missing[*]}" >&2
    as_root env DEBIAN_FRONTEND=noninteractive apt-get "${apt_patience[@]}" update -qq
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get "${apt_patience[@]}" install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# open_fuse_device lets users mount where udev does not, as in a container or on a bare machine: Debian's rule for the
# device is mode 666, the kernel's own 600. Who is not root is told instead; tests that mount are skipped then.
open_fuse_device() {
    [[ -e /dev/fuse ]] || return 0
    local mode
    mode=$(stat -c %a /dev/fuse)
    ((0$mode & 06)) && return 0
    if [[ $(id -u) == 0 ]]; then
        echo "/dev/fuse has mode $mode, so that only root can mount; giving it Debian's, 666" >&2
        chmod 666 /dev/fuse || true
    elif [[ ! -w /dev/fuse ]]; then
        echo "/dev/fuse has mode $mode, so that only root can mount; as root: chmod 666 /dev/fuse" >&2
    fi
}

# How an optimised build is made. With Swift's library in it the program starts in two thirds of the time, and needs no
# toolchain where it is installed.
release_build=(-c release --static-swift-stdlib)

# need_swift stops with a remedy unless a Swift toolchain of 6.2 or newer is on the PATH.
need_swift() {
    local version
    if ! version=$(swift --version 2>/dev/null); then
        echo "$(basename "$0"): no Swift toolchain on the PATH; install Swift 6.2 or newer from swift.org/install" >&2
        return 1
    fi
    version=$(sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' <<<"$version" | head -n 1)
    local major=${version% *} minor=${version#* }
    if ((major < 6 || (major == 6 && minor < 2))); then
        echo "$(basename "$0"): Swift $major.$minor is too old; install Swift 6.2 or newer from swift.org/install" >&2
        return 1
    fi
}
