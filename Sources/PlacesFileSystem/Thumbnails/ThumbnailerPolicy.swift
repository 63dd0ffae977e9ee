public import FUSE
import LinuxProcess

/// Which programs only draw thumbnails, so that a small rendition does for them.
///
/// A program that also copies files must not be among them: it would copy the small rendition. A program is therefore
/// known by the file it runs from, which another name of a thread does not change; one whose file cannot be seen, in
/// another pid namespace or behind hidepid, is none.
public struct ThumbnailerPolicy: Hashable, Sendable {
    struct Pattern: Hashable, Sendable {
        /// The name of the executable's file.
        var program: String
        /// The name of the file that its first argument must lead to; nil where the program alone tells.
        var plugin: String?
    }

    private let patterns: Set<Pattern>

    /// GNOME, Cinnamon and MATE; Xfce; GNOME since 48; and KDE, whose worker process is a thumbnailer when it was started
    /// with that plug-in, and one that copies when it was started with another (measured).
    public static let standardList =
        "gdk-pixbuf-thumbnailer, tumblerd, glycin-thumbnailer, kioslave5 thumbnail.so, kioworker thumbnail.so"

    public static let standard = ThumbnailerPolicy(standardList) ?? ThumbnailerPolicy(patterns: [])

    private init(patterns: Set<Pattern>) {
        self.patterns = patterns
    }

    /// Nil when a name is missing, has a slash in it or a word too many.
    ///
    /// - Parameter list: Names of programs between commas, each with the name of its plug-in after a blank where it
    ///   needs one.
    public init?(_ list: String) {
        var patterns: Set<Pattern> = []
        for entry in list.split(separator: ",", omittingEmptySubsequences: false) {
            let words = entry.split(whereSeparator: \.isWhitespace).map(String.init)
            guard (1...2).contains(words.count), !entry.contains("/") else { return nil }
            patterns.insert(Pattern(program: words[0], plugin: words.count > 1 ? words[1] : nil))
        }
        self.patterns = patterns
    }

    /// Whether `process` is one of them; its arguments are only looked at where they tell.
    public func names(_ process: CallingProcess) -> Bool {
        names(executable: process.executable) { process.arguments }
    }

    /// Whether `process` may be one, told without a look at its arguments.
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
