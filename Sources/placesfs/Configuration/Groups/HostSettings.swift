internal import PhotoTree
internal import PlacesFileSystem

struct HostSettings: SettingGroup {
    var listingWait = Settings.Timing().listingWait
    var connectTimeout = Duration.seconds(10)
    var firstByteTimeout = Duration.seconds(7)
    /// Whether the user set `firstByteTimeout`.
    var isFirstByteTimeoutGiven = false
    /// In bytes per second.
    var lowSpeed = ByteCount(1000)
    var lowSpeedTime = Duration.seconds(15)
    /// How many attempts follow the first.
    var retries = 3
    var wait = Duration.seconds(20)
    var retryPause = Duration.seconds(1)
    var retryAfterLimit = Duration.seconds(600)
    /// How many failures in a row.
    var downAfter = 4
    var probePause = Duration.seconds(10)

    static let title = "When a host is slow or refuses"
    static let rows: [SettingRow<HostSettings>] = [
        SettingRow(
            "listing-wait", \.listingWait, .time(),
            "Longest wait for the first list of a folder"),
        SettingRow(
            "connect-timeout", \.connectTimeout, .time(),
            "Give up connecting after this time"),
        SettingRow(
            "first-byte-timeout", \.firstByteTimeout, .time(),
            "Longest wait for an answer to begin; then placesfs asks once more",
            more: "Unless you set it: a mirror 20 s, Commons' API `listing-wait`."),
        SettingRow(
            "low-speed", \.lowSpeed, .size(atLeast: ByteCount(1)),
            "A transfer below this many bytes a second has stalled"),
        SettingRow(
            "low-speed-time", \.lowSpeedTime, .time(), "A transfer that has stalled for this time is asked for again",
            more: "Four times as long is an error."),
        SettingRow(
            "retries", \.retries, .number(0...10),
            "How often a failed request is sent again (after a timeout at most once)"),
        SettingRow(
            "host-wait", \.wait, .time(),
            "If a host asks for a longer pause, programs get an error at once"),
        SettingRow(
            "retry-pause", \.retryPause, .time(),
            "Pause before a failed request is repeated, up to its double by chance; it doubles, up to 30 s",
            place: .anywhereUnlisted),
        SettingRow(
            "retry-after-limit", \.retryAfterLimit, .time(), "Longest pause that a host can ask for",
            place: .anywhereUnlisted),
        SettingRow(
            "host-down-after", \.downAfter, .number(1...100),
            "How many failures in a row make a host down", more: "Its requests fail at once then.",
            place: .anywhereUnlisted),
        SettingRow(
            "host-probe-pause", \.probePause, .time(),
            "Longest pause before a host that is down is tried again; the first is 1s, then doubled",
            place: .anywhereUnlisted),
    ]
}
