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
            "The options of placesfs mount, as mount(8) and /etc/fstab take them: separated by commas, without --, with _ for -. "
                + "Also config=FILE, ro. Words for fstab alone (noauto, user, x-…) are ignored.",
            valueName: "options"))
    var mountOptions: [String] = []

    /// The checked configuration, and the words for the kernel.
    ///
    /// - Throws: As `GivenSettings.configuration(environment:base:)`.
    func configuration(
        environment: [String: String], base: BaseDirectories
    ) throws(CommandFailure) -> (Configuration, kernelWords: [String]) {
        try given.configuration(environment: environment, base: base)
    }

    /// The files that were read, for `doctor`.
    ///
    /// - Throws: As `configuration(environment:base:)`.
    func filesRead(_ base: BaseDirectories) throws(CommandFailure) -> [String] {
        try given.filesRead(base)
    }

    private var given: GivenSettings {
        GivenSettings(file: files.config, mountOptions: mountOptions, typed: typed)
    }

    private var typed: [Assignment] {
        let groups: [any KeyedOptions] = [sources, photos, maps, files, access, requests, hosts, simulators]
        return groups.flatMap(\.typed).compactMap { key, value in
            value.map { Assignment(key: key, value: $0, origin: .option(key.rawValue)) }
        }
    }
}
