internal import ArgumentParser

/// Which caches a command is about.
struct CacheArguments: ParsableArguments {
    /// The message if there is no cache: a misspelt folder name must not look like success.
    static let none = "nothing is cached"

    @Option(
        help: ArgumentHelp(
            "Folder for photos, as given to mount (default: $XDG_CACHE_HOME/placesfs).", valueName: "folder"))
    var cacheDir: String?

    @Option(
        help: ArgumentHelp(
            "Folder for the database, as given to mount (default: $XDG_DATA_HOME/placesfs).", valueName: "folder"))
    var stateDir: String?

    @Option(
        help: ArgumentHelp(
            "Only the cache of this source: flickr, commons, sample, or as `cache show` names it (default: all).",
            valueName: "name"))
    var source: String?

    /// - Throws: `.sourceUnknown` when the source that was named has no cache.
    func caches() throws(CommandFailure) -> [StoredCache] {
        let base = BaseDirectories.ofThisProcess()
        let caches = StoredCache.all(
            in: cacheDir.map { AbsolutePath.of($0) } ?? base.cache,
            state: stateDir.map { AbsolutePath.of($0) } ?? base.state)
        guard let source else { return caches }
        guard let cache = caches.first(where: { $0.name == source }) else {
            let names = caches.map(\.name).joined(separator: ", ")
            throw CommandFailure(
                .sourceUnknown, "no cache of '\(source)'" + (names.isEmpty ? "" : "; there are \(names)"))
        }
        return [cache]
    }
}
