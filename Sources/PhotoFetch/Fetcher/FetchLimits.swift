package import HTTP
import PhotoTree

/// The bounds of fetching, and its rank among what else is asked of a host.
package struct FetchLimits: Sendable {
    package static let standard = FetchLimits()

    package var priority = HTTPRequest.Priority.waiting
    /// Bytes; a larger image is refused. Flickr's largest resized images have some 20 MB; its originals, up to 200 MB, must
    /// be asked for by name anyway.
    package var maximumLength: Int64 = 64 << 20
    /// How often a transfer that broke in its body is taken up again.
    package var retries = 3
    /// A transfer that gives its place to others again and again is given up when no byte came for so long.
    package var longestStill: Duration = .seconds(30)
    /// Before the first of them; doubled each time, a quarter more or less by chance.
    package var firstRetryDelay: Duration = .milliseconds(500)
    /// How long a download goes on that nobody has open.
    package var grace: Duration = .seconds(2)
    /// How long a failure is answered to new readers before another try.
    package var errorPeriod: Duration = .seconds(2)
    /// Interrupted downloads whose beginning is kept.
    package var pausedDownloads = 64
    /// Passed-through transfers at once, …
    package var cursors = 8
    /// … and with those that lie still.
    package var allCursors = 120
    /// How long a passed-through transfer lies still before it lends its place.
    package var cursorPatience: Duration = .seconds(1)
    /// Bytes that each of them holds at most.
    package var window: Int64 = 1 << 20
    /// How long one that nobody reads keeps its connection.
    package var cursorIdle: Duration = .seconds(3)

    package init() {}
}
