import FUSE
import LinuxProcess

/// Programs that read photos by themselves, so that no person looks at what they read.
enum KnownPrograms {
    /// Thumbnailers and indexers of Debian 12's desktops, as they were watched on a mount; updatedb(8) and file(1).
    private static let all: Set<String> = [
        "gdk-pixbuf-thumbnailer", "tumblerd", "ffmpegthumbnailer", "evince-thumbnailer", "totem-video-thumbnailer",
        "gnome-thumbnail-font", "glycin-thumbnailer", "glycin-image-rs",
        "tracker-miner-fs-3", "tracker-extract-3", "localsearch-3", "localsearch-extractor-3",
        "baloo_file", "baloo_file_extractor", "updatedb", "updatedb.plocate", "updatedb.mlocate", "file",
        // Its handouts.
        "placesfs",
    ]

    /// If only the name of a program's thread can be seen, the program is known by the 15 bytes that the kernel keeps
    /// of it.
    private static let cut = Set(all.map { String(decoding: $0.utf8.prefix(15), as: UTF8.self) })

    /// Dolphin opens each photo that is not on screen to learn its type, which it then takes from the name (strace).
    static func opensForTypes(_ process: CallingProcess) -> Bool {
        process.executable?.split(separator: "/").last == "dolphin"
    }

    /// Whether the thread's program moves files: it copies one from another file system and then removes that.
    static func moves(_ threadID: Int32) -> Bool {
        let names = CallingProcess.names(ofThread: threadID)
        if names.contains("mv") { return true }
        let arguments = CallingProcess.arguments(ofThread: threadID)
        if names.contains("gio") { return arguments.dropFirst().first == "move" }
        if names.contains("busybox") { return arguments.prefix(2).contains { $0 == "mv" || $0.hasSuffix("/mv") } }
        return names.contains("rsync")
            && arguments.contains { ["--remove-source-files", "--remove-sent-files"].contains($0) }
    }

    /// Programs that copy, and programs that show folders, with their workers: they may read photos that no person
    /// looked at.
    private static let handlers = browsers.union([
        "cp", "mv", "install", "rsync", "rclone", "scp", "sftp-server", "tar", "bsdtar", "cpio", "pax", "zip", "7z",
        "7za", "7zr", "7zz", "git", "gio", "restic", "borg", "gvfsd-trash",
    ])

    /// Programs that show folders, with their workers.
    private static let browsers: Set<String> = [
        "nautilus", "nemo", "caja", "thunar", "Thunar", "pcmanfm", "pcmanfm-qt", "dolphin", "konqueror", "krusader",
        "kioslave5", "kioworker", "doublecmd", "spacefm", "mc", "ranger", "nnn", "vifm", "lf", "yazi",
    ]

    /// Whether a program looks into folders of its own accord, to count, to search or to index.
    static func showsFolders(_ program: String) -> Bool {
        browsers.contains(program) || looksForItself(program)
    }

    static func handlesFiles(_ program: String) -> Bool {
        handlers.contains(program)
    }

    static func looksForItself(_ program: String) -> Bool {
        all.contains(program) || cut.contains(program)
    }
}
