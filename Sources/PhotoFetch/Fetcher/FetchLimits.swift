package import HTTP
import PhotoTree

/// The bounds of fetching, and its priority among the requests to a host.
package struct FetchLimits: Sendable {
    package static let standard = FetchLimits()

    package var priority = HTTPRequest.Priority.waiting
    /// Bytes; a larger image is refused. Flickr's largest resized images have some 20 MB. Its originals have up to 200
    /// MB and are fetched only when asked for by name.
    package var maximumLength: Int64 = 64 << 20
    /// How often a transfer that broke in its body is resumed.
    package var retries = 3
    /// A transfer that breaks is given up if its tries so far have together brought less than this many bytes a second
    /// …
    package var slowestRate: Int64 = 1_000
    /// … for this long.
    package var slowestPeriod: Duration = .seconds(60)
    /// A transfer that was displaced again and again is given up when no byte came for this long.
    package var longestStill: Duration = .seconds(30)
    /// The delay before the first retry; each further delay is twice as long, give or take a random quarter.
    package var firstRetryDelay: Duration = .milliseconds(500)
    /// How long a download goes on when nobody has the photo open.
    package var grace: Duration = .seconds(2)
    /// How long new readers get the same failure before another try.
    package var errorPeriod: Duration = .seconds(2)
    /// How many interrupted downloads keep the bytes they have.
    package var pausedDownloads = 64
    /// Passed-through transfers at once, without stalled ones, …
    package var cursors = 8
    /// … and with stalled ones.
    package var allCursors = 120
    /// How long no byte may arrive before a passed-through transfer lends its place.
    package var cursorPatience: Duration = .seconds(1)
    /// Bytes that each passed-through transfer holds at most.
    package var window: Int64 = 1 << 20
    /// How long a passed-through transfer that nobody reads keeps its connection.
    package var cursorIdle: Duration = .seconds(3)

    package init() {}
}
