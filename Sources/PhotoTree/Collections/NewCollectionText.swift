/// The text of `New Collection.txt` in a pin or search.
public enum NewCollection {
    /// Which photos the folder shows, in words that follow "photos".
    public enum Subject: String, Sendable {
        case point = "taken near this point"
        case area = "taken in this area"
        case search = "that this search finds"
    }

    /// Says which collection the folder shows, of how many photos, and how to get another.
    ///
    /// - Parameters:
    ///   - subject: Which photos these are.
    ///   - page: Of the source's results, from 1; 0 before the first.
    ///   - total: How many photos the source says there are; nil when it does not say.
    ///   - shown: How many the folder lists.
    ///   - size: How many a page holds.
    ///   - maximumResults: How many one can get from the source.
    ///   - hidden: How many more `license` hides in the folder.
    ///   - license: What the mount asks for.
    /// - Returns: The whole file.
    public static func text(
        of subject: Subject, page: Int, total: Int?, shown: Int, size: Int, maximumResults: Int, hidden: Int = 0,
        by license: LicenseFilter = .any
    ) -> String {
        let collection = Self.collection(
            subject, page: page, total: total, shown: max(0, shown), size: max(1, size),
            maximumResults: max(1, maximumResults), hidden: max(0, hidden), license)
        return (collection + [""] + howTo).joined(separator: "\n") + "\n"
    }

    private static func collection(
        _ subject: Subject, page: Int, total: Int?, shown: Int, size: Int, maximumResults: Int, hidden: Int,
        _ license: LicenseFilter
    ) -> [String] {
        guard page > 0 else { return ["No collection has arrived yet."] }
        let hides = license.words(hiding: hidden)
        guard let total = total.map({ max($0, shown) }) else {
            return [
                "Collection \(number(page)): \(photos(shown)) \(subject.rawValue).",
                "The source does not say how many photos there are.",
            ]
        }
        guard total > 0 else {
            return [hides.map { "\($0) \(subject.rawValue)." } ?? "The source knows no photo \(subject.rawValue)."]
        }
        let reachable = min(total, maximumResults)
        let pages = max(page, (reachable - 1) / size + 1)
        var lines = [
            "Collection \(number(page)) of \(number(pages)): \(number(shown)) of \(photos(total)) \(subject.rawValue)."
        ]
        if total > maximumResults {
            lines.append(
                "Only the first \(number(maximumResults)) of them can be reached; "
                    + "the source gives out no more.")
        }
        let before = (page - 1).multipliedReportingOverflow(by: size)
        let held = before.overflow ? 0 : min(size, reachable - min(reachable, before.partialValue))
        if let hides { lines.append("\(hides) besides.") }
        let missing = held - shown - (hides == nil ? 0 : min(hidden, held))
        if missing > 0 {
            lines.append(
                "\(number(missing)) more \(missing == 1 ? "belongs" : "belong") to this collection; "
                    + "photos that you removed stay away for good, and videos are not shown.")
        }
        if pages == 1 { lines.append("There is no other collection: a new one holds the same photos.") }
        return lines
    }

    private static let howTo = [
        "To get another collection, do one of these:",
        "  - delete this file, and no other within a second: it comes back",
        "  - touch this file: touch \"\(GeneratedFile.newCollection.rawValue)\"",
        "  - run: placesfs new-collection PATH (the path of this folder)",
        "  - remove all photos from this folder",
    ]

    private static func photos(_ count: Int) -> String {
        count == 1 ? "1 photo" : "\(number(count)) photos"
    }

    /// The number with a comma before every three digits.
    private static func number(_ value: Int) -> String {
        var text = ""
        for (index, digit) in String(value).enumerated() {
            let left = String(value).count - index
            if index > 0, left.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
