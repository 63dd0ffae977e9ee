internal import ArgumentParser
internal import LinuxProcess

/// `placesfs info`: all attributes of a photo or folder, in the mount or on a copy that kept them.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show a photo's or folder's title, subtitle and all attributes.",
        discussion: "Nothing is downloaded. Works on copies too, if they were made with their attributes (cp -a).")

    @Flag(help: "As a JSON array, one object a PATH (default: no).")
    var json = false

    @Argument(help: "Photos or folders.", completion: .file())
    var paths: [String]

    func run() async throws {
        var known: [PathFacts] = []
        var failures = PathFailures(of: paths)
        for path in paths {
            do throws(CommandFailure) {
                _ = try FollowedPath.reached(path)
                known.append(try PathFacts(of: path))
            } catch {
                failures.add(error)
            }
        }
        if json {
            try Output.json(known)
        } else if !known.isEmpty {
            Output.text(known.map(\.text).joined(separator: "\n"))
        }
        try failures.end()
    }
}
