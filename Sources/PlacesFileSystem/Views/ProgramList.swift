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
