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
        let before = kept.world.clock.now
        for _ in 0..<5 { _ = await kept.world.clock.advanceToNextWake() }
        #expect(kept.world.clock.now > before)
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

    /// As the source tells it a day later.
    private func show(_ places: [Place], in world: World) async throws {
        world.source.places.current = .success(places)
        world.now.edit { $0 += 86_400 }
        _ = try await world.list("places")
        await until { await world.files.listings.refresher.underWay.isEmpty }
        try await world.files.folders.places.forgetDeparted()
        world.clock.advance(by: .seconds(3601))
    }
}
