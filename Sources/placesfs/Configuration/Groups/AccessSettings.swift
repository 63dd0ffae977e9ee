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
            "Let other users read the mount; needs `user_allow_other` in `/etc/fuse.conf`",
            more: """
                They see places and tags only, and change nothing. A mount of a system account (a user id below 1000, or \
                nobody's) has places and tags only.
                """),
        SettingRow(
            "allow-root", \.allowsRoot, .isOn,
            "Let root read the mount, so that root's backups do not fail there; needs `user_allow_other` in `/etc/fuse.conf`",
            more: "Not together with `allow-other`, which lets root in too."),
        SettingRow(
            "read-only", \.isReadOnly, .isOn, "Nobody can add places, drop pins or remove photos",
            more: "As `-o ro`."),
        SettingRow(
            "fsname", \.fsname, .name, "What mount(8) shows in its first column",
            default: "`placesfs-` and the source"),
    ]
}
