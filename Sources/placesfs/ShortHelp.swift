internal import ArgumentParser

/// The help of commands that take the options of `mount`, of which there are some fifty: those that people use, and
/// where all are.
enum ShortHelp {
    /// Shows all options.
    static let all = "--help-all"
    /// Who takes the options of `mount`.
    static let commands = [MountCommand._commandName, DoctorCommand._commandName, SearchCommand._commandName]
    /// What `mount --help` shows, beside the options that stand in no group.
    static let everyday = [
        "source", "from", "contact", "license", "sort", "photos-per-place", "rendition", "cache-size",
    ]

    /// - Parameters:
    ///   - text: What the parser prints.
    ///   - arguments: What was typed: `mount --help`, `help mount`, or anything else, for which the text stays as it
    ///     is.
    /// - Returns: The help without most options of `mount`.
    static func of(_ text: String, after arguments: [String]) -> String {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        guard let command = words.first(where: commands.contains), text.hasPrefix("OVERVIEW: "),
            !arguments.contains(all)
        else { return text }
        let titles = Set(Configuration.groups.map { $0.title.uppercased() + ":" })
        let parts = text.split(separator: "\n\n").map { $0.split(separator: "\n") }
        let groups = parts.filter { titles.contains(String($0[0])) }
        let others = parts.filter { !titles.contains(String($0[0])) }.map { $0.joined(separator: "\n") }
        let kept = command == MountCommand._commandName ? groups.flatMap(entries).filter(isEveryday) : []
        var shown = Array(others.dropLast())
        if !kept.isEmpty { shown.append((["WHAT PEOPLE USE:"] + kept.flatMap(\.self)).joined(separator: "\n")) }
        shown += others.suffix(1)
        let rest = command == MountCommand._commandName ? "All" : "The options of mount are options here, too. All"
        shown.append("\(rest) options: placesfs \(command) \(all), or man placesfs-mount.")
        return shown.joined(separator: "\n\n") + "\n"
    }

    /// The options of a group, each with its lines.
    private static func entries(of group: [Substring]) -> [[Substring]] {
        group.dropFirst().reduce(into: []) { entries, line in
            if line.hasPrefix("  -") || entries.isEmpty {
                entries.append([line])
            } else {
                entries[entries.count - 1].append(line)
            }
        }
    }

    private static func isEveryday(_ entry: [Substring]) -> Bool {
        everyday.contains { entry[0].hasPrefix("  --\($0) ") }
    }
}

/// What shells complete behind `placesfs help`: the scripts of our parser of options offer nothing there.
enum HelpCompletion {
    /// - Parameters:
    ///   - script: What `--generate-completion-script` prints; another text stays as it is.
    ///   - commands: The names of all commands.
    /// - Returns: The script, in which `help` is followed by a command's name.
    static func added(to script: String, _ commands: [String]) -> String {
        let words = commands.joined(separator: " ")
        guard let start = script.firstRange(of: "_placesfs_help() {\n") else {
            guard script.contains("complete -c 'placesfs'") else { return script }
            let end = script.hasSuffix("\n") ? "" : "\n"
            return script + end + "complete -c 'placesfs' -n '__fish_seen_subcommand_from help' -fa '\(words)'\n"
        }
        let rest = script[start.upperBound...]
        guard let end = rest.firstRange(of: "\n}\n") else { return script }
        let body = rest[..<end.lowerBound]
        let offered =
            body.contains("'*:subcommands:'")
            ? body.replacing("'*:subcommands:'", with: "'*:subcommands:(\(words))'")
            : body + "\n    COMPREPLY+=($(compgen -W '\(words)' -- \"${cur}\"))"
        return String(script[..<start.upperBound] + offered + rest[end.lowerBound...])
    }
}
