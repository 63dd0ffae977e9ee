public import FUSE
import LinuxProcess

/// Which programs only draw thumbnails, so that a small rendition is enough for them.
///
/// A program that also copies files must not be among them: it would copy the small rendition. A program is therefore
/// identified by its executable file, which stays the same when a thread changes its name. A program whose file cannot
/// be seen, in another pid namespace or behind hidepid, is no thumbnailer.
public struct ThumbnailerPolicy: Hashable, Sendable {
    struct Pattern: Hashable, Sendable {
        /// The name of the executable's file.
        var program: String
        /// The name of the file in its first argument; nil if the program alone decides.
        var plugin: String?
    }

    private let patterns: Set<Pattern>

    /// GNOME, Cinnamon and MATE; Xfce; GNOME since 48; and KDE. KDE's worker process is a thumbnailer when it was
    /// started with that plug-in, and copies files when it was started with another (measured).
    public static let standardList =
        "gdk-pixbuf-thumbnailer, tumblerd, glycin-thumbnailer, kioslave5 thumbnail.so, kioworker thumbnail.so"

    public static let standard = ThumbnailerPolicy(standardList) ?? ThumbnailerPolicy(patterns: [])

    private init(patterns: Set<Pattern>) {
        self.patterns = patterns
    }

    /// Nil when an entry is empty, contains a slash or has more than two words.
    ///
    /// - Parameter list: Names of programs, separated by commas. The name of a plug-in may follow a program's after a
    ///   blank.
    public init?(_ list: String) {
        var patterns: Set<Pattern> = []
        for entry in list.split(separator: ",", omittingEmptySubsequences: false) {
            let words = entry.split(whereSeparator: \.isWhitespace).map(String.init)
            guard (1...2).contains(words.count), !entry.contains("/") else { return nil }
            patterns.insert(Pattern(program: words[0], plugin: words.count > 1 ? words[1] : nil))
        }
        self.patterns = patterns
    }

    /// Whether `process` is a thumbnailer; its arguments are read only if they decide.
    public func names(_ process: CallingProcess) -> Bool {
        names(executable: process.executable) { process.arguments }
    }

    /// Whether `process` may be a thumbnailer, decided without its arguments.
    func mayName(_ process: CallingProcess) -> Bool {
        guard let program = process.executable.flatMap(Self.file) else { return false }
        return patterns.contains { $0.program == program }
    }

    func names(executable: String?, arguments: () -> [String]) -> Bool {
        guard let program = executable.flatMap(Self.file) else { return false }
        let known = patterns.filter { $0.program == program }
        if known.isEmpty { return false }
        if known.contains(where: { $0.plugin == nil }) { return true }
        guard let plugin = arguments().dropFirst().first.flatMap(Self.file) else { return false }
        return known.contains { $0.plugin == plugin }
    }

    private static func file(_ path: String) -> String? {
        let solid = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        guard let solid else { return nil }
        let slash = path.utf8[...solid].lastIndex(of: UInt8(ascii: "/"))
        return String(path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...solid])
    }
}
