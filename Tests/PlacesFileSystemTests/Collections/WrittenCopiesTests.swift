import Catalog
import FUSE
import PhotoTree
import TestClock
import Testing
import Waiting

@testable import PlacesFileSystem

/// What else may happen to a copy that a program writes into an album, between its open and its close.
@Suite("Copies that are being written", .timeLimit(.minutes(2)))
struct WrittenCopiesTests {
    /// Runs `work` while the close of a copy of "one" is being judged: its source is asked whether it still has the
    /// photo.
    private func whileJudged(
        _ album: OpenAlbum, as name: String, _ work: (Spool) async throws -> Void
    ) async throws {
        album.kept.pass(days: 31)
        let barrier = album.kept.world.source.lookUpBarrier
        barrier.close()
        let handle = try await album.create(name)
        try await album.write(OpenAlbum.bytes("one"), to: handle)
        let close = Task { try await album.close(handle) }
        await until { album.kept.lookUps.count == 1 }
        try await work(try #require(album.albums.spools.spool(named: name, in: NodeNumber(album.inode))))
        barrier.open()
        try await close.value
    }

    @Test func `a copy that is removed while its close is judged is in no list`() async throws {
        let album = try await OpenAlbum()
        try await whileJudged(album, as: "x.jpg") { _ in try await album.unlink("x.jpg") }
        #expect(try await album.photos() == [])
        await album.kept.end()
    }

    @Test func `a photo that replaces a copy while its close is judged stays`() async throws {
        let album = try await OpenAlbum()
        try await whileJudged(album, as: "x.jpg") { _ in try await album.move("two", to: "x.jpg") }
        #expect(try await album.photos() == ["x.jpg"])
        #expect(try await album.has("x.jpg", as: "two"))
        await album.kept.end()
    }

    @Test func `a copy that is renamed while its close is judged has the new name`() async throws {
        let album = try await OpenAlbum()
        let renaming = Shared<Task<Void, any Error>?>(nil)
        try await whileJudged(album, as: "x.jpg") { spool in
            renaming.current = Task { try await album.rename("x.jpg", to: "y.jpg") }
            await until { spool.order.waiting == 1 }
        }
        try await renaming.current?.value
        #expect(try await album.photos() == ["y.jpg"])
        await album.kept.end()
    }

    @Test func `a copy that is removed in the moment when it becomes a photo is in no list`() async throws {
        let album = try await OpenAlbum()
        let (gate, order) = (Barrier(), album.albums.maker.order)
        let other = Task {
            try await album.albums.maker.inOrder { () async throws(CatalogError) in await gate.pass() }
        }
        await until { gate.arrivals == 1 }
        let handle = try await album.create("x.jpg")
        try await album.copy("one", to: handle)
        let close = Task { try await album.close(handle) }
        await until { order.waiting == 1 }
        let isRemoved = Shared(false)
        let removal = Task {
            try await album.unlink("x.jpg")
            isRemoved.current = true
        }
        await until { order.waiting == 2 || isRemoved.current }
        gate.open()
        try await other.value
        try await close.value
        try await removal.value
        #expect(try await album.photos() == [])
        await album.kept.end()
    }

    @Test func `what is written into a copy after its photo was removed does not bring the photo back`() async throws {
        let album = try await OpenAlbum()
        let handle = try await album.create("x.jpg")
        try await album.write(OpenAlbum.bytes("one"), to: handle)
        try await album.flush(handle)
        #expect(try await album.photos() == ["x.jpg"])
        try await album.unlink("x.jpg")
        try await album.write(OpenAlbum.bytes("one"), to: handle)
        try await album.close(handle)
        #expect(try await album.photos() == [])
        await album.kept.end()
    }

    @Test func `a copy that another replaced can be written to its end, and is in no list`() async throws {
        let album = try await OpenAlbum()
        let handle = try await album.create("x.jpg")
        let inode = try await album.kept.world.inode("albums/A/x.jpg")
        try await album.move("two", to: "x.jpg")
        var cut = AttributeChange()
        cut.size = 3000
        _ = try await album.files.setattr(inode, cut, by: World.caller)
        try await album.write(OpenAlbum.bytes("one"), to: handle)
        try await album.close(handle)
        #expect(try await album.photos() == ["x.jpg"])
        #expect(try await album.has("x.jpg", as: "two"))
        #expect(album.albums.spools.room == Spools.most)
        await album.kept.end()
    }

    @Test func `of two copies whose names differ in their endings alone the later close is EEXIST`() async throws {
        let album = try await OpenAlbum()
        let (first, second) = (try await album.create("x.png"), try await album.create("x.jpg"))
        try await album.write(OpenAlbum.bytes("one"), to: first)
        try await album.write(OpenAlbum.bytes("two"), to: second)
        try await album.close(first)
        await #expect(throws: Errno.exists) { try await album.close(second) }
        #expect(try await album.has("x.jpg", as: "one"))
        await album.kept.end()
    }

    @Test func `a copy is complete though something was copied into it while it was written`() async throws {
        let album = try await OpenAlbum()
        let handle = try await album.create("x.jpg")
        let spool = try #require(album.albums.spools.spool(named: "x.jpg", in: NodeNumber(album.inode)))
        let gate = Barrier()
        let other = Task { await spool.order.run { await gate.pass() } }
        await until { gate.arrivals == 1 }
        let writing = Task { try await album.write(OpenAlbum.bytes("one"), to: handle) }
        await until { spool.order.waiting == 1 }
        let hasCopied = Shared(false)
        let copying = Task {
            _ = try? await album.copy("two", to: handle)
            hasCopied.current = true
        }
        await until { spool.order.waiting == 2 || hasCopied.current }
        gate.open()
        await other.value
        try await writing.value
        await copying.value
        try await album.close(handle)
        #expect(try await album.has("x.jpg", as: "one"))
        await album.kept.end()
    }

    // MARK: Beginning anew

    @Test func `a second copy into a file with a provisional name is the second photo`() async throws {
        let album = try await OpenAlbum()
        let first = try await album.create("p.jpg.part")
        try await album.copy("one", to: first)
        try await album.close(first)
        let second = try await album.reopen("p.jpg.part", truncating: true)
        try await album.copy("two", to: second)
        try await album.close(second)
        try await album.rename("p.jpg.part", to: "p.jpg")
        #expect(try await album.has("p.jpg", as: "two"))
        await album.kept.end()
    }

    @Test func `a copy that was emptied is no photo`() async throws {
        let album = try await OpenAlbum()
        for wayIsCopy in [true, false] {
            let first = try await album.create("p.jpg.part")
            if wayIsCopy {
                try await album.copy("one", to: first)
            } else {
                try await album.write(OpenAlbum.bytes("one"), to: first)
            }
            try await album.close(first)
            try await album.close(try await album.reopen("p.jpg.part", truncating: true))
            await #expect(throws: Errno.readOnly) { try await album.rename("p.jpg.part", to: "p.jpg") }
            #expect(try await album.reason() == "\"p.jpg\" is empty")
            try await album.unlink("p.jpg.part")
        }
        await album.kept.end()
    }

    @Test func `a photo that is copied over a page of ours is taken`() async throws {
        let album = try await OpenAlbum()
        let first = try await album.create("p.jpg.part")
        try await album.write(Array("<?xpacket begin=".utf8), to: first)
        try await album.close(first)
        let second = try await album.reopen("p.jpg.part", truncating: true)
        try await album.write(OpenAlbum.bytes("two"), to: second)
        try await album.close(second)
        try await album.rename("p.jpg.part", to: "p.jpg")
        #expect(try await album.photos() == ["p.jpg"])
        await album.kept.end()
    }

    // MARK: Others of its length

    @Test func `photos of its length that are gone keep no copy from being known`() async throws {
        let others = (0..<9).map { "other \($0)" }
        let album = try await OpenAlbum(["two"] + others)
        for other in others { album.kept.answer(other, .success(nil)) }
        album.kept.pass(days: 31)
        let handle = try await album.create("x.jpg")
        try await album.write(OpenAlbum.bytes("two"), to: handle)
        try await album.close(handle)
        #expect(try await album.has("x.jpg", as: "two"))
        await album.kept.end()
    }

    @Test func `a copy that comes byte by byte is taken, and what can be no picture is refused once that is sure`()
        async throws
    {
        let album = try await OpenAlbum()
        let bytes = OpenAlbum.bytes("one")
        let handle = try await album.create("x.jpg")
        for offset in 0..<14 { try await album.write([bytes[offset]], to: handle, at: Int64(offset)) }
        try await album.write(Array(bytes[14...]), to: handle, at: 14)
        try await album.close(handle)
        #expect(try await album.photos() == ["x.jpg"])
        let sound = try await album.create("y.jpg")
        try await album.write(Array("RIFF".utf8), to: sound)
        await #expect(throws: Errno.readOnly) { try await album.write(Array("abcdWAVE".utf8), to: sound, at: 4) }
        let text = try await album.create("z.jpg")
        await #expect(throws: Errno.readOnly) { try await album.write(Array("hi\n".utf8), to: text) }
        await album.kept.end()
    }

    @Test func `a copy that nobody renames is gone after a minute`() async throws {
        let album = try await OpenAlbum()
        let (name, spools) = (".x.jpg.Ab12Cd", album.albums.spools)
        let handle = try await album.create(name)
        try await album.write(OpenAlbum.bytes("one"), to: handle)
        try await album.close(handle)
        func isThere() -> Bool { spools.spool(named: name, in: NodeNumber(album.inode)) != nil }
        #expect(isThere() && spools.room == Spools.most - 1)
        #expect(await album.kept.world.soon(.seconds(1)) { !isThere() })
        #expect(spools.room == Spools.most)
        await album.kept.end()
    }
}
