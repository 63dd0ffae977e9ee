/// What the words of a command line say about the configuration. Every command merges them with files and environment
/// here, in one order, so that all find what a mount has.
struct GivenSettings: Sendable {
    /// The file that `--config` names.
    var file: String?
    /// The arguments of each `-o`.
    var mountOptions: [String]
    /// The other options.
    var typed: [Assignment]

    /// Merges the administrator's file, the user's file, environment, `-o` and options: for each key the later one
    /// wins.
    ///
    /// - Parameters:
    ///   - environment: The environment of the process.
    ///   - base: The folders of the configuration files.
    /// - Returns: The checked configuration, and the words for the kernel.
    /// - Throws: `.usage` or `.configuration`.
    func configuration(
        environment: [String: String], base: BaseDirectories
    ) throws(CommandFailure) -> (Configuration, kernelWords: [String]) {
        let words = try MountOptionWords(mountOptions)
        let read = try configurationFiles(base, words)
        var assignments = read.flatMap(\.assignments)
        if let key = environment[StartEnvironment.keyVariable], !key.isEmpty {
            let origin = Assignment.Origin.environment(StartEnvironment.keyVariable)
            assignments.append(Assignment(key: .flickrAPIKey, value: key, origin: origin))
        }
        assignments += words.assignments + typed
        var configuration = try Configuration(assignments)
        configuration.formerKeys = Set(read.flatMap(\.former) + words.former).sorted()
        return (configuration, words.kernel)
    }

    /// The files that were read, for `doctor`.
    ///
    /// - Throws: As `configuration(environment:base:)`.
    func filesRead(_ base: BaseDirectories) throws(CommandFailure) -> [String] {
        try configurationFiles(base, MountOptionWords(mountOptions)).compactMap(\.path)
    }

    /// Whether the command line itself gives one of the keys a value.
    ///
    /// - Throws: `.usage` for an unknown word after `-o`.
    func givesAny(of keys: Set<ConfigurationKey>) throws(CommandFailure) -> Bool {
        let words = try MountOptionWords(mountOptions)
        return (words.assignments + typed).contains { keys.contains($0.key) }
    }

    /// The administrator's file, and then the user's own or the named one, which can override each of its keys.
    private func configurationFiles(
        _ base: BaseDirectories, _ words: MountOptionWords
    ) throws(CommandFailure) -> [ConfigurationFile] {
        let chosen = file.map { AbsolutePath.of($0) } ?? words.configurationFile
        let system = base.system + "/config"
        let own = chosen ?? base.configuration + "/config"
        var found: [ConfigurationFile] = []
        if own != system { found.append(try ConfigurationFile.read(system, .readable, isSystem: true)) }
        found.append(try ConfigurationFile.read(own, chosen == nil ? .usual : .required, isSystem: own == system))
        return found
    }
}
