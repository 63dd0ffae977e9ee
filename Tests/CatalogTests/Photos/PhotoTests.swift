import GRDB
import PhotoTree
import Promises
import Testing

@testable import Catalog

@Suite struct PhotoTests {
    @Test func `every field comes back as it was told`() async throws {
        let catalog = try await Catalog.forTest()
        var full = photo(1, "𝔖unset \"quoted\"\t%s '); DROP TABLE photo;--")
        full.renditions[0].byteCount = 12_345
        full.renditions[0].digest = "sha1:00ff"
        full.renditions[1].width = nil
        full.sourceAttributes["flickr.empty"] = ""
        let bare = Photo(id: PhotoID("File:Ä b.jpg"))
        try await catalog.update(full)
        try await catalog.update(bare)
        #expect(try await catalog.photo(full.id) == full)
        #expect(try await catalog.photos([bare.id, full.id, bare.id, PhotoID("?")]) == [full.id: full, bare.id: bare])
    }

    @Test(.proves("A listing or confirmation that names"))
    func `what was fetched is out of date when its photo has other files, until it is fetched anew or forgotten`()
        async throws
    {
        let catalog = try await Catalog.forTest()
        let before = photo(1)
        let key = ImageKey(photo: before.id, rendition: before.renditions[0].name)
        _ = try await catalog.replaceListing(of: paris, with: page([before]))
        try await catalog.learn(KnownFile(length: 7, digest: "sha256:00"), of: key)
        try await catalog.noteFetched(key)
        let fetched = try await catalog.confirmed(key)
        var after = before
        after.title = "The same picture"
        _ = try await catalog.replaceListing(of: paris, with: page([after]))
        #expect(try await catalog.confirmed(key) != .outdated)
        after.renditions[0].url += "x"
        _ = try await catalog.replaceListing(of: paris, with: page([after]))
        #expect(try await catalog.confirmed(key) == .outdated)
        try await catalog.update(after)
        #expect(try await catalog.confirmed(key) == .outdated, "the source says only that it exists")
        #expect(try await catalog.lastConfirmed(key) == fetched)
        try await catalog.noteFetched(key)
        #expect(try await catalog.confirmed(key) != .outdated)
        try await catalog.note([.forgot(key)])
        #expect(try await catalog.confirmed(key) == nil)
        #expect(try await catalog.learntFiles([key]).isEmpty)
    }

    @Test func `characters the catalog cannot keep go, and the photo does not look changed for it`() async throws {
        let catalog = try await Catalog.forTest()
        var odd = photo(1, "Sun\0set")
        odd.tags = ["a\u{1F}b", "", "\u{1E}"]
        odd.sourceAttributes = ["k\u{1F}": "v\u{1E}"]
        odd.renditions[0].digest = ""
        _ = try await catalog.replaceListing(of: paris, with: page([odd]))
        let stored = try #require(try await catalog.photo(odd.id))
        #expect(stored.title == "Sunset")
        #expect(stored.tags == ["ab"])
        #expect(stored.sourceAttributes == ["k": "v"])
        #expect(try await !catalog.replaceListing(of: paris, with: page([odd])).isChanged)
    }

    @Test(.proves("Hostile heads: a megabyte"), arguments: [0, -1, 1 << 40 + 1, .max] as [Int64])
    func `a length that no photo can have is not read back`(
        length: Int64
    ) async throws {
        let catalog = try await Catalog.forTest()
        let key = ImageKey(photo: PhotoID("1"), rendition: "b")
        try await catalog.update(photo(1))
        try await catalog.learn(KnownFile(length: length, digest: nil), of: key)
        #expect(try await catalog.learntFiles([key]).isEmpty, "nor kept")
        try await catalog.learn(KnownFile(length: 7, digest: nil), of: key)
        // As an older placesfs wrote it.
        try await catalog.write { db in
            try db.execute(sql: "UPDATE learntFile SET length = ?", arguments: [length])
            try db.execute(
                sql: "UPDATE photo SET renditions = ?",
                arguments: ["b\u{1F}https://img.test/1_b.jpg\u{1F}1024\u{1F}768\u{1F}\(length)\u{1F}"])
        }
        #expect(try await catalog.learntFiles([key]).isEmpty)
        let stored = try #require(try await catalog.photo(PhotoID("1"))?.renditions.first)
        #expect(stored.name == "b" && stored.width == 1024 && stored.byteCount == nil)
    }

