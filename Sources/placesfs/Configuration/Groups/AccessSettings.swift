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
