internal import ArgumentParser
internal import Foundation
internal import LinuxProcess

/// The program: what was typed becomes a command, a failure becomes one line and its exit status.
@main
struct PlacesFS: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placesfs",
        abstract: "The world's photos as a folder.",
        usage: """
            placesfs mount [options] MOUNTPOINT
            placesfs SOURCE MOUNTPOINT [-o options]
            placesfs unmount|status|info|credits|places|refresh|new-collection|cache|doctor …
            """,
        discussion: "Try it without a key and without a network: placesfs mount --source sample MOUNTPOINT",
        version: Version.text,
        subcommands: [
            MountCommand.self, UnmountCommand.self, StatusCommand.self, InfoCommand.self, CreditsCommand.self,
            PlacesCommand.self, RefreshCommand.self, NewCollectionCommand.self, CacheCommand.self, DoctorCommand.self,
        ])

    static func main() {
        // First of all: what this process starts, and who looks at it, finds no key in its environment.
        StartEnvironment.take()
        SharedHeap.begin()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try Self.command(try Self.arguments(arguments))
            if var mount = command as? MountCommand {
                // Before anything makes a second thread, which would be missing in the daemon.
                try mount.goToBackground()
                command = mount
            }
            guard let waiting = command as? any AsyncParsableCommand else { return try command.run() }
            run(waiting, after: arguments)
        } catch {
            end(error, after: arguments)
        }
    }

    /// What goes on in tasks, none of which is the main actor's: the first thread only waits for signals.
    private static func run(_ command: sending any AsyncParsableCommand, after arguments: [String]) -> Never {
        Task { @concurrent in
            var command = command
            do {
                try await command.run()
                ExitStatus.success.end()
            } catch {
                end(error, after: arguments)
            }
        }
        FirstThread.park()
    }

    /// A command's own parser first, for that of the whole program reads every command's options before it begins; that
    /// one finds the words for what the first does not understand, help included.
    private static func command(_ arguments: [String]) throws -> any ParsableCommand {
        if let type = configuration.subcommands.first(where: { $0._commandName == arguments.first }),
            type.configuration.subcommands.isEmpty,
            let command = try? type.parse(Array(arguments.dropFirst()))
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    /// Ends the process with the one line that says why.
    private static func end(_ failure: CommandFailure) -> Never {
        Output.complaint(failure.line)
        failure.status.end()
    }

    /// Help and version are no failures; what the parser complains of is cut to its first line, without the usage.
    private static func end(_ error: any Error, after arguments: [String]) -> Never {
        if let failure = error as? CommandFailure { end(failure) }
        guard !exitCode(for: error).isSuccess else { exit(withError: error) }
        let isParserError = exitCode(for: error) == .validationFailure
        let words = isParserError ? message(for: error) : SystemFailure(error).words
        let command = arguments.first.map { name in
            configuration.subcommands.contains { $0._commandName == name } ? " \(name)" : ""
        }
        let remedy = isParserError ? "; see placesfs\(command ?? "") --help" : ""
        end(CommandFailure(isParserError ? .usage : .failure, words.prefix(while: { !$0.isNewline }) + remedy))
    }

    /// The form of mount(8) is brought into that of `placesfs mount`.
    private static func arguments(_ given: [String]) throws(CommandFailure) -> [String] {
        let commands = Set(configuration.subcommands.map { $0._commandName } + ["help"])
        if let first = given.first, !first.hasPrefix("-"), !commands.contains(first),
            Configuration.Source(rawValue: first) == nil,
            let meant = NearestWord.to(first, among: commands)
        {
            throw CommandFailure(.usage, "there is no command '\(first)'; did you mean '\(meant)'? see placesfs --help")
        }
        if let mount = HelperForm.mountArguments(given, commands: commands) {
            return FormerKey.asMountOptions(mount)
        }
        if let first = given.first, !first.hasPrefix("-"), !commands.contains(first) {
            throw CommandFailure(.usage, "there is no command '\(first)'; see placesfs --help")
        }
        let takesMountOptions = [MountCommand._commandName, DoctorCommand._commandName].contains(given.first)
        return takesMountOptions ? FormerKey.asMountOptions(given) : given
    }
}
