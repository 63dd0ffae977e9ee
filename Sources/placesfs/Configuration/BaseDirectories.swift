internal import Foundation
internal import Glibc

/// The default folders of our files: the XDG base directories, or the system's for root without a home, as at boot.
struct BaseDirectories: Hashable, Sendable {
    let configuration: String
    /// The folder of the administrator's settings for every mount.
    let system: String
    let state: String
    let cache: String
    let log: String

    /// - Parameters:
    ///   - environment: The environment of the process.
    ///   - userID: The user of the process.
    ///   - home: The home directory that the user database names.
    ///   - system: The administrator's folder.
    init(environment: [String: String], userID: UInt32, home: String, system: String = "/etc/placesfs") {
        self.system = system
        let stated = Self.statedHome(environment, userID: userID)
        guard userID != 0 || stated != nil else {
            configuration = system
            state = "/var/lib/placesfs"
            cache = "/var/cache/placesfs"
            log = "/var/log/placesfs"
            return
        }
        let home = stated ?? home
        // Relative paths in these variables are invalid and ignored (XDG Base Directory Specification).
        func base(_ variable: String, _ standard: String) -> String {
            let given = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (given ?? "\(home)/\(standard)") + "/placesfs"
        }
        configuration = base("XDG_CONFIG_HOME", ".config")
        state = base("XDG_DATA_HOME", ".local/share")
        cache = base("XDG_CACHE_HOME", ".cache")
        log = base("XDG_STATE_HOME", ".local/state")
    }

    /// The home directory that `environment` names; nil if it names none, or one that cannot be meant.
    static func statedHome(_ environment: [String: String], userID: UInt32) -> String? {
        guard let home = environment["HOME"], home.hasPrefix("/"), home != "/" else { return nil }
        // mount(8) passes no environment, and mount.fuse3 then sets /root for any user whom fstab's `user` allows to
        // mount.
        return userID != 0 && home == "/root" ? nil : home
    }

    /// The default log file.
    var usualLog: String { log + "/placesfs.log" }

    /// The paths of a mount: those that are configured, and the usual ones in place of others.
    func paths(_ configuration: Configuration) -> [String] {
        var paths = configuration.paths
        for (key, usual) in [
            (ConfigurationKey.stateDirectory, state), (.cacheDirectory, cache), (.logFile, usualLog),
        ] where paths[key] == nil { paths[key] = usual }
        return paths.values.sorted()
    }

    static func ofThisProcess() -> BaseDirectories {
        BaseDirectories(
            environment: ProcessInfo.processInfo.environment, userID: geteuid(),
            home: FileManager.default.homeDirectoryForCurrentUser.path)
    }
}
