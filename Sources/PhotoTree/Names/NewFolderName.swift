/// The names that file managers give a new folder before they ask the user for a name.
public enum NewFolderName {
    /// Whether `name` is one of them, in any language and case; also with a number behind it.
    public static func matches(_ name: String) -> Bool {
        known.contains(FileName.key(name)) || known.contains(FileName.key(withoutNumber(name)))
    }

    /// Whether programs make such a folder without being asked: the trash, and what they keep beside a user's files.
    public static func isTriedByDesktops(_ name: String) -> Bool {
        [".Trash", ".directory", ".thumbnails", ".xvpics", ".fuse_hidden", ".goutputstream-", ".~lock."]
            .contains(where: name.beginsWithBytes)
    }

    private static let known = Set(words.split(separator: "\n").map { FileName.key(String($0)) })

    /// "Untitled Folder 2", "New Folder (1)".
    private static func withoutNumber(_ name: String) -> String {
        guard let blank = name.lastIndex(of: " ") else { return name }
        var number = name[name.index(after: blank)...]
        if number.hasPrefix("("), number.hasSuffix(")") { number = number.dropFirst().dropLast() }
        guard (1...4).contains(number.utf8.count), number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return name
        }
        return String(name[..<blank])
    }
}
