internal import ArgumentParser
internal import LinuxProcess

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

/// Words behind a command that is about whole caches. Many users type the mountpoint there, and are told what to type.
struct MisplacedPaths: ParsableArguments {
    // Not in the help: there is nothing to give.
    @Argument(help: .private, completion: .ourMountpoints)
    var paths: [String] = []

    /// - Parameters:
    ///   - command: The command's name, like "clear".
    ///   - caches: The caches that there are.
    /// - Throws: `.usage` if there is such a word.
    func refuse(for command: String, _ caches: [StoredCache]) throws(CommandFailure) {
        guard let word = paths.first else { return }
        let path = PathWalk.untilMount(word)
        let mount = MountTable.now().mount(of: path).flatMap { $0.isOurs ? $0.mountpoint : nil }
        guard let mount, let cache = caches.first(where: { $0.holder?.mountpoint == mount }) else {
            throw CommandFailure(
                .usage,
                "cache \(command): '\(word)' is too much; the command takes no folder, and --source NAME chooses one "
                    + "of the caches that placesfs cache show lists")
        }
        let line = "placesfs cache \(command) --source \(cache.name)"
        let remedy = command == "clear" ? "placesfs unmount \(mount.shellWord) && \(line)" : line
        throw CommandFailure(
            .usage,
            "cache \(command) takes no folder; the photos of \(mount) are in the cache '\(cache.name)': \(remedy)")
    }
}
