internal import Foundation
internal import LinuxProcess

/// The mount in which a command is run, for commands that take a source: whoever stands in one means that one.
struct MountHere: Sendable {
    /// A command line with one of these names a source itself.
    static let sources: Set<ConfigurationKey> = [.source, .from, .mirror, .apiBase]
    /// What a mount's command line says of its daemon alone.
    static let daemonsOwn: Set<ConfigurationKey> = [.logFile, .logLevel]
    /// The configuration file, among the told keys.
    static let fileKey = "config"

    /// What the mount's command line said; its source in any case.
    let assignments: [Assignment]
    /// The configuration file that it named.
    let file: String?

    /// Nil where the working directory lies in no mount of this user.
    ///
    /// - Throws: Why the mount does not answer.
    static func ofThisProcess() throws(CommandFailure) -> MountHere? {
        guard let mount = MountTable.now().mount(of: FileManager.default.currentDirectoryPath), mount.isOurs,
            mount.owner == geteuid()
        else { return nil }
        return MountHere(try MountStatus(of: mount.mountpoint).json())
    }

    /// - Parameter status: `status.json` of the mount.
    private init(_ status: String) {
        struct Told: Decodable {
            var source: String
            /// Nil from a daemon of an earlier version.
            var options: [String: String]?
        }
        let told = try? JSONDecoder().decode(Told.self, from: Data(status.utf8))
        var options = told?.options ?? [:]
        if let source = told?.source, options[ConfigurationKey.source.rawValue] == nil {
            options[ConfigurationKey.source.rawValue] = source
        }
        file = options.removeValue(forKey: Self.fileKey)
        // An earlier version let it stand beside another source, where it means nothing.
        if options[ConfigurationKey.source.rawValue] != SourceName.folder.rawValue {
            options[ConfigurationKey.from.rawValue] = nil
        }
        assignments = options.sorted { $0.key < $1.key }.compactMap { name, value in
            ConfigurationKey(rawValue: name).map { Assignment(key: $0, value: value, origin: .option(name)) }
        }
    }
}