    /// Sums of them would end the daemon.
    @Test(arguments: [-1, 1 << 60, .max] as [Int64])
    func `a number that nobody wrote is not read back`(number: Int64) async throws {
        let catalog = try await Catalog.forTest()
        let key = ImageKey(photo: PhotoID("1"), rendition: "b")
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1)]))
        try await catalog.learn(KnownFile(length: 7, digest: nil), of: key)
        let segments = EmbeddedSegments(offset: 2, bytes: [1, 2, 3])
        try await catalog.note([.embedded(EmbeddedDecision(segments, in: key, rule: "credit", before: nil))])
        let use = ImageUse(minute: 5, process: 1, program: "cp", images: 2)
        try await catalog.add([use], forgettingBefore: 0)
        #expect(try await catalog.embeddedSegments(in: key) == segments)
        try await catalog.write { db in
            try db.execute(sql: "UPDATE listing SET version = ?", arguments: [number])
            try db.execute(sql: "UPDATE embeddedCredit SET offset = ?, length = ?", arguments: [number, number])
            try db.execute(sql: "UPDATE imageUse SET images = ?", arguments: [number])
            try db.execute(sql: "UPDATE state SET nextNumber = ?", arguments: [Int64.max])
        }
        #expect(try await catalog.listing(of: paris)?.version == 0)
        #expect(try await catalog.learntFiles([key])[key] == KnownFile(length: 7, digest: nil))
        #expect(try await catalog.embeddedSegments(in: key) == nil)
        #expect(try await catalog.imageUse(since: 0).isEmpty)
        await #expect(throws: CatalogError.numbersExhausted) { try await catalog.update(photo(2)) }
    }

    /// As damage to the head of a row makes of it: rows of a STRICT table are not looked at when they are read.
    @Test(arguments: ["7", "0.5", "'text'", "NULL"])
    func `what is put into a photo and is no bytes any more is not read back`(damage: String) async throws {
        let catalog = try await Catalog.forTest()
        let key = ImageKey(photo: PhotoID("1"), rendition: "b")
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1)]))
        let segments = EmbeddedSegments(offset: 2, bytes: [1, 2, 3])
        try await catalog.note([.embedded(EmbeddedDecision(segments, in: key, rule: "credit", before: nil))])
        try await catalog.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE lenient AS SELECT * FROM embeddedCredit;
                    DROP TABLE embeddedCredit;
                    ALTER TABLE lenient RENAME TO embeddedCredit;
                    UPDATE embeddedCredit SET bytes = \(damage);
                    """)
        }
        #expect(try await catalog.embeddedSegments(in: key) == nil)
    }

    @Test func `a photo is one number in every directory`() async throws {
        let catalog = try await Catalog.forTest()
        let number = try await catalog.number(of: PhotoID("2"))
        let here = try await catalog.replaceListing(of: paris, with: page(1...3)).new
        let there = try await catalog.replaceListing(of: rome, with: page(2...2)).new
        #expect(here.entries[1].number == number)
        #expect(there.entries[0].number == number)
        #expect(there.entries[0].sidecarNumber != here.entries[1].sidecarNumber)
    }

    @Test func `a new secret is kept without a new version, a new title shows everywhere`() async throws {
        let catalog = try await Catalog.forTest()
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)]))
        let first = try #require(try await catalog.listing(of: paris))
        var large = photo(1)
        large.renditions[2].url = "https://img.test/1_other_b.jpg"
        try await catalog.update(large)
        let second = try #require(try await catalog.listing(of: paris))
        #expect(second.entries[0].photo == large)
        #expect(second.version == first.version)
        #expect(second.entries[0].sidecarNumber == first.entries[0].sidecarNumber)

        large.title = "Dawn"
        try await catalog.update(large)
        let third = try #require(try await catalog.listing(of: paris))
        #expect(third.version > second.version)
        #expect(third.entries[0].sidecarNumber != second.entries[0].sidecarNumber)
        #expect(third.entries[0].name == "Sunset.jpg")
        #expect(third.entries[1] == second.entries[1])
        #expect(third.generated[.map] != second.generated[.map])
        #expect(third.generated[.hidden] == second.generated[.hidden])
        #expect(try await catalog.listing(of: paris) == third)
    }
}

@Suite struct KnownFileTests {
    let large = ImageKey(photo: PhotoID("1"), rendition: "b")
    let small = ImageKey(photo: PhotoID("1"), rendition: "n")

    @Test func `what was learnt of each rendition is kept`() async throws {
        let catalog = try await Catalog.forTest()
        let file = KnownFile(length: 200_000, digest: "sha256:aa")
        try await catalog.learn(file, of: large)
        try await catalog.learn(KnownFile(length: 9_000, digest: nil), of: small)
        let other = ImageKey(photo: PhotoID("2"), rendition: "b")
        let known = try await catalog.learntFiles([large, small, other])
        #expect(known == [large: file, small: KnownFile(length: 9_000, digest: nil)])
    }

    @Test func `a length alone leaves the digest, another length ends it`() async throws {
        let catalog = try await Catalog.forTest()
        try await catalog.learn(KnownFile(length: 200, digest: "sha256:aa"), of: large)
        try await catalog.learn(KnownFile(length: 200, digest: nil), of: large)
        #expect(try await catalog.learntFiles([large])[large]?.digest == "sha256:aa")
        try await catalog.learn(KnownFile(length: 201, digest: nil), of: large)
        #expect(try await catalog.learntFiles([large])[large] == KnownFile(length: 201, digest: nil))
    }

    @Test(arguments: [0, -1, Int64.min]) func `a length of no image is not learnt`(length: Int64) async throws {
        let catalog = try await Catalog.forTest()
        try await catalog.learn(KnownFile(length: 200, digest: nil), of: large)
        try await catalog.learn(KnownFile(length: length, digest: nil), of: large)
        #expect(try await catalog.learntFiles([large])[large]?.length == 200)
    }

    @Test func `photos are found by the digest of any rendition, also by identity alone`() async throws {
        let catalog = try await Catalog.forTest()
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1), photo(2)]))
        try await catalog.learn(KnownFile(length: 5, digest: "sha256:aa"), of: large)
        try await catalog.learn(KnownFile(length: 5, digest: "sha256:aa"), of: small)
        try await catalog.learn(
            KnownFile(length: 6, digest: "sha256:aa"), of: ImageKey(photo: PhotoID("7"), rendition: "b"))
        #expect(try await catalog.photos(withDigest: "sha256:aa") == [PhotoID("1"), PhotoID("7")])
        #expect(try await catalog.photos(withDigest: "sha256:bb").isEmpty)
    }
}
