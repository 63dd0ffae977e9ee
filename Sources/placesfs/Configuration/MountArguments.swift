internal import ArgumentParser
internal import Foundation

/// The options of `placesfs mount`, as typed.
struct MountArguments: ParsableArguments {
    @OptionGroup(title: SourceSettings.title) var sources: SettingOptions<SourceSettings>
    @OptionGroup(title: PhotoSettings.title) var photos: SettingOptions<PhotoSettings>
    @OptionGroup(title: MapSettings.title) var maps: SettingOptions<MapSettings>
    @OptionGroup(title: FileSettings.title) var files: SettingOptions<FileSettings>
    @OptionGroup(title: FileSettings.title) var named: NamedFile
    @OptionGroup(title: AccessSettings.title) var access: SettingOptions<AccessSettings>
    @OptionGroup(title: RequestSettings.title) var requests: SettingOptions<RequestSettings>
    @OptionGroup(title: HostSettings.title) var hosts: SettingOptions<HostSettings>

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

    /// The same, for a command that somebody may run in a mount: where its line names no source, that mount's command
    /// line counts too.
    ///
    /// - Throws: As `GivenSettings.configuration(environment:base:)`, and why the mount does not answer.
    func configurationHere(
        environment: [String: String], base: BaseDirectories
    ) throws(CommandFailure) -> Configuration {
        try given.here().configuration(environment: environment, base: base).0
    }

    /// What commands in the mount are told of its command line, by key: paths are absolute, and nothing is secret.
    ///
    /// - Throws: `.usage`.
    func told(_ source: SourceName, _ configuration: Configuration) throws(CommandFailure) -> [String: String] {
        try given.told(source, configuration)
    }

    /// The files that were read, for `doctor`.
    ///
    /// - Throws: As `configuration(environment:base:)`.
    func filesRead(_ base: BaseDirectories) throws(CommandFailure) -> [String] {
        try given.filesRead(base)
    }

    private var given: GivenSettings {
        let typed =
            sources.typed + photos.typed + maps.typed + files.typed + access.typed + requests.typed + hosts.typed
        return GivenSettings(file: named.config, mountOptions: mountOptions, typed: typed)
    }
}
