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

struct RequestSettings: SettingGroup {
    var listingLifetime = Settings.Timing().listingLifetime
    var topPlacesLifetime = Settings.Timing().topPlacesLifetime
    var confirmAfter = Settings.Timing().confirmAfter
    /// Nil for the default, which is no limit for a server on this machine.
    var apiPerHour: Int?
    var imagesPerHour: Int?
    var connections = 8
    /// Bytes a second from all hosts together; nil means no limit of the user's.
    var bandwidth: ByteCount?

    static let title = "How often the source is asked"
    static let rows: [SettingRow<RequestSettings>] = [
        SettingRow(
            "listing-lifetime", \.listingLifetime, .time(),
            "Ask again which photos a place has after this time"),
        SettingRow(
            "top-places-lifetime", \.topPlacesLifetime, .time(),
            "Ask again which places there are, and which are popular, after this time"),
        SettingRow(
            "confirm-after", \.confirmAfter, .time(upToDays: 30),
            "Ask whether the source still has a cached photo after this time, up to 30d"),
        SettingRow(
            "api-requests-per-hour", \.apiPerHour, .number(1...1_000_000, usual: 3360),
            "Most requests to the API in an hour (Commons: 1000)",
            more: "A server on this machine has no limits of requests and images unless you set them."),
        SettingRow(
            "images-per-hour", \.imagesPerHour, .number(1...1_000_000, usual: 3000),
            "Most photos to fetch in an hour, and as many small pictures"),
        SettingRow(
            "connections", \.connections, .number(1...64),
            "How many photos are loaded from one host at a time",
            more: "Stalled ones do not count. From Wikimedia at most 2, and 25 Mbit/s."),
        SettingRow(
            "bandwidth", \.bandwidth, .rate(atLeast: ByteCount(10_000)),
            "Most bytes a second from all hosts together, like `500K`"),
    ]
}
