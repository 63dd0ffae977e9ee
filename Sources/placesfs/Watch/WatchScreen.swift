internal import PhotoTree

/// The rows that `status --watch` shows, downloads first. No row is wider than the terminal, and there are no more rows
/// than fit. The type is pure: all data are passed in as values.
struct WatchScreen: Sendable {
    let rows: Int
    let columns: Int
    /// Whether to use colours.
    let isColored: Bool

    private enum Style: String {
        case bold = "1"
        case bar = "32"
        case wrong = "31"
        case faint = "2"
    }

    /// One row per download, a few per mount, and the sources' notices; downloads that do not fit are counted.
    func lines(_ mounts: [WatchedMount], _ speeds: DownloadSpeeds) -> [String] {
        let downloads = mounts.flatMap { mount in
            speeds.sorted(mount.downloads, of: mount.mountpoint).map { ($0, mount) }
        }
        let foot = notices(mounts) + [styled("q ends", .faint)]
        let room = max(0, rows - foot.count)
        var lines = [styled(head(downloads.map(\.0)), .bold)]
        let about = mounts.flatMap { self.about($0) }
        // Downloads get at least half of the screen, if there are so many.
        let left = max(room - 1 - about.count, room / 2)
        let isCut = left < downloads.count * height
        let shown = isCut ? max(0, left - 1) / height : downloads.count
        lines += downloads.prefix(shown).flatMap { download, mount in
            block(download, speed: speeds.speed(of: download, in: mount.mountpoint))
        }
        if isCut { lines.append(styled("  and \(downloads.count - shown) more", .faint)) }
        lines += about
        return Array(lines.prefix(room)) + foot.prefix(rows)
    }

    /// The sources' notices, each once; none if they would take too much room from what is watched.
    private func notices(_ mounts: [WatchedMount]) -> [String] {
        var notices: [String] = []
        for mount in mounts where !notices.contains(mount.notice) { notices.append(mount.notice) }
        let lines = notices.flatMap(wrapped)
        return lines.count <= rows / 4 ? lines.map { styled($0, .faint) } : []
    }

    /// `text` in lines no wider than the terminal, broken between words.
    private func wrapped(_ text: String) -> [String] {
        PrintableText.row(text).split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= columns {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
    }

    private func head(_ downloads: [WatchedMount.Download]) -> String {
        switch downloads.count {
        case 0: "no downloads"
        case 1: "1 download"
        default: "\(downloads.count) downloads"
        }
    }

    // MARK: A download

    /// The rows of a download. On a narrow screen its name, which tells one from another, has a row of its own.
    private var height: Int { columns < 70 ? 2 : 1 }

    private func block(_ download: WatchedMount.Download, speed: Double?) -> [String] {
        guard height > 1 else { return [row(download, speed: speed)] }
        let room = columns - remarks(download).count
        let name = DisplayWidth.clipped(name(of: download, in: room), to: max(0, room)) + remarks(download)
        let bar = self.bar(download)
        let facts = facts(download, speed).map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        return [
            DisplayWidth.clipped(name, to: columns),
            styled(bar, .bar) + DisplayWidth.clipped(" " + facts.joined(separator: " "), to: columns - bar.count),
        ]
    }

    private func remarks(_ download: WatchedMount.Download) -> String {
        (download.readers == 1 ? "" : ", \(download.readers) readers")
            + (download.isPassedThrough == true ? ", passed through" : "")
    }

    /// `[#####-----]  45%  1.2 of 2.6 MiB  310 KiB/s  0:04  Sunset.jpg, 2 readers`; the folder before the name if there
    /// is room.
    private func row(_ download: WatchedMount.Download, speed: Double?) -> String {
        let bar = self.bar(download)
        let facts = facts(download, speed)
        var text = " " + facts.joined(separator: "  ")
        let remarks = remarks(download)
        let room = columns - bar.count - DisplayWidth.of(text) - 2 - remarks.count
        if room > 3 {
            text += "  " + DisplayWidth.clipped(name(of: download, in: room), to: room) + remarks
        }
        return styled(bar, .bar) + DisplayWidth.clipped(text, to: columns - bar.count)
    }

    private func name(of download: WatchedMount.Download, in room: Int) -> String {
        guard let whole = download.path else {
            let title = PrintableText.line(download.title, maximumBytes: 400)
            return title.isEmpty ? download.photo : title
        }
        let path = PrintableText.line(whole, maximumBytes: 1000)
        guard DisplayWidth.of(path) > room, let slash = path.lastIndex(of: "/") else { return path }
        return String(path[path.index(after: slash)...])
    }

    private func bar(_ download: WatchedMount.Download) -> String {
        let width = height > 1 ? 3 : max(4, min(20, columns / (columns < 80 ? 10 : 6)))
        guard let share = share(download) else { return "[" + String(repeating: ".", count: width) + "]" }
        let full = Int((share * Double(width)).rounded(.down))
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: width - full) + "]"
    }

