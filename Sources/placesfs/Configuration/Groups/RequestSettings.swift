internal import PhotoTree
internal import PlacesFileSystem

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
            "Ask again which photos a place has after this time, in seconds or with ms, s, m, h"),
        SettingRow(
            "top-places-lifetime", \.topPlacesLifetime, .time(),
            "Ask again which places there are, and where people photograph now, after this time"),
        SettingRow(
            "confirm-after", \.confirmAfter, .time(upToDays: 30),
            "After this time in the cache, ask whether the source still has the photo. Up to 30d"),
        SettingRow(
            "api-requests-per-hour", \.apiPerHour, .number(1...1_000_000, usual: 3360),
            "Most requests to the API in an hour; a server on this machine has no limit unless you set one",
            more: "On Commons: 1000."),
        SettingRow(
            "images-per-hour", \.imagesPerHour, .number(1...1_000_000, usual: 3000),
            "Most images to fetch in an hour; a server on this machine has no limit unless you set one"),
        SettingRow(
            "connections", \.connections, .number(1...64),
            "How many photos are loaded from one host at a time (stalled ones do not count)",
            more: "From Wikimedia's two image hosts together no more than 2, and 25 Mbit/s."),
        SettingRow(
            "bandwidth", \.bandwidth, .rate(atLeast: ByteCount(10_000)),
            "Most bytes a second from all hosts together",
            more: "Like `500K`."),
    ]
}
