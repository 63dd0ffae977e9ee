/// The folders in which mounts keep what they know and what they hold, and the source that a command is about.
struct StoredFolders: Hashable, Sendable {
    /// The folder of all states.
    let state: String
    /// The folder of all caches.
    let cache: String
    /// The name of the source's own folder in both; nil for all sources.
    let name: String?

    /// Those of a mount without options.
    ///
    /// - Throws: `.configuration`, as for a mount.
    static func ofThisUser() throws(CommandFailure) -> StoredFolders {
        try StoredFolders(
            GivenSettings(file: nil, mountOptions: [], typed: []), named: nil, environment: StartEnvironment.values,
            base: .ofThisProcess())
    }

    /// - Parameters:
    ///   - given: The words of the command line.
    ///   - named: The name of a folder, if the command line has one.
    ///   - environment: The environment of the process.
    ///   - base: The folders of the configuration files, and the usual ones.
    /// - Throws: `.usage` or `.configuration`, as for a mount.
    init(
        _ given: GivenSettings, named: String?, environment: [String: String], base: BaseDirectories
    ) throws(CommandFailure) {
        let configuration = try given.configuration(environment: environment, base: base).0
        state = configuration.files.stateDirectory ?? base.state
        cache = configuration.files.cacheDirectory ?? base.cache
        // A source that only a file names is the one that is mounted usually: others were mounted, too.
        let isChosen = try given.givesAny(of: [.source, .apiBase])
        name =
            named
            ?? (isChosen ? configuration.sources.source : nil).map { SourceDirectories.name(configuration, source: $0) }
    }
}
