internal import ArgumentParser

/// Which caches a command is about.
struct CacheArguments: ParsableArguments {
    @OptionGroup var options: StoredOptions

    /// - Throws: `.sourceUnknown` when the source that was named has no cache; else as for a mount.
    func caches() throws(CommandFailure) -> [StoredCache] {
        let folders = try options.folders()
        let caches = StoredCache.all(in: folders.cache, state: folders.state)
        guard let name = folders.name else { return caches }
        guard let cache = caches.first(where: { $0.name == name }) else {
            let names = caches.map(\.name).joined(separator: ", ")
            throw CommandFailure(
                .sourceUnknown,
                "no cache of '\(name)' in \(folders.cache)" + (names.isEmpty ? "" : "; there are \(names)"))
        }
        return [cache]
    }

    /// Says that there is no cache, and where none is: nothing must look like success when the folder is the wrong one.
    func tellThatThereIsNone() throws(CommandFailure) {
        let folders = try options.folders()
        Output.text("nothing is cached in \(folders.cache)")
    }
}
