internal import Logging
internal import PhotoTree
internal import PlacesFileSystem

struct FileSettings: SettingGroup {
    var cacheSize = ByteCount(10 << 20)
    var thumbnailCacheSize = ByteCount(2 << 20)
    var keepSize = ByteCount(1 << 30)
    var photoSizeLimit = Settings.standardPhotoSizeLimit
    var cacheDirectory: String?
    var stateDirectory: String?
    var logFile: String?
    var logLevel = Logger.Level.info

    static let title = "Files and folders"
    static let rows: [SettingRow<FileSettings>] = [
        SettingRow(
            "cache-size", \.cacheSize, .space, "Disk space for photos", more: "Never exceeded."),
        SettingRow(
            "thumbnail-cache-size", \.thumbnailCacheSize, .space,
            "Disk space for small pictures, beside `cache-size`"),
        SettingRow(
            "keep-size", \.keepSize, .space, "Disk space for what is kept offline, beside `cache-size`"),
        SettingRow(
            "photo-size-limit", \.photoSizeLimit, .space, "Largest photo",
            more: "A larger one is an error. Raise it for originals."),
        SettingRow(
            "cache-dir", \.cacheDirectory, .folder, "Folder for photos",
            default: "`~/.cache/placesfs`, or below `XDG_CACHE_HOME`",
            more: "Safe to delete when nothing is mounted."),
        SettingRow(
            "state-dir", \.stateDirectory, .folder, "Folder for the database of places, pins and photos",
            default: "`~/.local/share/placesfs`, or below `XDG_DATA_HOME`"),
        SettingRow(
            "log-file", \.logFile, .file, "Log to this file",
            default: "`~/.local/state/placesfs/placesfs.log`, or below `XDG_STATE_HOME`; with `-f`, stderr"),
        SettingRow(
            "log-level", \.logLevel, .choice("level"),
            "How much to log: `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`"),
    ]
}

struct AccessSettings: SettingGroup {
    var allowsOthers = false
    /// Never together with `allowsOthers`, which lets root in, too.
    var allowsRoot = false
    var isReadOnly = false
    var fsname: String?

    static let title = "Who may do what"
    static let rows: [SettingRow<AccessSettings>] = [
        SettingRow(
            "allow-other", \.allowsOthers, .isOn,
            "Let other users read places and tags; needs `user_allow_other` in `/etc/fuse.conf`",
            more: "A mount of a system account has nothing else."),
        SettingRow(
            "allow-root", \.allowsRoot, .isOn,
            "Let root read the mount, as backups do; needs `user_allow_other`, too",
            more: "Not together with `allow-other`."),
        SettingRow(
            "read-only", \.isReadOnly, .isOn, "Nobody can add or remove anything", more: "As `-o ro`."),
        SettingRow(
            "fsname", \.fsname, .name, "The first column of mount(8)",
            default: "`placesfs-` and the source"),
    ]
}
