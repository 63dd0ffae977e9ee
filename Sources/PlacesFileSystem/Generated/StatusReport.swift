import FoundationEssentials
import PhotoTree

/// The state of the mount, for people (`status`), programs (`status.json`) and scrapers (`metrics`).
struct StatusReport: Codable, Sendable {
    struct Download: Codable, Sendable {
        var photo: String
        /// Below the mountpoint, in one of the folders that show it.
        var path: String
        var title: String
        var received: Int64
        var expected: Int64?
        /// The number of open handles, including those of thumbnailers, and of programs that wait for one.
        var readers: Int
        /// The photo is not kept in the cache: it is too large for it, or there is no room.
        var isPassedThrough: Bool

        /// `[####------] 45%, 1.2 MiB of 2.6 MiB, 2 reading: places/France/Paris/Sunset.jpg`
        var text: String {
            let how = isPassedThrough ? ", passed through" : ""
            let rest = ", \(readers) reading\(how): \(path)"
            guard let expected, expected > 0 else { return "  [..........] \(ByteCount(received)) of ?" + rest }
            let tenths = Int(min(10, max(0, received) / max(1, expected / 10)))
            let bar = String(repeating: "#", count: tenths) + String(repeating: "-", count: 10 - tenths)
            let percent = Int(min(100, Double(received) / Double(expected) * 100))
            return "  [\(bar)] \(percent)%, \(ByteCount(received)) of \(ByteCount(expected))" + rest
        }
    }

    /// A program whose reads caused downloads of images in the last hour.
    struct Reader: Codable, Sendable {
        /// Empty if the program could not be seen; `pid` is 0 then.
        var program: String
        var pid: Int32
        var images: Int

        var text: String {
            let name = program.isEmpty ? "a program that cannot be seen" : PlainText.oneLine(program)
            return "\(name)\(pid > 0 ? " (\(pid))" : "") \(StatusReport.number(images)) "
                + (images == 1 ? "photo" : "photos")
        }
    }

    /// A program that opens one folder after the other, and whose listings wait behind those of others.
    struct Crawler: Codable, Sendable {
        /// Empty if the program could not be seen; `pid` is 0 then.
        var program: String
        var pid: Int32
        /// How many folders it opened that nobody had listed before.
        var opened: Int
        /// How many places are listed by now, and how many there are.
        var listed: Int
        var places: Int

        var text: String {
            let name = program.isEmpty ? "a program that cannot be seen" : PlainText.oneLine(program)
            return "\(name)\(pid > 0 ? " (\(pid))" : "") goes through all folders: "
                + "\(StatusReport.number(listed)) of \(StatusReport.number(places)) places are listed; others go first"
        }
    }

    /// How many programs are shown: those with the most images.
    static let readersShown = 5

    /// A folder that is kept offline.
    struct Kept: Codable, Sendable {
        /// Below the mountpoint.
        var path: String
        /// How many of its photos can be read without a network, and of how many.
        var photos: Int
        var of: Int
        /// What they take on the disk, small renditions included.
        var bytes: Int64
        /// When the list last changed.
        var changed: String?
        /// Why what is missing does not come now.
        var error: String?

        var text: String {
            "\(path): \(StatusReport.number(photos)) of \(StatusReport.number(of)) \(of == 1 ? "photo" : "photos"), \(ByteCount(bytes))"
                + (error.map { "; \($0)" } ?? "")
        }
    }

    /// How many refused names the text shows.
    static let refusedShown = 3

    struct Failure: Codable, Sendable {
        var at: String
        var operation: String
        /// The path below the mountpoint.
        var node: String
        var errno: String
        var cause: String
    }

    /// A name that was not made: a typing error, and no error of the mount.
    struct Refusal: Codable, Sendable {
        var at: String
        /// Below the mountpoint.
        var path: String
        var errno: String
        var reason: String
    }

    struct Host: Codable, Sendable {
        var host: String
        var requests: Int
        var running: Int
        var queued: Int
        /// The host did not answer, and is tried again from time to time.
        var isDown: Bool
        var note: String?
    }

