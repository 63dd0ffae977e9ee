/// What the words of a command line say about the configuration. Every command merges them with files and environment
/// here, in one order, so that all find what a mount has.
struct GivenSettings: Sendable {
    /// The file that `--config` names.
    var file: String?
    /// The arguments of each `-o`.
    var mountOptions: [String]
    /// The other options.
    var typed: [Assignment]
    /// What the command line of the mount said in which the command was run.
    private var inherited: [Assignment] = []

    /// The source of the mount in which the command was run.
    var inheritedSource: SourceName? {
        inherited.last { $0.key == .source }?.value.flatMap(SourceName.init(rawValue:))
    }

    init(file: String?, mountOptions: [String], typed: [Assignment]) {
        (self.file, self.mountOptions, self.typed) = (file, mountOptions, typed)
    }

    /// The same behind the command line of the mount in which the command was run, unless the words name a source
    /// themselves.
    ///
    /// - Throws: `.usage` for an unknown word after `-o`, or why the mount does not answer.
    func here() throws(CommandFailure) -> GivenSettings {
        guard try !givesAny(of: MountHere.sources), let mount = try MountHere.ofThisProcess() else { return self }
        var here = self
        here.inherited = mount.assignments
        if file == nil, try MountOptionWords(mountOptions).configurationFile == nil { here.file = mount.file }
        return here
    }

    /// What commands in a mount with these words are told of them, by key: paths are absolute, and nothing is secret.
    ///
    /// - Throws: `.usage` for an unknown word after `-o`.
    func told(_ source: SourceName, _ configuration: Configuration) throws(CommandFailure) -> [String: String] {
        let words = try MountOptionWords(mountOptions)
        var told: [String: String] = [:]
        // The log is the daemon's alone.
        for given in words.assignments + typed where !given.isSecret && !MountHere.daemonsOwn.contains(given.key) {
            told[given.key.rawValue] = given.value ?? "yes"
        }
        for (key, path) in configuration.paths where told[key.rawValue] != nil { told[key.rawValue] = path }
        told[ConfigurationKey.source.rawValue] = source.rawValue
        told[MountHere.fileKey] = file.map { AbsolutePath.of($0) } ?? words.configurationFile
        return told
    }

    /// Merges the administrator's file, the user's file, environment, `-o` and options: for each key the later one
    /// wins.
    ///
    /// - Parameters:
    ///   - environment: The environment of the process.
    ///   - base: The folders of the configuration files.
    /// - Returns: The checked configuration, and the words for the kernel. Each path in it is reached: no mount on the
    ///   way keeps whoever looks there waiting.
    /// - Throws: `.usage` or `.configuration`; or which mount is in the way to one of the paths, and does not answer.
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
        assignments += inherited + words.assignments + typed
        var configuration = try Configuration(assignments)
        configuration.formerKeys = Set(read.flatMap(\.former) + words.former).sorted()
        try FollowedPath.check(base.paths(configuration))
        return (configuration, words.kernel)
    }

    /// The files that were read, for `doctor`.
    ///
    /// - Throws: As `configuration(environment:base:)`.
    func filesRead(_ base: BaseDirectories) throws(CommandFailure) -> [String] {
        try configurationFiles(base, MountOptionWords(mountOptions)).compactMap(\.path)
    }

    /// Whether the command line, or that of the mount around, gives one of the keys a value.
    ///
    /// - Throws: `.usage` for an unknown word after `-o`.
    func givesAny(of keys: Set<ConfigurationKey>) throws(CommandFailure) -> Bool {
        let words = try MountOptionWords(mountOptions)
        return (inherited + words.assignments + typed).contains { keys.contains($0.key) }
    }

    /// The administrator's file, and then the user's own or the named one, which can override each of its keys.
    private func configurationFiles(
        _ base: BaseDirectories, _ words: MountOptionWords
    ) throws(CommandFailure) -> [ConfigurationFile] {
        let chosen = file.map { AbsolutePath.of($0) } ?? words.configurationFile
        let system = base.system + "/config"
        let own = chosen ?? base.configuration + "/config"
        try FollowedPath.check([system, own])
        var found: [ConfigurationFile] = []
        if own != system { found.append(try ConfigurationFile.read(system, .readable, isSystem: true)) }
        found.append(try ConfigurationFile.read(own, chosen == nil ? .usual : .required, isSystem: own == system))
        return found
    }
}
