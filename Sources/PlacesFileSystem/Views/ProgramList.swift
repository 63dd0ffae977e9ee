/// Programs as a user lists them: names of executables' files, separated by commas. A second word after a blank is the
/// file name of the first argument that the program must have been started with ("busybox tar").
struct ProgramList: Hashable, Sendable {
    private struct Pattern: Hashable {
        /// The name of the executable's file.
        var program: String
        /// The file name of its first argument; nil if the program alone decides.
        var argument: String?
    }

    private let patterns: Set<Pattern>

    /// Without any program.
    static let none = ProgramList(patterns: [])

    private init(patterns: Set<Pattern>) {
        self.patterns = patterns
    }

    /// Nil when an entry is empty, contains a slash or has more than two words.
    init?(_ list: String) {
        var patterns: Set<Pattern> = []
        for entry in list.split(separator: ",", omittingEmptySubsequences: false) {
            let words = entry.split(whereSeparator: \.isWhitespace).map(String.init)
            guard (1...2).contains(words.count), !entry.contains("/") else { return nil }
            patterns.insert(Pattern(program: words[0], argument: words.count > 1 ? words[1] : nil))
        }
        self.patterns = patterns
    }

    /// Whether the list has the program at all, with whatever argument. A path counts by its last part.
    func mayName(_ program: String) -> Bool {
        guard let program = Self.file(program) else { return false }
        return patterns.contains { $0.program == program }
    }

    /// Whether the list has the program; the arguments, the program's name first, are read only if they decide.
    func names(_ program: String, arguments: () -> [String]) -> Bool {
        guard let program = Self.file(program) else { return false }
        let known = patterns.filter { $0.program == program }
        if known.isEmpty { return false }
        if known.contains(where: { $0.argument == nil }) { return true }
        guard let argument = arguments().dropFirst().first.flatMap(Self.file) else { return false }
        return known.contains { $0.argument == argument }
    }

    private static func file(_ path: String) -> String? {
        let solid = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        guard let solid else { return nil }
        let slash = path.utf8[...solid].lastIndex(of: UInt8(ascii: "/"))
        return String(path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...solid])
    }
}
