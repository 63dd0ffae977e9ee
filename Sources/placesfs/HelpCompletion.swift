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
