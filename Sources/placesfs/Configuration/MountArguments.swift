internal import ArgumentParser
internal import Foundation

/// The options of `placesfs mount`, as typed.
struct MountArguments: ParsableArguments {
    @OptionGroup(title: "Where photos come from") var sources: SourceOptions
    @OptionGroup(title: "What is shown") var photos: PhotoOptions
    @OptionGroup(title: "Maps") var maps: MapOptions
    @OptionGroup(title: "Files and folders") var files: FileOptions
    @OptionGroup(title: "Who may do what") var access: AccessOptions
    @OptionGroup(title: "How often the source is asked") var requests: RequestOptions
    @OptionGroup(title: "When a host is slow or refuses") var hosts: HostOptions
    @OptionGroup(title: "For simulators and tests") var simulators: SimulatorOptions

    @Option(
        name: .customShort("o", allowingJoined: true),
        help: ArgumentHelp(
            "The options above, as mount(8) and /etc/fstab take them: separated by commas, without --, with _ for -. "
                + "Also config=FILE, ro. Words for fstab alone (noauto, user, x-…) are ignored.",
            valueName: "options"))
    var mountOptions: [String] = []

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
        if let key = environment["FLICKR_API_KEY"], !key.isEmpty {
            assignments.append(
                Assignment(key: .flickrAPIKey, value: key, origin: .environment("FLICKR_API_KEY")))
        }
        assignments += words.assignments + typed
        var configuration = try Configuration(assignments)
        configuration.formerKeys = Set(read.flatMap(\.former) + words.former).sorted()
        return (configuration, words.kernel)
    }

    /// The administrator's file, and then the user's own or the named one, which can override each of its keys.
    private func configurationFiles(
        _ base: BaseDirectories, _ words: MountOptionWords
    ) throws(CommandFailure) -> [ConfigurationFile] {
        let chosen = files.config.map { AbsolutePath.of($0) } ?? words.configurationFile
        let system = base.system + "/config"
        let own = chosen ?? base.configuration + "/config"
        var found: [ConfigurationFile] = []
        if own != system { found.append(try ConfigurationFile.read(system, .readable)) }
        found.append(try ConfigurationFile.read(own, chosen == nil ? .usual : .required))
        return found
    }

    /// The files that were read, for `doctor`.
    ///
    /// - Throws: As `configuration(environment:base:)`.
    func filesRead(_ base: BaseDirectories) throws(CommandFailure) -> [String] {
        try configurationFiles(base, MountOptionWords(mountOptions)).compactMap(\.path)
    }

    private var typed: [Assignment] {
        let groups: [any KeyedOptions] = [sources, photos, maps, files, access, requests, hosts, simulators]
        return groups.flatMap(\.typed).compactMap { key, value in
            value.map { Assignment(key: key, value: $0, origin: .option(key.rawValue)) }
        }
    }
}
