public import FUSE
import LinuxProcess

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
