/// The speeds of downloads, computed from the bytes received at one look and the next. It also keeps the downloads in
/// the order in which they appeared.
struct DownloadSpeeds: Sendable {
    private struct Entry: Sendable {
        var received: Int64
        var at: Duration
        /// In bytes per second; nil before the second look.
        var speed: Double?
        var rank: Int
    }

    private var entries: [String: Entry] = [:]
    private var ranks = 0

    /// `now` is from any clock that never goes back.
    mutating func look(at downloads: [WatchedMount.Download], of mountpoint: String, now: Duration) {
        var seen: Set<String> = []
        for download in downloads {
            let key = Self.key(download, mountpoint)
            seen.insert(key)
            guard let before = entries[key] else {
                ranks += 1
                entries[key] = Entry(received: download.received, at: now, rank: ranks)
                continue
            }
            let seconds = (now - before.at) / .seconds(1)
            guard seconds > 0 else { continue }
            // Zero if the download began again.
            let gained = max(0, download.received - before.received)
            let speed = Double(gained) / seconds
            entries[key] = Entry(
                received: download.received, at: now, speed: before.speed.map { ($0 + speed) / 2 } ?? speed,
                rank: before.rank)
        }
        entries = entries.filter { seen.contains($0.key) || !$0.key.hasPrefix(mountpoint + "\n") }
    }

    /// In bytes per second; nil while it is not known.
    func speed(of download: WatchedMount.Download, in mountpoint: String) -> Double? {
        entries[Self.key(download, mountpoint)]?.speed
    }

    /// The downloads in the order in which they were first seen.
    func sorted(_ downloads: [WatchedMount.Download], of mountpoint: String) -> [WatchedMount.Download] {
        downloads.map { (rank: entries[Self.key($0, mountpoint)]?.rank ?? .max, download: $0) }
            .sorted { ($0.rank, $0.download.photo) < ($1.rank, $1.download.photo) }
            .map(\.download)
    }

    private static func key(_ download: WatchedMount.Download, _ mountpoint: String) -> String {
        mountpoint + "\n" + download.photo + "\n" + "\(download.expected ?? -1)"
    }
}
