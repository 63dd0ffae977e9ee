import GRDB
import PhotoTree
import Testing

@testable import Catalog

@Suite struct TopicTests {
    let clock = TestClock()

    @Test func `the first topic is there from the start, and may be taken away`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let first = try await catalog.topics()
        #expect(first.map(\.name) == ["cs193pspot"])
        #expect(try await catalog.addTopic(named: "CS193Pspot", key: "cs193pspot") == nil)
        try await catalog.removeTopic(try #require(first.first).number)
        catalog.close()
        let again = try await Catalog(at: folder.catalog, now: clock.reading)
        #expect(try await again.topics().isEmpty)
    }

    @Test func `topics come back as they were added, in that order, each key once`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let sunset = try await catalog.addTopic(named: "Sun Set", key: "sunset")
        let before = try await catalog.newNumbers(1)[0]
        #expect(try await catalog.addTopic(named: "sunset", key: "sunset") == nil)
        #expect(try await catalog.newNumbers(1)[0].rawValue == before.rawValue + 1)
        let dawn = try await catalog.addTopic(named: "夜明け", key: "夜明け")
        #expect(try await catalog.topics().dropFirst() == [try #require(sunset), try #require(dawn)])
        #expect(sunset?.name == "Sun Set")
        let key = DirectoryKey.topic(try #require(sunset).number)
        #expect(try await catalog.numbers(of: [key])[key] == sunset?.number)
    }

    @Test func `where the source redirects a topic is known after a reopening, until the topic is another tag`()
        async throws
    {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let topic = try #require(try await catalog.addTopic(named: "Bernese lakes", key: "bernese lakes")).number
        var answer = page(1...3)
        answer.redirect = "Lakes of Bern"
        _ = try await catalog.replaceTopic(topic, with: answer, directories: [:])
        catalog.close()
        let again = try await Catalog(at: folder.catalog, now: clock.reading)
        #expect(try await again.topicRedirects() == [topic: "Lakes of Bern"])
        #expect(try await again.renameTopic(topic, to: "Bernese Lakes", key: "bernese lakes"))
        #expect(try await again.topicRedirects() == [topic: "Lakes of Bern"])
        #expect(try await again.renameTopic(topic, to: "Lakes", key: "lakes"))
        #expect(try await again.topicRedirects().isEmpty)
        _ = try await again.replaceTopic(topic, with: answer, directories: [:])
        _ = try await again.replaceTopic(topic, with: page(1...3), directories: [:])
        #expect(try await again.topicRedirects().isEmpty)
    }

