public import FUSE
import LinuxProcess
import PhotoTree

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

/// Programs as a user lists them: names of executables' files, separated by commas. A second word after a blank is the
/// file name of the first argument that the program must have been started with ("busybox tar").
struct ProgramList: Hashable, Sendable {
    /// Of each program the file names of first arguments that count; nil where the program alone decides.
    private let arguments: [String: Set<String?>]

    /// Without any program.
    static let none = ProgramList(arguments: [:])

    private init(arguments: [String: Set<String?>]) {
        self.arguments = arguments
    }

    /// Nil when an entry is empty, contains a slash or has more than two words.
    init?(_ list: String) {
        var arguments: [String: Set<String?>] = [:]
        for entry in list.split(separator: ",", omittingEmptySubsequences: false) {
            let words = entry.split(whereSeparator: \.isWhitespace).map(String.init)
            guard (1...2).contains(words.count), !entry.contains("/") else { return nil }
            arguments[words[0], default: []].insert(words.count > 1 ? words[1] : nil)
        }
        self.arguments = arguments
    }

    /// Whether the list has the program at all, with whatever argument. A path counts by its last part.
    func mayName(_ program: String) -> Bool {
        Self.file(program).map { arguments[$0] != nil } ?? false
    }

    /// Whether the list has the program; the arguments, the program's name first, are read only if they decide.
    func names(_ program: String, arguments given: () -> [String]) -> Bool {
        guard let known = Self.file(program).flatMap({ arguments[$0] }) else { return false }
        if known.contains(nil) { return true }
        return given().dropFirst().first.flatMap(Self.file).map { known.contains($0) } ?? false
    }

    private static func file(_ path: String) -> String? {
        let solid = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        guard let solid else { return nil }
        let slash = path.utf8[...solid].lastIndex(of: UInt8(ascii: "/"))
        return String(path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...solid])
    }
}

/// Which programs only draw thumbnails, so that a small rendition is enough for them.
///
/// A program that also copies files must not be among them: it would copy the small rendition. A program is therefore
/// identified by its executable file, which stays the same when a thread changes its name. A program whose file cannot
/// be seen, in another pid namespace or behind hidepid, is no thumbnailer.
public struct ThumbnailerPolicy: Hashable, Sendable {
    private let programs: ProgramList

    /// GNOME, Cinnamon and MATE; Xfce; GNOME since 48; and KDE. KDE's worker process is a thumbnailer when it was
    /// started with that plug-in, and copies files when it was started with another (measured).
    public static let standardList =
        "gdk-pixbuf-thumbnailer, tumblerd, glycin-thumbnailer, kioslave5 thumbnail.so, kioworker thumbnail.so"

    public static let standard = ThumbnailerPolicy(standardList) ?? ThumbnailerPolicy(.none)

    private init(_ programs: ProgramList) {
        self.programs = programs
    }

    /// Nil when an entry is empty, contains a slash or has more than two words.
    ///
    /// - Parameter list: Names of programs, separated by commas. The name of a plug-in may follow a program's after a
    ///   blank.
    public init?(_ list: String) {
        guard let programs = ProgramList(list) else { return nil }
        self.programs = programs
    }

    /// Whether `process` is a thumbnailer; its arguments are read only if they decide.
    public func names(_ process: CallingProcess) -> Bool {
        names(executable: process.executable) { process.arguments }
    }

    /// Whether `process` may be a thumbnailer, decided without its arguments.
    func mayName(_ process: CallingProcess) -> Bool {
        process.executable.map(programs.mayName) ?? false
    }

    func names(executable: String?, arguments: () -> [String]) -> Bool {
        executable.map { programs.names($0, arguments: arguments) } ?? false
    }
}

/// Which programs write down the size that stat(2) tells before they open a photo, so that an estimate would spoil what
/// they make. They are told from others when they list a folder (measured): a program that makes an archive holds its
/// output file by then, and file managers, viewers and copiers hold none.
public struct ExactSizePolicy: Hashable, Sendable {
    private let programs: ProgramList

    /// Programs that hold no output file of their own while they list: images of discs are laid out before they are
    /// written, bsdtar may write into a pipe, git maps as much of a file as it was told (seen: SIGBUS), and servers
    /// write none.
    public static let standardList = "bsdtar, genisoimage, xorriso, rclone, rdiff-backup, git, nfsd"

    public static let standard = ExactSizePolicy(standardList) ?? ExactSizePolicy(.none)

    private init(_ programs: ProgramList) {
        self.programs = programs
    }

    /// Nil when an entry is empty, contains a slash or has more than two words.
    ///
    /// - Parameter list: Names of programs, separated by commas. A second word after a blank is a program's first
    ///   argument. "none" is no program.
    public init?(_ list: String) {
        guard let programs = list == "none" ? ProgramList.none : ProgramList(list) else { return nil }
        self.init(programs)
    }

    /// Whether the caller's program relies on sizes. One that cannot be seen at all, in a container, may be any; so may
    /// one whose files cannot be seen, unless its name says that it writes none.
    /// `mountpoint` is the absolute path of the mount, in which nobody writes an archive.
    func concerns(_ caller: Caller, mountpoint: String) -> Bool {
        let thread = caller.threadID
        guard thread != 0 else { return true }
        let names = CallingProcess.names(ofThread: thread)
        guard !names.isEmpty else { return true }
        if names.contains(where: { name in programs.names(name) { CallingProcess.arguments(ofThread: thread) } }) {
            return true
        }
        // A shell lists a folder for a pattern, and holds whatever the output of its script goes to.
        if names.contains(where: Self.shells.contains) { return false }
        var cache: String??
        do throws(OutputFile.Hidden) {
            let output = try OutputFile.first(ofThread: thread) { file in
                guard Self.mayBeArchive(file, mountpoint: mountpoint) else { return false }
                let folder = cache ?? CallingProcess.variable("XDG_CACHE_HOME", ofThread: thread)
                cache = folder
                return folder.map { !Self.isInside(file.path, $0) } ?? true
            }
            return output != nil
        } catch {
            return !names.contains { Self.lookers.contains($0) || KnownPrograms.showsFolders($0) }
        }
    }

    /// Whether a file that a program writes may be an archive, by its name: no log, no database or lock, and no file of
    /// a cache, as desktop programs keep them open.
    static func mayBeArchive(_ file: OutputFile, mountpoint: String) -> Bool {
        guard !file.appends, !isInside(file.path, mountpoint), !file.path.contains("/.cache/") else { return false }
        return !endings.contains { file.path.endsWithBytes(of: $0) }
    }

    /// Programs that look into folders and write no archive, or read each file to its end whatever its size was said to
    /// be.
    private static let lookers: Set<String> = [
        "ls", "dir", "vdir", "find", "du", "stat", "tree", "cat", "grep", "cp", "mv", "install", "rsync", "tar", "smbd",
    ]

    private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "mksh", "fish"]

    /// Of SQLite and its companions, of other databases, and of locks.
    private static let endings = [
        ".sqlite", ".sqlite3", ".db", ".db3", "-wal", "-shm", "-journal", ".mdb", ".kch", ".kct", ".lock", ".lck",
        ".pid",
        ".log",
    ]

    private static func isInside(_ path: String, _ folder: String) -> Bool {
        path.beginsWithBytes(of: folder.endsWithBytes(of: "/") ? folder : folder + "/")
    }
}
