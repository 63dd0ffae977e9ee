internal import ArgumentParser
internal import Foundation
internal import LinuxProcess

/// The program: turns its arguments into a command, and a failure into one line and an exit status.
@main
struct PlacesFS: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placesfs",
        abstract: "The world's photos as a folder.",
        usage: """
            placesfs mount [options] MOUNTPOINT
            placesfs SOURCE MOUNTPOINT [-o options]
            placesfs unmount|status|info|credits|places|search|refresh|new-collection|keep|unkeep|handout|cache|doctor|link|menu …
            """,
        discussion: "Try it without a key and without a network:\nplacesfs mount --source sample MOUNTPOINT",
        version: Version.text,
        subcommands: [
            MountCommand.self, UnmountCommand.self, StatusCommand.self, InfoCommand.self, CreditsCommand.self,
            PlacesCommand.self, SearchCommand.self, RefreshCommand.self, NewCollectionCommand.self, KeepCommand.self,
            UnkeepCommand.self, HandoutCommand.self, CacheCommand.self, DoctorCommand.self, LinkCommand.self,
            MenuCommand.self,
        ])

    static func main() {
        // Before anything is opened, which would be taken for one of them.
        StandardDescriptors.open()
        // So that the programs it starts, and users who look at it, find no key in its environment.
        StartEnvironment.take()
        SharedHeap.begin()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try Self.command(try Self.arguments(arguments))
            if var mount = command as? MountCommand {
                // Before a second thread exists: fork(2) does not copy that to the daemon.
                try mount.goToBackground()
                command = mount
            }
            // These have words of their own for a daemon that does not answer.
            let knowing: [any ParsableCommand.Type] = [
                MountCommand.self, UnmountCommand.self, StatusCommand.self, DoctorCommand.self, PlacesCommand.self,
            ]
            if !knowing.contains(where: { $0 == type(of: command) }) { StoppedDaemonWatch.begin() }
            guard let waiting = command as? any AsyncParsableCommand else {
                try command.run()
                end()
            }
            run(waiting, after: arguments)
        } catch {
            end(error, after: arguments)
        }
    }

    /// Runs a command in a task that is not the main actor's: the first thread only waits for signals.
    private static func run(_ command: sending any AsyncParsableCommand, after arguments: [String]) -> Never {
        Task { @concurrent in
            var command = command
            do {
                try await command.run()
                end()
            } catch {
                end(error, after: arguments)
            }
        }
        FirstThread.park()
    }

    /// Tries the command's own parser first, because the parser of the whole program reads the options of all commands.
    /// That one is used when the first fails: it explains errors and prints help.
    private static func command(_ arguments: [String]) throws -> any ParsableCommand {
        if let type = configuration.subcommands.first(where: { $0._commandName == arguments.first }),
            type.configuration.subcommands.isEmpty,
            let command = try? type.parse(Array(arguments.dropFirst()))
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    /// Ends the process after a command that did its work. Its words may not have arrived.
    private static func end() -> Never { Output.end(.success) }

    /// Ends the process after printing the line that says why.
    private static func end(_ failure: CommandFailure) -> Never {
        Output.complaint(failure.line)
        failure.status.end()
    }

    /// Help and version are no failures. A message of the parser is cut to its first line, without the usage.
    private static func end(_ error: any Error, after arguments: [String]) -> Never {
        if let failure = error as? CommandFailure { end(failure) }
        guard !exitCode(for: error).isSuccess else {
            let commands = configuration.subcommands.map { $0._commandName }
            let text = HelpCompletion.added(to: fullMessage(for: error), commands)
            Output.generated(ShortHelp.of(text, after: arguments))
            end()
        }
        let isParserError = exitCode(for: error) == .validationFailure
        let words = isParserError ? message(for: error) : SystemFailure(error).words
        let command = arguments.first.map { name in
            configuration.subcommands.contains { $0._commandName == name } ? " \(name)" : ""
        }
        guard isParserError else { end(CommandFailure(.failure, words.prefix { !$0.isNewline } + "")) }
        end(CommandFailure(.usage, sentence(words) + " see placesfs\(command ?? "") --help"))
    }

    /// The first line of the parser's words, as the beginning of a line that goes on: with one mark at its end.
    private static func sentence(_ words: String) -> String {
        var sentence = words.prefix { !$0.isNewline }
        while sentence.hasSuffix(".") { sentence.removeLast() }
        return sentence + (sentence.hasSuffix("?") ? "" : ";")
    }

    /// - Throws: `.usage` for what belongs into a file that nobody else reads, whichever command it was typed behind.
    private static func checkPrivacy(_ arguments: [String]) throws(CommandFailure) {
        let hidden = Configuration.settings.filter { $0.place == .filesOnly }
        for argument in arguments.prefix(while: { $0 != "--" }) {
            let name = argument.prefix { $0 != "=" }
            guard let setting = hidden.first(where: { "--\($0.key.rawValue)" == name }) else { continue }
            try Assignment(key: setting.key, value: nil, origin: .option(setting.key.rawValue)).checkPrivacy()
        }
    }

    /// - Throws: `.usage` for a word that is none of the commands behind another.
    private static func checkSubcommand(_ arguments: [String]) throws(CommandFailure) {
        guard arguments.count > 1, !arguments[1].hasPrefix("-"),
            let command = configuration.subcommands.first(where: { $0._commandName == arguments[0] }),
            case let names = command.configuration.subcommands.map({ $0._commandName }), !names.isEmpty,
            !(names + ["help"]).contains(arguments[1])
        else { return }
        let question = NearestWord.question(arguments[1], among: names)
        throw CommandFailure(
            .usage,
            "there is no command '\(arguments[0]) \(arguments[1])'\(question.isEmpty ? ";" : question) "
                + "see placesfs \(arguments[0]) --help")
    }

    /// Converts the arguments of the mount(8) form into those of `placesfs mount`.
    private static func arguments(_ given: [String]) throws(CommandFailure) -> [String] {
        let commands = Set(configuration.subcommands.map { $0._commandName } + ["help"])
        try checkPrivacy(given)
        try checkSubcommand(given)
        if ["version", "-V"].contains(given.first) { return ["--version"] }
        if given.first == "-v" {
            throw CommandFailure(.usage, "there is no '-v'; did you mean '--version'? see placesfs --help")
        }
        if given.first == "help", given.count > 1, !commands.contains(given[1]) {
            throw CommandFailure(.usage, "there is no command '\(given[1])'; see placesfs --help")
        }
        if let first = given.first, !first.hasPrefix("-"), !commands.contains(first),
            SourceName(rawValue: first) == nil, first != HelperForm.anySource,
            let meant = NearestWord.to(first, among: commands)
        {
            throw CommandFailure(.usage, "there is no command '\(first)'; did you mean '\(meant)'? see placesfs --help")
        }
        if let mount = try HelperForm.mountArguments(given, commands: commands) {
            return FormerKey.asMountOptions(mount)
        }
        if let first = given.first, !first.hasPrefix("-"), !commands.contains(first) {
            throw CommandFailure(.usage, "there is no command '\(first)'; see placesfs --help")
        }
        let takesMountOptions = [MountCommand._commandName, DoctorCommand._commandName].contains(given.first)
        let arguments = given.map { $0 == ShortHelp.all ? "--help" : $0 }
        return takesMountOptions ? FormerKey.asMountOptions(arguments) : arguments
    }
}