    private func facts(_ download: WatchedMount.Download, _ speed: Double?) -> [String] {
        let percent = share(download).map { "\(Int(($0 * 100).rounded(.down)))%" } ?? "?%"
        var facts = [Self.padded(percent, 4), Self.size(download)]
        facts.append(Self.padded(speed.map { "\(ByteCount(Int64(min($0, 1e15))))/s" } ?? "", 10))
        facts.append(Self.padded(Self.timeLeft(download, speed) ?? "", 5))
        return facts
    }

    private func share(_ download: WatchedMount.Download) -> Double? {
        guard let expected = download.expected, expected > 0 else { return nil }
        return min(1, max(0, Double(download.received) / Double(expected)))
    }

    /// "1.2 of 2.6 MiB", "640 KiB of 1.2 MiB".
    static func size(_ download: WatchedMount.Download) -> String {
        guard let expected = download.expected, expected > 0 else { return "\(ByteCount(download.received)) of ?" }
        let (there, whole) = ("\(ByteCount(download.received))", "\(ByteCount(expected))")
        guard let unit = whole.split(separator: " ").last, there.hasSuffix(" \(unit)") else {
            return "\(there) of \(whole)"
        }
        return "\(there.dropLast(unit.utf8.count + 1)) of \(whole)"
    }

    /// "0:04", "1:02:03"; nil while the speed or the length is not known, or no bytes arrive.
    static func timeLeft(_ download: WatchedMount.Download, _ speed: Double?) -> String? {
        guard let speed, speed >= 1, let expected = download.expected, expected >= download.received else { return nil }
        let seconds = Int(min(359_999, (Double(expected - download.received) / speed).rounded(.up)))
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let last = two(seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(last)" : "\(minutes):\(last)"
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    // MARK: A mount

    private func about(_ mount: WatchedMount) -> [String] {
        let photos = mount.cachePhotos == 1 ? "1 photo" : "\(mount.cachePhotos) photos"
        let bound = mount.imagesPerHour.map { " of \($0)" } ?? ""
        let wait = mount.imagesWait.map { ", the next in \($0) s" } ?? ""
        var lines = [
            "", styled(clipped("\(mount.mountpoint) (\(mount.source))"), .bold),
            clipped("  cache   \(ByteCount(mount.cacheBytes)) of \(ByteCount(mount.cacheLimit)) in \(photos)"),
        ]
        if let count = mount.cacheRefetchedPhotos, let limit = mount.cacheSufficientLimit {
            let size = ((limit - 1) >> 20) + 1
            let advice = "--cache-size \(size)M would have kept them"
            lines.append(clipped("          \(count) fetched again in 24 h; \(advice)"))
        }
        if let kept = mount.kept, !kept.isEmpty {
            let size = "\(ByteCount(mount.keptBytes ?? 0)) of \(ByteCount(mount.keepLimit ?? 0))"
            let (photos, of) = kept.reduce((0, 0)) { ($0.0 + $1.photos, $0.1 + $1.of) }
            lines.append(clipped("  kept    \(photos) of \(of) photos, \(size)"))
            lines += kept.filter { $0.photos < $0.of }.prefix(3).map { folder in
                let why = folder.error.map { ": \($0)" } ?? ""
                return clipped("          \(folder.path): \(folder.photos) of \(folder.of)\(why)")
            }
        }
        lines.append(clipped("  images  \(mount.imagesInHour)\(bound) in the last hour\(wait)"))
        lines += mount.hosts.compactMap { host in
            host.note.map { styled(clipped("  host    \(host.host): \($0)"), .wrong) }
        }
        if mount.errorsTotal > 0 {
            lines.append(clipped("  errors  \(mount.errorsTotal), the latest:"))
            lines += mount.recentErrors.suffix(3).reversed().map {
                styled(clipped("    \($0.at) \($0.node): \($0.cause)"), .wrong)
            }
        }
        return lines
    }

    private func clipped(_ text: String) -> String {
        DisplayWidth.clipped(PrintableText.row(text), to: columns)
    }

    private func styled(_ text: String, _ style: Style) -> String {
        let text = DisplayWidth.clipped(text, to: columns)
        return isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// How many columns text takes on a terminal: none for combining marks and invisible characters, two for East Asian
/// letters and emoji (UAX #11), one for the rest.
enum DisplayWidth {
    static func of(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    /// As much of `text` as fits into `columns`; if it is cut, it ends in an ellipsis.
    static func clipped(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var kept = String.UnicodeScalarView()
        var width = 0
        for scalar in text.unicodeScalars {
            width += of(scalar)
            guard width < columns else { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }

    static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        guard value >= 0x300 else { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
