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
            "Most images to fetch in an hour"),
        SettingRow(
            "connections", \.connections, .number(1...64),
            "How many photos are loaded from one host at a time",
            more: "Stalled ones do not count. From Wikimedia at most 2, and 25 Mbit/s."),
        SettingRow(
            "bandwidth", \.bandwidth, .rate(atLeast: ByteCount(10_000)),
            "Most bytes a second from all hosts together, like `500K`"),
    ]
}
