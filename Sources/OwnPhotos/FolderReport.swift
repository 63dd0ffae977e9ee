/// What `status` and `places --from` say of a folder.
struct FolderReport {
    let lines: [String]
    /// The same without what is going on.
    private(set) var found: [String] = []

    init(_ folder: String, _ facts: ScanState.Facts) {
        let counts = facts.counts
        func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }
        let placed = counts.photos - counts.placeless
        var lines = [
            "\(folder): \(photos(counts.photos)), \(counts.positions) with a position, \(placed) in a place, "
                + "\(counts.placeless) in Unknown place"
        ]
        var left = LeftOutReason.allCases.compactMap { reason in
            counts.leftOut[reason].map { reason.words($0) }
        }
        func add(_ count: Int, _ one: String, _ many: String) {
            if count > 0 { left.append("\(count) \(count == 1 ? one : many)") }
        }
        add(facts.refused, "refused entry of the zip file", "refused entries of the zip file")
        add(facts.unreadableFolders.count, "unreadable folder", "unreadable folders")
        add(facts.ownMounts.count, "mount of placesfs", "mounts of placesfs")
        if !left.isEmpty { lines.append("left out: " + left.joined(separator: ", ")) }
        found = lines
        if let offline = facts.offline {
            lines.append("not there: \(offline); it comes back by itself")
        } else if facts.isScanning {
            lines.append("being scanned: \(facts.looked) looked at so far")
        } else if let reason = facts.unwatched {
            lines.append("not watched for changes (\(reason)): placesfs refresh FOLDER looks again")
        } else {
            lines.append("watched for changes")
        }
        if !facts.awayMounts.isEmpty {
            let names = facts.awayMounts.map(\.pathText).joined(separator: ", ")
            lines.append("no disk in \(names); its photos come back with it")
        }
        if let trouble = facts.trouble { lines.append("its index cannot be written: \(trouble)") }
        self.lines = lines
    }
}
