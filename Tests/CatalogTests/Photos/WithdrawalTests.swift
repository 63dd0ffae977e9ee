import PhotoTree
import Testing

@testable import Catalog

@Suite struct WithdrawalTests {
    let clock = TestClock()

    @Test(arguments: [Withdrawal.gone, .forgotten])
    func `a photo leaves all that lists it at once, and no name there`(withdrawal: Withdrawal) async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...3)
        let other = try await catalog.pin(2, collection: 2...4)
        _ = try await catalog.pin(3, collection: 4...5)
        let topic = try #require(try await catalog.topics().first).number
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        _ = try await catalog.replaceListing(of: .cached, with: page(1...3))
        _ = try await catalog.replaceListing(of: rome, with: page(2...2))
        _ = try await catalog.replaceListing(of: rome, with: page(3...3))
        _ = try await catalog.replaceTopic(topic, with: page(1...3), directories: [:])
        let recents = try await catalog.replaceRecents(with: ["1", "2", "3"].map { PhotoID($0) }).new
        let updates = try #require(try await catalog.withdraw(PhotoID("2"), as: withdrawal))
        let directories: Set<DirectoryKey> = [
            .recents, .cached, .pin(pin.number), .pin(other.number), paris, .topic(topic),
        ]
        #expect(Set(updates.map(\.new.directory)) == directories)
        for update in updates {
            #expect(update.isChanged)
            #expect(update.old?.entries.contains { $0.photo.id.rawValue == "2" } == true)
            #expect(update.new.version > update.old?.version ?? .max)
            #expect(!update.new.entries.contains { $0.photo.id.rawValue == "2" })
            let directory = update.new.directory
            #expect(try await catalog.listing(of: directory)?.entries.map(\.name) == update.new.entries.map(\.name))
            #expect(try await catalog.formerEntry(named: "Photo 2.jpg", in: directory) == nil)
        }
        #expect(try await catalog.formerEntry(named: "Photo 2.jpg", in: rome) == nil, "nor where it was before")
        let ranked = try #require(try await catalog.listing(of: .recents))
        #expect(ranked.entries[1].sidecarNumber != recents.entries[2].sidecarNumber)
        #expect(try await catalog.withdraw(PhotoID("2"), as: withdrawal) == [])
        #expect(try await catalog.withdraw(PhotoID("never heard of"), as: withdrawal) == nil)
    }

    @Test func `a photo that is gone is told of no more, one that was forgotten is`() async throws {
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        _ = try await catalog.withdraw(PhotoID("1"), as: .gone)
        _ = try await catalog.withdraw(PhotoID("2"), as: .forgotten)
        #expect(try await catalog.photo(PhotoID("1")) == nil)
        #expect(try await catalog.photo(PhotoID("2")) != nil)
    }

    @Test func `a collection whose last photo is gone awaits nothing`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...1)
        #expect(try await catalog.withdraw(PhotoID("1"), as: .gone)?.map(\.new.entries) == [[]])
        #expect(try await catalog.pin(numbered: pin.number)?.isAwaitingCollection == false)
        #expect(try await catalog.removedPhotos(of: pin.number).isEmpty)
    }

    @Test func `a collection whose last photo was forgotten awaits another collection`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...1)
        _ = try await catalog.withdraw(PhotoID("1"), as: .forgotten)
        #expect(try await catalog.pin(numbered: pin.number)?.isAwaitingCollection == true)
        #expect(try await catalog.removedPhotos(of: pin.number) == [PhotoID("1")])
    }

    @Test func `what is gone is left out though it is found still, what was forgotten comes back`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let number = try #require(try await catalog.topics().first).number
        for id in ["2", "3"] {
            _ = try await catalog.replaceTopic(number, with: page(1...3), directories: [:])
            _ = try await catalog.withdraw(PhotoID(id), as: id == "2" ? .gone : .forgotten)
        }
        let update = try await catalog.replaceTopic(number, with: page(1...3), directories: [:])
        #expect(update?.new.entries.map(\.photo.id.rawValue) == ["1", "3"])
    }

    @Test func `a collection brings back neither`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let pin = try await catalog.pin(1, collection: 1...4)
        _ = try await catalog.withdraw(PhotoID("2"), as: .gone)
        _ = try await catalog.withdraw(PhotoID("3"), as: .forgotten)
        _ = try await catalog.replaceCollection(of: pin.number, with: page(1...4), number: 2)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "4"])
        clock.advance(days: 2)
        _ = try await catalog.replaceCollection(of: pin.number, with: page(1...4), number: 3)
        #expect(try await catalog.ids(in: .pin(pin.number)) == ["1", "2", "4"], "public again")
    }

    @Test func `an image is confirmed when it comes, and with its photo`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let keys = ["b", "n"].map { ImageKey(photo: PhotoID("1"), rendition: $0) }
        #expect(try await catalog.confirmed(keys[0]) == nil)
        for key in keys { try await catalog.learn(KnownFile(length: 7, digest: "sha256:aa"), of: key) }
        #expect(try await catalog.confirmed(keys[0]) == nil, "a length is no image")
        try await catalog.noteFetched(keys[0])
        let first = clock.now
        clock.advance(days: 10)
        try await catalog.noteFetched(keys[1])
        #expect(try await catalog.confirmed(keys[0]) == first)
        #expect(try await catalog.confirmed(keys[1]) == clock.now)
        clock.advance(days: 30)
        try await catalog.update(photo(1))
        for key in keys { #expect(try await catalog.confirmed(key) == clock.now) }
    }

    @Test func `images are counted by minute and program, and forgotten in time`() async throws {
        let catalog = try await Catalog.forTest(clock)
        func use(_ minute: Int64, _ program: String, _ images: Int) -> ImageUse {
            ImageUse(minute: minute, process: 7, program: program, images: images)
        }
        try await catalog.add([use(10, "cp", 2), use(11, "rsync", 1)], forgettingBefore: 0)
        try await catalog.add([use(11, "rsync", 4), use(11, "cp", 1)], forgettingBefore: 0)
        #expect(
            try await catalog.imageUse(since: 10) == [use(10, "cp", 2), use(11, "cp", 1), use(11, "rsync", 5)])
        var other = use(11, "rsync", 2)
        other.process = 8
        try await catalog.add([other], forgettingBefore: 0)
        other.images = 7
        #expect(try await catalog.imageUse(since: 11) == [use(11, "cp", 1), other], "one row a program")
        try await catalog.add([use(12, "cp", 1)], forgettingBefore: 11)
        #expect(try await catalog.imageUse(since: 0).map(\.minute) == [11, 11, 12])
    }
}