    @Test func `a topic's photo counts in as many directories as show it`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let topic = try #require(try await catalog.topics().first)
        _ = try await catalog.replaceListing(of: paris, with: page(1...1))
        let update = try #require(
            try await catalog.replaceTopic(
                topic.number, with: page(1...3), directories: [PhotoID("1"): 4, PhotoID("2"): 1]))
        #expect(update.isChanged)
        #expect(update.new.entries.map(\.directoryCount) == [5, 1, 0])
        #expect(try await catalog.listing(of: paris)?.entries.map(\.directoryCount) == [5])
        #expect(try await catalog.listing(of: .topic(topic.number)) == update.new)
        #expect(try await catalog.summaries(of: [.topic(topic.number)])[.topic(topic.number)]?.count == 3)
    }

    @Test func `another count of a tag is a change, the same counts are none`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let number = try #require(try await catalog.topics().first).number
        let counts = [PhotoID("1"): 4, PhotoID("2"): 1]
        let first = try #require(try await catalog.replaceTopic(number, with: page(1...2), directories: counts))
        clock.advance(days: 1)
        let same = try #require(try await catalog.replaceTopic(number, with: page(1...2), directories: counts))
        #expect(!same.isChanged)
        #expect(same.new.version == first.new.version)
        #expect(same.new.refreshed == clock.now)
        let other = try #require(
            try await catalog.replaceTopic(number, with: page(1...2), directories: [PhotoID("1"): 4, PhotoID("2"): 2]))
        #expect(other.isChanged)
        #expect(other.new.version > first.new.version)
        #expect(other.new.entries.map(\.directoryCount) == [4, 2])
        #expect(other.new.entries.map(\.sidecarNumber) == first.new.entries.map(\.sidecarNumber))
        #expect(other.new.generated[.map] != first.new.generated[.map])
    }

    @Test func `counts stay when a photo is told of anew elsewhere, and come back with it`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let number = try #require(try await catalog.topics().first).number
        let counts = [PhotoID("1"): 4, PhotoID("2"): 3]
        _ = try await catalog.replaceTopic(number, with: page(1...2), directories: counts)
        try await catalog.update(photo(1, "Dawn"))
        #expect(try await catalog.listing(of: .topic(number))?.entries.map(\.directoryCount) == [4, 3])
        _ = try await catalog.replaceTopic(number, with: page(2...2), directories: counts)
        let back = try await catalog.replaceTopic(number, with: page(1...2), directories: counts)
        #expect(back?.new.entries.map(\.directoryCount) == [4, 3])
        #expect(back?.new.entries.map(\.name) == ["Photo 1.jpg", "Photo 2.jpg"])
    }

    @Test func `a new spelling keeps the listing, whose files that tell the path are numbered anew`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let number = try #require(try await catalog.topics().first).number
        let first = try #require(
            try await catalog.replaceTopic(number, with: page(1...2), directories: [PhotoID("1"): 4]))
        let tag = DirectoryKey.tag("quad", of: number)
        let tags = try await catalog.numbers(of: [tag])
        #expect(try await catalog.renameTopic(number, to: "CS193P Spot", key: "cs193pspot"))
        #expect(try await catalog.topics() == [Topic(number: number, name: "CS193P Spot")])
        let listing = try #require(try await catalog.listing(of: .topic(number)))
        #expect(listing.entries.map(\.name) == first.new.entries.map(\.name))
        #expect(listing.entries.map(\.directoryCount) == [4, 0])
        #expect(listing.generated[.map] != first.new.generated[.map])
        #expect(try await catalog.numbers(of: [tag]) == tags)
    }

    @Test func `another tag under the same number begins without photos and tags`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let number = try #require(try await catalog.topics().first).number
        let other = try #require(try await catalog.addTopic(named: "B", key: "b"))
        let before = try #require(try await catalog.replaceTopic(number, with: page(1...2), directories: [:]))
        let keys = [DirectoryKey.tag("quad", of: number), .tag("x", of: other.number)]
        let tags = try await catalog.numbers(of: keys)
        #expect(try await catalog.renameTopic(number, to: "Dawn", key: "dawn"))
        #expect(try await catalog.topics().first == Topic(number: number, name: "Dawn"))
        #expect(try await catalog.listing(of: .topic(number)) == nil)
        #expect(try await catalog.formerEntry(named: "Photo 1.jpg", in: .topic(number)) == nil)
        let after = try await catalog.numbers(of: keys)
        #expect(after[keys[0]] != tags[keys[0]])
        #expect(after[keys[1]] == tags[keys[1]])
        #expect(try await catalog.addTopic(named: "cs193pspot", key: "cs193pspot") != nil)
        let listing = try await catalog.replaceTopic(number, with: page(1...2), directories: [:])
        #expect(try #require(listing).new.version > before.new.version)
    }

    @Test func `a topic takes neither another's key nor a name when it is gone`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let number = try #require(try await catalog.topics().first).number
        _ = try await catalog.addTopic(named: "B", key: "b")
        let before = try await catalog.topics()
        _ = try await catalog.replaceTopic(number, with: page(1...2), directories: [:])
        #expect(try await !catalog.renameTopic(number, to: "B", key: "b"))
        #expect(try await !catalog.renameTopic(NodeNumber(77), to: "C", key: "c"))
        #expect(try await catalog.topics() == before)
        #expect(try await catalog.ids(in: .topic(number)) == ["1", "2"])
    }

    @Test func `a topic taken away takes its tags' directories along, no other's`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let number = try #require(try await catalog.topics().first).number
        // One whose number begins with the same digits.
        try await catalog.write { db in
            try db.execute(sql: "UPDATE state SET nextNumber = ?", arguments: [number.stored * 10])
        }
        let longer = try #require(try await catalog.addTopic(named: "B", key: "b"))
        #expect("\(longer.number.rawValue)".hasPrefix("\(number.rawValue)"))
        let keys = [DirectoryKey.tag("quad", of: number), .tag("a/b%_'", of: number), .tag("x", of: longer.number)]
        let tags = try await catalog.numbers(of: keys)
        _ = try await catalog.replaceListing(of: keys[0], with: page(7...8))
        _ = try await catalog.replaceTopic(number, with: page(1...2), directories: [:])
        try await catalog.removeTopic(number)
        try await catalog.removeTopic(number)
        #expect(try await catalog.topics() == [longer])
        for key in [.topic(number), keys[0]] {
            #expect(try await catalog.listing(of: key) == nil)
        }
        #expect(try await catalog.replaceTopic(number, with: page(1...2), directories: [:]) == nil)
        let after = try await catalog.numbers(of: keys)
        #expect(after[keys[0]] != tags[keys[0]])
        #expect(after[keys[1]] != tags[keys[1]])
        #expect(after[keys[2]] == tags[keys[2]])
        clock.advance(days: 30)
        try await catalog.prune()
        #expect(try await catalog.counts() == counts(photos: 0, listings: 0, names: 0))
    }

    @Test func `a tag of a topic that is gone leaves no directory behind`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let number = try #require(try await catalog.topics().first).number
        try await catalog.removeTopic(number)
        let key = DirectoryKey.tag("quad", of: number)
        #expect(try await catalog.numbers(of: [key]) != catalog.numbers(of: [key]))
    }

    @Test func `every change of the topics is noted by time`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let topic = try #require(try await catalog.addTopic(named: "A", key: "a"))
        #expect(try await catalog.changedTimes() == [.tags: clock.now])
        clock.advance(seconds: 10)
        _ = try await catalog.renameTopic(topic.number, to: "B", key: "b")
        #expect(try await catalog.changedTimes() == [.tags: clock.now])
        clock.advance(seconds: 10)
        try await catalog.removeTopic(topic.number)
        #expect(try await catalog.changedTimes() == [.tags: clock.now])
        let last = clock.now
        clock.advance(seconds: 10)
        _ = try await catalog.addTopic(named: "cs193pspot", key: "cs193pspot")
        _ = try await catalog.renameTopic(topic.number, to: "B", key: "b")
        try await catalog.removeTopic(topic.number)
        #expect(try await catalog.changedTimes() == [.tags: last])
    }
}
