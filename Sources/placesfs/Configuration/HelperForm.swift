/// `placesfs SOURCE MOUNTPOINT [-o …]`, as mount(8) runs it for `mount -t fuse.placesfs` and /etc/fstab.
enum HelperForm {
    /// What /etc/fstab has in its first column when the source stands in the options.
    static let anySource = "placesfs"

    /// Converts the line to arguments of `placesfs mount`; nil when `arguments`, without the program's name, are not of
    /// this form. A line that begins with one of `commands` is not.
    ///
    /// The last part of SOURCE counts: mount(8) makes a path of it where a file of that name is in the working
    /// directory.
    ///
    /// - Throws: `.usage` when SOURCE is neither a source nor a command.
    static func mountArguments(
        _ arguments: [String], commands: Set<String>
    ) throws(CommandFailure) -> [String]? {
        guard let first = firstWord(arguments), !commands.contains(arguments[first]) else { return nil }
        // A single word is a misspelt command.
        guard let second = firstWord(Array(arguments[(first + 1)...])) else { return nil }
        var rest = arguments
        let given = rest.remove(at: first)
        let mountpoint = rest.remove(at: first + second)
        let name = given.split(separator: "/").last.map(String.init) ?? given
        if name == anySource { return ["mount"] + rest + ["--", mountpoint] }
        guard SourceName(rawValue: name) != nil else {
            let sources = SourceName.allCases.map(\.rawValue)
            let question = NearestWord.question(name, among: sources)
            throw CommandFailure(
                .usage,
                "there is no command '\(given)', and the sources are \(sources.joined(separator: ", "))"
                    + (question.isEmpty ? ";" : question) + " see placesfs --help")
        }
        return ["mount", "--source", name] + rest + ["--", mountpoint]
    }

    /// The index of the first argument that is neither an option nor the value of one.
    private static func firstWord(_ arguments: [String]) -> Int? {
        var index = 0
        while index < arguments.count {
            if takesNext(arguments[index]) {
                index += 2
            } else if arguments[index].hasPrefix("-") {
                index += 1
            } else {
                return index
            }
        }
        return nil
    }

    /// Whether the next argument is the value of this option.
    private static func takesNext(_ argument: String) -> Bool {
        guard argument != "-o", argument != "--config" else { return true }
        guard argument.hasPrefix("--") else { return false }
        let name = String(argument.dropFirst(2))
        return ConfigurationKey(rawValue: name).map { !$0.isSwitch } ?? (FormerKey.named(name) != nil)
    }
}
