import PhotoTree
import Testing

@Suite("New Collection.txt")
struct NewCollectionTests {
    private func lines(page: Int, total: Int?, shown: Int, size: Int = 50) -> [String] {
        NewCollection.text(
            of: .point, page: page, total: total, shown: shown, size: size, maximumResults: 4000
        )
        .split(separator: "\n").map(String.init)
    }

    @Test
    func `New Collection.txt says which collection this is, of how many photos, and how to get another`() {
        #expect(
            NewCollection.text(of: .point, page: 3, total: 1187, shown: 50, size: 50, maximumResults: 4000) == """
                Collection 3 of 24: 50 of 1,187 photos taken near this point.

                To get another collection, do one of these:
                  - delete this file, and no other within a second: it comes back
                  - touch this file: touch "New Collection.txt"
                  - run: placesfs new-collection PATH (the path of this folder)
                  - remove all photos from this folder

                """)
    }

    @Test(
        arguments: [
            (1, 1, 1, "Collection 1 of 1: 1 of 1 photo taken near this point."),
            (1, 50, 50, "Collection 1 of 1: 50 of 50 photos taken near this point."),
            (2, 51, 1, "Collection 2 of 2: 1 of 51 photos taken near this point."),
            (4, nil, 12, "Collection 4: 12 photos taken near this point."),
            (4, nil, 1, "Collection 4: 1 photo taken near this point."),
            (1, 0, 0, "The source knows no photo taken near this point."),
            (0, nil, 0, "No collection has arrived yet."), (0, 100, 0, "No collection has arrived yet."),
            (-1, -1, -1, "No collection has arrived yet."),
            (80, 1_234_567, 50, "Collection 80 of 80: 50 of 1,234,567 photos taken near this point."),
            // A total below what is there is none.
            (3, 10, 50, "Collection 3 of 3: 50 of 50 photos taken near this point."),
            (1, -5, 2, "Collection 1 of 1: 2 of 2 photos taken near this point."),
        ] as [(Int, Int?, Int, String)])
    func `the first line counts`(page: Int, total: Int?, shown: Int, line: String) {
        #expect(lines(page: page, total: total, shown: shown).first == line)
    }

    @Test
    func `New Collection.txt of more than 4,000 photos says that the others cannot be reached`() {
        #expect(!lines(page: 1, total: 4000, shown: 50).joined().contains("can be reached"))
        #expect(lines(page: 1, total: 4001, shown: 50)[1].hasPrefix("Only the first 4,000 of them can be reached"))
    }

    @Test(
        arguments: [
            (1, 100, 48, "2 more belong to this collection"), (1, 100, 49, "1 more belongs to this collection"),
            (2, 70, 18, "2 more belong to this collection"), (80, 9999, 0, "50 more belong to this collection"),
        ])
    func `New Collection.txt says that removed photos stay away`(page: Int, total: Int, shown: Int, line: String) {
        #expect(lines(page: page, total: total, shown: shown).contains { $0.hasPrefix(line) })
    }

    @Test
    func `nothing is missing from a whole page, nor from the last one`() {
        for (page, total, shown) in [(1, 100, 50), (2, 70, 20), (1, 7, 7), (5, 100, 3)] {
            #expect(!lines(page: page, total: total, shown: shown).joined().contains("more belong"))
        }
    }

    @Test(
        arguments: [
            (.area, "taken in this area"), (.search, "that this search finds"), (.point, "taken near this point"),
        ] as [(NewCollection.Subject, String)])
    func `a folder that is no point speaks of none`(subject: NewCollection.Subject, words: String) {
        let lines = [(3, 120), (3, nil), (1, 0)].map { page, total in
            NewCollection.text(of: subject, page: page, total: total, shown: total ?? 5, size: 50, maximumResults: 4000)
                .split(separator: "\n").first.map(String.init)
        }
        #expect(
            lines == [
                "Collection 3 of 3: 120 of 120 photos \(words).", "Collection 3: 5 photos \(words).",
                "The source knows no photo \(words).",
            ])
    }

    @Test
    func `where there is one collection only, it says so`() {
        #expect(lines(page: 1, total: 50, shown: 50).contains { $0.hasPrefix("There is no other collection") })
        #expect(!lines(page: 1, total: 51, shown: 50).joined().contains("no other collection"))
    }

    @Test(arguments: [Int.min, -1, 0, 1, 4000, Int.max], [Int.min, 0, 1, 50, Int.max])
    func `absurd numbers give a text all the same`(page: Int, size: Int) {
        for total in [nil, Int.min, 0, 1, .max] {
            let text = NewCollection.text(
                of: .point, page: page, total: total, shown: size, size: size, maximumResults: 4000)
            #expect(text.hasSuffix("folder\n") && !text.contains("-,"))
        }
    }
}
