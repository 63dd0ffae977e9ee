import Foundation
import Fuzzing
import PhotoTree
import TestSupport
import Testing

@testable import placesfs

/// Tables of photos with whatever texts: Python's csv reads them as handouts do, each text comes back as it was, and no
/// cell begins as a formula.
@Suite("Tables of whatever texts", .timeLimit(.minutes(5))) struct FuzzPhotoSheet {
    private static let referee = """
        import csv, json, sys
        with open(sys.argv[1], encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file, strict=True))
        print(json.dumps(rows))
        """
    private static let numbers: Set<String> = [
        "latitude", "longitude", "accuracy", "width", "height", "bytes", "views",
    ]
    /// What a spreadsheet runs, in Unicode's own words: behind blanks, too.
    private static let starters = Set("=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)

    @Test func `any text comes back from a table, and runs nowhere`() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/photos.csv"
        let seeds = [
            "Sunset|=1+1|'Twas the night|'=1|''@x", "-1|+2| =3|\u{3000}\u{FF1D}4|\t=5|\"x\"|a,b|a\r\nb|\n@y",
            "\u{FEFF}=1|\u{200B}=1|\u{A0}-|\u{2028}+1|\u{85}=2|'|''|' |=|'\"=x\"", "|||",
            "金閣寺|\u{1F3D4}|e\u{301}|\u{202E}=1",
        ]
        try await Fuzz.run("PhotoSheet", seeds: seeds, inputs: 60) { text, random in
            let texts = text.split(separator: "|", omittingEmptySubsequences: false).prefix(40).map(String.init)
            let rows = texts.indices.map { index in
                Self.row(texts[index], texts[Int.random(in: texts.indices, using: &random)], &random)
            }
            let table = PhotoSheet.text(of: rows, source: "flickr")
            try Data(table.utf8).write(to: URL(fileURLWithPath: path))
            let read = try await run("python3", "-c", Self.referee, path)
            try Fuzz.demand(read.status == 0, "csv: \(read.errors)")
            let cells = try JSONDecoder().decode([[String]].self, from: Data(read.text.utf8))
            try Self.check(cells, rows, Array(CSVRows(table)))
        }
    }

    private static func row(_ one: String, _ other: String, _ random: inout Mutator) -> PhotoSheet.Row {
        var photo = Photo(id: PhotoID("id" + other), title: one, description: other)
        photo.ownerName = other
        photo.pageURL = one
        photo.tags = [one, other]
        photo.license = License(id: "4", name: one, url: other)
        if random.next() % 2 == 0 { photo.coordinate = Coordinate(latitude: -33.5, longitude: -0.25) }
        photo.views = Int(truncatingIfNeeded: random.next() >> 33)
        let entry = ListingEntry(
            name: FileName.directory(one) + ".jpg", photo: photo, number: .root, sidecarNumber: .root, directoryCount: 1
        )
        return PhotoSheet.Row(entry: entry, image: nil, bytes: 7, sha256: nil)
    }

    private static func check(
        _ cells: [[String]], _ rows: [PhotoSheet.Row], _ ours: [[String: String]]
    ) throws {
        try Fuzz.demand(cells.first == PhotoSheet.columns, "another first row: \(cells.first ?? [])")
        try Fuzz.demand(
            cells.count == rows.count + 1 && ours.count == rows.count, "\(cells.count) and \(ours.count) rows")
        for (index, row) in rows.enumerated() {
            let told = Dictionary(zip(PhotoSheet.columns, cells[index + 1])) { first, _ in first }
            try Fuzz.demand(cells[index + 1].count == PhotoSheet.columns.count, "\(cells[index + 1].count) cells")
            try Fuzz.demand(told == ours[index], "\(told) is read as \(ours[index])")
            let expected = [
                "file": row.entry.name, "title": PrintableText.line(row.entry.photo.title, maximumBytes: .max / 8),
                "description": PrintableText.lines(row.entry.photo.description),
                "license": PrintableText.line(row.entry.photo.license?.name ?? "", maximumBytes: .max / 8),
            ]
            for (column, text) in expected {
                let back = PhotoSheet.unguarded(told[column] ?? "")
                try Fuzz.demand(back.utf8.elementsEqual(text.utf8), "\(column): \(text) comes back as \(back)")
            }
            for (column, cell) in told where !numbers.contains(column) {
                let first = cell.unicodeScalars.first { !$0.properties.isWhitespace || starters.contains($0) }
                try Fuzz.demand(!(first.map(starters.contains) ?? false), "\(column) runs: \(cell)")
            }
        }
    }
}
