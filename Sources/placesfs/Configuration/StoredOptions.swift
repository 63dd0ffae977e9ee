internal import ArgumentParser

/// The options of a command that looks at what mounts have left on disk. It finds that by the same configuration as
/// `mount`: by options, environment and files.
struct StoredOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only what comes from this source: flickr, commons, sample, or as `cache show` names it (default: all).",
            valueName: "name"))
    var source: String?

    @Option(help: ConfigurationKey.apiBase.help)
    var apiBase: String?

    @Option(help: ConfigurationKey.cacheDirectory.help, completion: .directory)
    var cacheDir: String?

    @Option(help: ConfigurationKey.stateDirectory.help, completion: .directory)
    var stateDir: String?

    @OptionGroup var named: NamedFile

    @Option(
        name: .customShort("o", allowingJoined: true),
        help: ArgumentHelp("Options of mount, as mount(8) takes them, config=FILE too.", valueName: "options"))
    var mountOptions: [String] = []

    /// - Throws: As `StoredFolders.init`.
    func folders() throws(CommandFailure) -> StoredFolders {
        try folders(environment: StartEnvironment.values, base: .ofThisProcess())
    }

    /// The same for a command that is about the mount in which it was run, if it was run in one of a service.
    ///
    /// - Throws: As `StoredFolders.init`, and why that mount does not answer.
    func foldersHere() throws(CommandFailure) -> StoredFolders {
        let here = try folderName == nil ? given.here() : given
        // The sample and one's own photos do not learn from others where people photograph.
        let isOfService = here.inheritedSource.map { $0 == .flickr || $0 == .commons } ?? true
        return try StoredFolders(
            isOfService ? here : given, named: folderName, environment: StartEnvironment.values, base: .ofThisProcess())
    }

    /// - Throws: As `StoredFolders.init`.
    func folders(environment: [String: String], base: BaseDirectories) throws(CommandFailure) -> StoredFolders {
        try StoredFolders(given, named: folderName, environment: environment, base: base)
    }

    /// Any word but a source's is the name of a folder, as `cache show` tells it.
    private var folderName: String? { source.flatMap(SourceName.init(rawValue:)) == nil ? source : nil }

    private var given: GivenSettings {
        let values = [
            (ConfigurationKey.source, folderName == nil ? source : nil), (.apiBase, apiBase),
            (.cacheDirectory, cacheDir), (.stateDirectory, stateDir),
        ]
        let typed = values.compactMap { key, value in
            value.map { Assignment(key: key, value: $0, origin: .option(key.rawValue)) }
        }
        return GivenSettings(file: named.config, mountOptions: mountOptions, typed: typed)
    }
}
