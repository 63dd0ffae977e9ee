import FUSE
import LinuxProcess
import PhotoTree

/// Which programs write down the size that stat(2) tells before they open a photo, so that an estimate would spoil what
/// they make. They are told from others when they list a folder (measured): a program that makes an archive holds its
/// output file by then, and file managers, viewers and copiers hold none.
public struct ExactSizePolicy: Hashable, Sendable {
    private let programs: ProgramList

    /// Programs that hold no output file of their own while they list: images of discs are laid out before they are
    /// written, bsdtar may write into a pipe, git maps as much of a file as it was told (seen: SIGBUS), and servers write
    /// none.
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

    /// Whether the caller's program relies on sizes. One that cannot be seen at all, in a container, may be any.
    /// `mountpoint` is the absolute path of the mount, in which nobody writes an archive.
    func concerns(_ caller: Caller, mountpoint: String) -> Bool {
        let thread = caller.threadID
        guard thread != 0 else { return true }
        let names = CallingProcess.names(ofThread: thread)
        if names.contains(where: { name in programs.names(name) { CallingProcess.arguments(ofThread: thread) } }) {
            return true
        }
        // A shell lists a folder for a pattern, and holds whatever the output of its script goes to.
        if names.contains(where: Self.shells.contains) { return false }
        var cache: String??
        let output = OutputFile.first(ofThread: thread) { file in
            guard Self.mayBeArchive(file, mountpoint: mountpoint) else { return false }
            let folder = cache ?? CallingProcess.variable("XDG_CACHE_HOME", ofThread: thread)
            cache = folder
            return folder.map { !Self.isInside(file.path, $0) } ?? true
        }
        return output != nil
    }

    /// Whether a file that a program writes may be an archive, by its name: no log, no database or lock, and no file of
    /// a cache, as desktop programs keep them open.
    static func mayBeArchive(_ file: OutputFile, mountpoint: String) -> Bool {
        guard !file.appends, !isInside(file.path, mountpoint), !file.path.contains("/.cache/") else { return false }
        return !endings.contains { file.path.endsWithBytes(of: $0) }
    }

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
