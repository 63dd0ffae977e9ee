import Catalog
import FUSE
import PhotoCache
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// A folder that is kept offline, for weeks.
@Suite("A kept folder, as time passes", .timeLimit(.minutes(2)))
struct KeptForLongTests {
    /// Both photos of Paris are on the disk.
    private func paris() async throws -> KeptPhotos {
        let kept = try await KeptPhotos(keeps: true)
        let folder = try await kept.world.inode(KeptPhotos.paris)
        try await kept.world.files.setxattr("user.places.keep", Array("yes".utf8), of: folder, by: World.caller)
        await hours(kept) { kept.world.shelved.count == 2 }
        // When they came is written down behind that.
        for photo in ["one", "two"] {
            let key = ImageKey(photo: PhotoID(photo), rendition: "b")
            await until {
                kept.world.clock.advance(by: .seconds(1))
                return (try? await kept.world.catalog.confirmed(key)) != nil
            }
        }
        return kept
    }

    /// Hours pass, on the clock that counts them, until something is so.
    private func hours(_ kept: KeptPhotos, until condition: () -> Bool) async {
        await until {
            kept.world.clock.advance(by: .seconds(3601))
            return condition()
        }
    }

    /// The keeper has looked at everything again, several times.
    private func rest(_ kept: KeptPhotos) async {
        for _ in 0..<50 {
            kept.world.clock.advance(by: .seconds(60))
            try? await ContinuousClock().sleep(for: .milliseconds(2))
        }
    }

