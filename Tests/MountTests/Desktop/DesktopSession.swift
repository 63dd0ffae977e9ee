/// What scripts begin with that run windows on a bus of their own.
enum DesktopSession {
    /// Nothing of the machine's desktop is waited for: no index of the home, no volumes, no readers for the blind, no
    /// graphics card. On a busy machine each of these kept Nautilus from drawing its window for a minute.
    static let prelude = """
        export XDG_RUNTIME_DIR="$T/run" GSK_RENDERER=cairo LIBGL_ALWAYS_SOFTWARE=1 GTK_A11Y=none NO_AT_BRIDGE=1
        export GVFS_REMOTE_VOLUME_MONITOR_IGNORE=1
        mkdir -p -m 700 "$XDG_RUNTIME_DIR"; mkdir -p "$XDG_RUNTIME_DIR/dbus-1/services"
        for name in org.freedesktop.Tracker3.Miner.Files org.freedesktop.Tracker3.Miner.Files.Control \
            org.freedesktop.Tracker3.Miner.Extract; do
            printf '[D-BUS Service]\\nName=%s\\nExec=/bin/false\\n' $name > "$XDG_RUNTIME_DIR/dbus-1/services/$name.service"
        done

        """
}
