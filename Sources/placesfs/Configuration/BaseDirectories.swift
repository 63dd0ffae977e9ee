internal import Foundation
internal import Glibc

/// Where files of ours lie when nobody says otherwise: the XDG base directories; for root without a home, at boot, the
/// system's.
struct BaseDirectories: Hashable, Sendable {
    let configuration: String
    /// What the administrator says for every mount.
    let system: String
    let state: String
    let cache: String
    let log: String

    /// - Parameters:
    ///   - environment: The process's.
    ///   - userID: Whose.
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
        // Relative paths are invalid there and ignored (XDG Base Directory Specification).
        func base(_ variable: String, _ standard: String) -> String {
            let given = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (given ?? "\(home)/\(standard)") + "/placesfs"
        }
        configuration = base("XDG_CONFIG_HOME", ".config")
        state = base("XDG_DATA_HOME", ".local/share")
        cache = base("XDG_CACHE_HOME", ".cache")
        log = base("XDG_STATE_HOME", ".local/state")
    }

    /// The home that `environment` names; nil where it names none, or one that cannot be meant.
    static func statedHome(_ environment: [String: String], userID: UInt32) -> String? {
        guard let home = environment["HOME"], home.hasPrefix("/"), home != "/" else { return nil }
        // mount(8) hands on no environment, and mount.fuse3 then says /root to whoever may mount by fstab's `user`.
        return userID != 0 && home == "/root" ? nil : home
    }

    /// The log, where nobody says otherwise.
    var usualLog: String { log + "/placesfs.log" }

    static func ofThisProcess() -> BaseDirectories {
        BaseDirectories(
            environment: ProcessInfo.processInfo.environment, userID: geteuid(),
            home: FileManager.default.homeDirectoryForCurrentUser.path)
    }
}