    var version: String
    var pid: Int32
    var source: String
    /// What the command line of the mount said, by key; no secrets.
    var options: [String: String] = [:]
    var notice: String
    var mountpoint: String
    var mountedSince: String
    /// `mountedSince` in seconds since 1970.
    var startTime: Int64
    /// What the user should know first.
    var note: String?
    /// What was damaged or missing in the state when it was opened, and what came back of what was made by hand.
    var recovered: String?
    /// What a source that is a folder found there.
    var folder: [String]?
    var placesFrom: String
    var placesRefreshed: String?
    var countries: Int
    var places: Int
    var pins: Int
    var searches: Int
    var albums: Int
    /// Pins whose collection has not arrived yet.
    var pinsAwaiting: Int
    var topics: Int
    var recents: Int
    var listedDirectories: Int
    var refreshing: [String]
    /// Listings that wait for their turn.
    var listingsQueued: Int
    var crawlers: [Crawler]
    var knownInodes: Int
    var openFiles: Int
    var openDirectories: Int
    var cacheBytes: Int64
    var cacheLimit: Int64
    var cachePhotos: Int
    /// Photos that were evicted and fetched again in the last 24 hours, and how many bytes that fetched.
    var cacheRefetchedPhotos: Int
    var cacheRefetchedBytes: Int64
    /// The smallest limit in bytes that would have kept these photos; nil when there are none.
    var cacheSufficientLimit: Int64?
    /// How many handles of thumbnailers were served small renditions, and how many bytes.
    var thumbnailsServed: Int
    var thumbnailBytes: Int64
    /// The cache of small renditions; 0 before the first thumbnailer came.
    var thumbnailCacheBytes: Int64
    var thumbnailCacheLimit: Int64
    var kept: [Kept]
    /// What kept photos and their small renditions take on the disk, in bytes, and how much they may.
    var keptBytes: Int64
    var keepLimit: Int64
    /// Small renditions asked for in the last hour.
    var smallInHour: Int
    /// Seconds until the next small rendition may be fetched; nil while nobody has to wait.
    var smallWait: Int64?
    /// Photos asked for in the last hour.
    var imagesInHour: Int
    /// How many photos, and how many small renditions, may be asked for in an hour; nil if there is no limit.
    var imagesPerHour: Int?
    /// Seconds until the next image may be fetched; nil while no reader has to wait.
    var imagesWait: Int64?
    var readers: [Reader]
    var downloads: [Download]
    var hosts: [Host]
    var errorsTotal: Int
    var recentErrors: [Failure]
    /// All names that were refused since the mount began.
    var refusedTotal: Int
    /// The latest of them.
    var refused: [Refusal]

    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding fails only for values that JSON cannot represent; there are none here.
        guard let data = try? encoder.encode(self) else { return Array("{}\n".utf8) }
        return Array(PrintableText.json(String(decoding: data, as: UTF8.self)).utf8) + [UInt8(ascii: "\n")]
    }

    var text: String {
        var lines = [
            "placesfs \(version), source \(source), mounted on \(mountpoint) since \(mountedSince)",
            downloads.isEmpty ? "downloads none" : "downloads \(downloads.count)",
        ]
        if let note { lines.insert("note      \(note)", at: 1) }
        if let recovered { lines.insert("state     \(recovered)", at: note == nil ? 1 : 2) }
        lines += downloads.map(\.text)
        lines += (folder ?? []).enumerated().map { ($0 == 0 ? "folder    " : "  ") + $1 }
        lines += [
            "places    \(places) in \(countries) \(countries == 1 ? "country" : "countries"), from the \(placesFrom)"
                + (placesRefreshed.map { ", refreshed \($0)" } ?? ", never refreshed"),
            "pins      \(pinsText)",
            "searches  \(searches == 0 ? "none" : "\(searches)")",
            "albums    \(albums == 0 ? "none" : "\(albums)")",
            "tags      \(Self.count(topics, "topic"))",
            "recents   \(Self.count(recents, "photo"))",
            "listings  \(listedDirectories) known, \(refreshing.count) being refreshed",
        ]
        lines += crawlers.map { "  \($0.text)" }
        lines += [
            "cache     \(ByteCount(cacheBytes)) of \(ByteCount(cacheLimit)) in \(cachePhotos) \(cachePhotos == 1 ? "photo" : "photos")"
        ]
        if let cacheAdvice { lines.append("  \(cacheAdvice)") }
        if keepLimit > 0 {
            lines.append(
                "kept      \(ByteCount(keptBytes)) of \(ByteCount(keepLimit)) in \(Self.count(kept.count, "folder"))")
            lines += kept.map { "  \($0.text)" }
        }
        lines += [
            "thumbs    \(thumbnailText)",
            "open      \(openFiles) \(openFiles == 1 ? "file" : "files"), "
                + "\(openDirectories) \(openDirectories == 1 ? "directory" : "directories"); "
                + "\(knownInodes) \(knownInodes == 1 ? "inode" : "inodes") known to the kernel",
        ]
        lines.append("images    \(imagesText)")
        lines += readers.map { "  \($0.text)" }
        lines += hosts.map { host in
            "host      \(host.host): \(host.requests) \(host.requests == 1 ? "request" : "requests"), \(host.running) running, \(host.queued) queued"
                + (host.note.map { "; \($0)" } ?? "")
        }
        lines.append(recentErrors.isEmpty ? "errors    none" : "errors    \(errorsTotal), the latest:")
        lines += recentErrors.map { "  \($0.at) \($0.node): \($0.cause) [\($0.errno)]" }
        if !refused.isEmpty {
            lines.append("refused   \(Self.count(refusedTotal, "name")), the latest:")
            lines += refused.suffix(Self.refusedShown).map { "  \($0.at) \($0.path): \($0.reason)" }
        }
        // Host names, identifiers and causes come from outside, too.
        return (lines.map(PrintableText.row) + ["", notice, ""]).joined(separator: "\n")
    }

    private var pinsText: String {
        guard pins > 0 else { return "none" }
        switch pinsAwaiting {
        case 0: return "\(pins)"
        case pins: return "\(pins), waiting for \(pins == 1 ? "its" : "their") photos"
        case let awaiting: return "\(pins), \(awaiting) of them waiting for \(awaiting == 1 ? "its" : "their") photos"
        }
    }

    /// `--cache-size` takes whole MiB, as "32M", so the size is rounded up.
    private var cacheAdvice: String? {
        guard let cacheSufficientLimit, cacheRefetchedPhotos > 0 else { return nil }
        let (photos, them) = cacheRefetchedPhotos == 1 ? ("photo was", "it") : ("photos were", "them")
        let size = ((cacheSufficientLimit - 1) >> 20) + 1
        return "\(Self.number(cacheRefetchedPhotos)) \(photos) evicted and fetched again in the last 24 hours; "
            + "--cache-size \(size)M would have kept \(them)."
    }

    private var imagesText: String {
        let bound = imagesPerHour.map { " of \(Self.number($0))" } ?? ""
        guard imagesInHour > 0 || imagesPerHour != nil else { return "none in the last hour" }
        return "\(Self.number(imagesInHour))\(bound) in the last hour"
            + Self.shareUsed(imagesWait)
    }

    private static func shareUsed(_ wait: Int64?) -> String {
        wait.map { "; the hour's share is used, the next is free in \($0) s" } ?? ""
    }

    /// The number with commas between thousands.
    static func number(_ number: Int) -> String {
        guard number >= 1000 else { return "\(number)" }
        let rest = "\(number % 1000)"
        return Self.number(number / 1000) + "," + String(repeating: "0", count: 3 - rest.count) + rest
    }

    private var thumbnailText: String {
        guard thumbnailsServed > 0 else { return "none" + Self.shareUsed(smallWait) }
        return "\(thumbnailsServed) served, \(ByteCount(thumbnailBytes)); "
            + "\(ByteCount(thumbnailCacheBytes)) of \(ByteCount(thumbnailCacheLimit)) kept"
            + Self.shareUsed(smallWait)
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        switch number {
        case 0: "none"
        case 1: "1 \(noun)"
        default: "\(number) \(noun)s"
        }
    }
}