    @Test func `what leaves its list stays for 30 days, and then leaves the disk, though no list changes`() async throws
    {
        let kept = try await paris()
        kept.world.show(["two"])
        kept.pass(days: 1)
        await until { (try? await kept.world.list(KeptPhotos.paris))?.contains("one.jpg") == false }
        kept.pass(days: 28)
        kept.world.clock.advance(by: .seconds(3601))
        await rest(kept)
        #expect(kept.world.shelved.count == 2)
        #expect(
            try await kept.read(KeptPhotos.paris + "one.jpg")
                == ImageTransport.bytes("https://images.example/one_b.jpg"))
        kept.pass(days: 3)
        await hours(kept) { kept.world.shelved.count == 1 }
        #expect(kept.host.requests.count == 2, "nothing was fetched again")
        await kept.end()
    }

    @Test(.proves("A kept list follows its source"))
    func `a kept list that nobody looks at is asked for once a day, and what came is fetched`() async throws {
        let kept = try await paris()
        let asked = kept.world.source.questions.current.count
        kept.world.clock.advance(by: .seconds(3601))
        await rest(kept)
        #expect(kept.world.source.questions.current.count == asked, "on the same day")
        kept.world.show(["one", "two", "three"])
        kept.pass(days: 1)
        await hours(kept) { kept.world.shelved.count == 3 }
        await rest(kept)
        #expect(kept.world.source.questions.current.count == asked + 1)
        await kept.end()
    }

    @Test func `what its source confirms every week is asked for once a week, and stays`() async throws {
        let kept = try await paris()
        kept.pass(days: 6)
        kept.world.clock.advance(by: .seconds(3601))
        await rest(kept)
        #expect(kept.lookUps.isEmpty)
        kept.pass(days: 2)
        await hours(kept) { kept.lookUps.count >= 2 }
        kept.world.clock.advance(by: .seconds(3601))
        await rest(kept)
        #expect(kept.lookUps.sorted() == ["one", "two"] && kept.world.shelved.count == 2)
        await kept.end()
    }

    @Test(arguments: [true, false])
    func `without a word of the source for 30 days only what its terms limit leaves`(isLimited: Bool) async throws {
        let kept = try await paris()
        kept.world.source.longestUnconfirmed.current = isLimited ? .seconds(30 * KeptPhotos.day) : nil
        for id in ["one", "two"] {
            kept.answer(id, .failure(.failed("no network")))
            // Nor do images come: what has left would be fetched again before anybody sees it.
            kept.host.remove("https://images.example/\(id)_b.jpg")
        }
        kept.pass(days: 29)
        await hours(kept) { kept.lookUps.count >= 2 }
        #expect(kept.world.shelved.count == 2)
        kept.pass(days: 2)
        let before = kept.lookUps.count
        if isLimited {
            await hours(kept) { kept.world.shelved.isEmpty }
            let folder = try await kept.world.inode(KeptPhotos.paris)
            let told = try await kept.world.files.getxattr("user.places.kept", of: folder, by: World.caller)
            #expect(String(decoding: told, as: UTF8.self) == "0 of 2")
        } else {
            await hours(kept) { kept.lookUps.count >= before + 2 }
            #expect(kept.world.shelved.count == 2)
        }
        await kept.end()
    }

    @Test(arguments: [true, false])
    func `a replaced photo leaves as well, where its new file does not come`(isRemounted: Bool) async throws {
        var kept = try await paris()
        kept.world.source.longestUnconfirmed.current = .seconds(30 * KeptPhotos.day)
        kept.host.remove("https://images.example/one_new_b.jpg")
        _ = try await kept.replaceOne()
        for id in ["one", "two"] { kept.answer(id, .failure(.failed("no network"))) }
        kept.host.remove("https://images.example/one_b.jpg")
        if isRemounted { kept = try await kept.again(keeps: true, isAway: true) }
        kept.pass(days: 29)
        kept.world.clock.advance(by: .seconds(3601))
        await hours(kept) { kept.lookUps.contains("two") }
        await rest(kept)
        #expect(kept.world.shelved == ["one,b.photo", "two,b.photo"])
        kept.pass(days: 1)
        await hours(kept) { !kept.world.shelved.contains("one,b.photo") }
        await kept.end()
    }

    /// As the source tells it a day later.
    private func show(_ places: [Place], in world: World) async throws {
        world.source.places.current = .success(places)
        world.now.edit { $0 += 86_400 }
        _ = try await world.list("places")
        await until { await world.files.listings.refresher.underWay.isEmpty }
        try await world.files.folders.places.forgetDeparted()
        world.clock.advance(by: .seconds(3601))
    }

    @Test(arguments: [false, true])
    func `what a kept country has of a place that left its list stays for 30 days`(isRemounted: Bool) async throws {
        let host = ImageTransport()
        var world = try await World(transport: host, keeps: true)
        for (id, place) in [("one", World.paris), ("two", World.nice)] {
            world.source.show([World.photo(id, id)], in: place)
        }
        let files = ["one,b.photo", "two,b.photo"]
        var service = Task { [world] in await world.files.run() }
        for path in ["places/France/Paris", "places/France/Nice"] { _ = try await world.list(path) }
        try await world.keep("places/France")
        try #require(await world.soon(.seconds(1)) { world.shelved == files })
        try await show([World.nice], in: world)
        if isRemounted {
            world.files.destroy()
            await service.value
            world = try await World(transport: host, after: world, keeps: true)
            service = Task { [world] in await world.files.run() }
            // The keeper has looked at everything.
            try #require(await world.soon(.seconds(1)) { await world.kept("places/France") == "1 of 1" })
        }
        try await world.hours(20, days: 1)
        #expect(world.shelved == files)
        #expect(await world.kept("places/France") == "1 of 1")
        try await show([World.paris, World.nice], in: world)
        #expect(await world.soon { await world.kept("places/France") == "2 of 2" })
        #expect(host.requests.count == 2, "nothing came again")
        try await show([World.nice], in: world)
        world.now.edit { $0 += 31 * 86_400 }
        #expect(
            await world.soon(.seconds(3601)) {
                try? await world.files.folders.places.forgetDeparted()
                return world.shelved == ["two,b.photo"]
            })
        world.files.destroy()
        _ = await world.soon(.seconds(1)) { world.clock.sleeping == 0 }
        await service.value
    }

    @Test func `a country that is kept no more leaves nothing of the places that left it`() async throws {
        let host = ImageTransport()
        let world = try await World(transport: host, keeps: true)
        for (id, place) in [("one", World.paris), ("two", World.nice)] {
            world.source.show([World.photo(id, id)], in: place)
        }
        try await world.serving { () async throws in
            for path in ["places/France/Paris", "places/France/Nice"] { _ = try await world.list(path) }
            try await world.keep("places/France")
            try #require(await world.soon(.seconds(1)) { world.shelved.count == 2 })
            try await show([World.nice], in: world)
            #expect(await world.soon { await world.kept("places/France") == "1 of 1" })
            #expect(world.shelved.count == 2)
            try await world.keep("places/France", false)
            #expect(await world.soon { world.shelved.isEmpty })
        }
    }

    @Test func `after a lost catalog what its terms limit leaves in 30 days`() async throws {
        let kept = try await paris()
        await kept.end()
        let now = kept.world.now
        let catalog = try await Catalog.inMemory(now: { Timestamp(now.current) })
        try await catalog.keep(.place(World.paris.id), World.paris)
        kept.world.source.longestUnconfirmed.current = .seconds(30 * KeptPhotos.day)
        for id in ["one", "two"] {
            kept.answer(id, .failure(.failed("no network")))
            kept.host.remove("https://images.example/\(id)_b.jpg")
        }
        let again = try await World(transport: kept.host, after: kept.world, keeps: true, over: catalog)
        try await again.serving { () async throws in
            #expect(await again.soon(.seconds(31)) { await again.kept(KeptPhotos.paris) == "2 of 2" })
            try await again.hours(28, days: 1)
            #expect(again.shelved.count == 2)
            again.now.edit { $0 += 31 * 86_400 }
            #expect(await again.soon(.seconds(3601)) { again.shelved.isEmpty })
        }
    }
}
