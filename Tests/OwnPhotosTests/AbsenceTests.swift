import Foundation
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

@Suite("One's own photos that are not there for a while")
struct AbsenceTests {
    /// What the source tells until a condition holds; nil when it does not within a minute.
    private func told(
        _ source: OwnPhotosSource, until isEnough: @escaping @Sendable (SourceChange) -> Bool
    ) async throws -> SourceChange? {
        try await withThrowingTaskGroup { group in
            group.addTask { () -> SourceChange? in
                for await change in source.changes where isEnough(change) { return change }
                return nil
            }
            group.addTask { () -> SourceChange? in
                try await ContinuousClock().sleep(for: .seconds(60))
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    @Test func `a file that is removed and made anew in a moment stays the same photo, over a remount too`()
        async throws
    {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        try await folder.picture("b.jpg", 2)
        let source = try await folder.source()
        let year = try #require(try await source.tree().keys.first)
        let id = try #require(try await source.all().first { $0.ownPath == "a.jpg" }?.id)
        try folder.remove("a.jpg")
        let change = try #require(try await told(source) { !$0.away.isEmpty || !$0.gone.isEmpty })
        #expect(change.away == [id] && change.gone.isEmpty)
        #expect(try await source.tree() == [year: ["b.jpg"]])
        // It is not there, which is not to say that it is gone.
        await #expect(throws: PhotoSourceError.self) { try await source.photo(id) }
        await source.close()
        let again = try await folder.source()
        try await folder.picture("a.jpg", 7)
        #expect(try await again.becomes([year: ["a.jpg", "b.jpg"]]))
        #expect(try await again.photo(id)?.ownPath == "a.jpg")
        // Under another name, with the same bytes.
        try folder.move("a.jpg", to: "../kept.jpg")
        #expect(try await again.becomes([year: ["b.jpg"]]))
        try folder.move("../kept.jpg", to: "c.jpg")
        #expect(try await again.becomes([year: ["c.jpg", "b.jpg"]]))
        #expect(try await again.photo(id)?.ownPath == "c.jpg")
        await again.close()
    }

    @Test func `a file that stays away for longer is gone, and one that lies there later is another`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let source = try await folder.source(grace: .seconds(1))
        let id = try #require(try await source.all().first?.id)
        try folder.remove("a.jpg")
        #expect(try await told(source) { !$0.gone.isEmpty }?.gone == [id])
        await source.close()
    }

    @Test func `a file that is back before anybody was told that it is gone stays the same photo`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let source = try await folder.source(grace: .seconds(1))
        let tree = try await source.tree()
        let id = try #require(try await source.all().first?.id)
        try folder.move("a.jpg", to: "../kept.jpg")
        // As the list of those that are gone for good has it.
        let index = try folder.index()
        let end = ContinuousClock.now + .seconds(60)
        while try index.awayPath(of: id) == nil || index.firstAway() != nil, ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        try folder.move("../kept.jpg", to: "a.jpg")
        #expect(try await source.becomes(tree))
        let change = try #require(try await told(source) { _ in true })
        #expect(!change.gone.contains(id) && !change.away.contains(id))
        index.close()
        await source.close()
    }

    @Test func `a photo that another program has written into the index is told of`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let source = try await folder.source()
        _ = try #require(try await told(source) { _ in true })
        // As `placesfs search` does beside a mount: a file that is moved stays the same file.
        try await folder.picture("b.jpg", 2)
        try folder.move("b.jpg", to: "../b.jpg")
        let index = try folder.index()
        let read = try folder.read("../b.jpg", at: "b.jpg")
        _ = try index.write(read, now: 1)
        try folder.move("../b.jpg", to: "b.jpg")
        #expect(try await told(source) { $0.places == nil } != nil)
        index.close()
        await source.close()
    }

    @Test func `a photo that a new index has not found yet is not gone`() async throws {
        let folder = try OwnFolder()
        for number in 0..<30 { try await folder.picture("\(number).jpg", number) }
        let source = try await folder.source(awaited: false)
        do throws(PhotoSourceError) {
            let photo = try await source.photo(PhotoID("9.jpg"))
            #expect(photo != nil)
        } catch {
            guard case .unreachable = error else { throw error }
        }
        await source.awaitScan()
        #expect(try await source.photo(PhotoID("9.jpg")) != nil)
        #expect(try await source.photo(PhotoID("none.jpg")) == nil)
        await source.close()
    }

    @Test func `a clock that was set back takes nothing from the time in which a file may come back`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let index = try folder.index()
        _ = try index.write(try folder.read("a.jpg", at: "a.jpg"), now: 5_000)
        let row = try #require(try index.files(inFolder: []).values.first)
        var changes = ScanChanges()
        changes.removed = [row.number]
        _ = try index.write(changes, now: 5_000)
        #expect(try index.overdue(before: 700, now: 1_000).isEmpty)
        #expect(try index.overdue(before: 999, now: 1_299).isEmpty)
        #expect(try index.overdue(before: 1_000, now: 1_300).map(\.id) == [row.id])
        index.close()
    }

    @Test func `a file that is empty or cannot be read for a moment stays the same photo`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let source = try await folder.source()
        let tree = try await source.tree()
        let photo = try #require(try await source.all().first)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.jpg"))
        try folder.write("", to: "a.jpg")
        let end = ContinuousClock.now + .seconds(60)
        while !source.report.joined().contains("1 empty file"), ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        #expect(source.report.joined().contains("1 empty file"))
        #expect(try await source.tree() == tree)
        #expect(throws: PhotoSourceError.self) { try source.file(of: photo) }
        try bytes.write(to: URL(fileURLWithPath: folder.path + "/a.jpg"))
        while source.report.joined().contains("1 empty file"), ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        #expect(!source.report.joined().contains("1 empty file"))
        #expect(try await source.all().map(\.id) == [photo.id])
        await source.close()
    }

    @Test(.enabled(if: SmallDisk.isPossible, "to mount takes root"))
    func `a disk below the folder that is not there keeps its photos, and is seen when it is back`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        try await folder.picture("nas/away/here.jpg", 2)
        try folder.move("nas/away/here.jpg", to: "here.jpg")
        try folder.remove("nas/away")
        func mount() async throws {
            let mounted = try await ChildProcess([
                "bash", "-ec",
                "mount -t tmpfs -o size=1m none '\(folder.path)/nas'; mkdir '\(folder.path)/nas/x'; cp '\(folder.path)'/here.jpg '\(folder.path)/nas/x/n.jpg'; printf x >> '\(folder.path)/nas/x/n.jpg'",
            ]).result()
            try #require(mounted.status == 0, "\(mounted.errors)")
        }
        func unmount() async throws {
            let ended = try await ChildProcess(["umount", "-l", folder.path + "/nas"]).result()
            #expect(ended.status == 0, "\(ended.errors)")
        }
        func becomes(_ isTrue: (String) -> Bool, _ source: OwnPhotosSource) async throws -> Bool {
            let end = ContinuousClock.now + .seconds(30)
            while !isTrue(source.report.joined()), ContinuousClock.now < end {
                try await ContinuousClock().sleep(for: .milliseconds(20))
            }
            return isTrue(source.report.joined())
        }
        try await mount()
        let source = try await folder.source(grace: .seconds(1))
        let tree = try await source.tree()
        let photo = try #require(try await source.all().first { $0.ownPath == "nas/x/n.jpg" })
        try await unmount()
        #expect(try await becomes({ $0.contains("no disk in nas") }, source), "\(source.report)")
        // Longer than the grace, here and below.
        try await ContinuousClock().sleep(for: .seconds(2))
        #expect(try await source.tree() == tree)
        #expect(throws: PhotoSourceError.self) { try source.file(of: photo) }
        await source.close()
        let again = try await folder.source(grace: .seconds(1))
        try await ContinuousClock().sleep(for: .seconds(2))
        #expect(try await again.tree() == tree, "\(again.report)")
        try await mount()
        #expect(try await becomes({ !$0.contains("no disk in nas") }, again), "\(again.report)")
        #expect(try await again.photo(photo.id)?.ownPath == "nas/x/n.jpg")
        // Somebody else uses the folder now: what was on the disk is gone.
        try await unmount()
        #expect(try await becomes({ $0.contains("no disk in nas") }, again))
        try await folder.picture("nas/other.jpg", 9)
        #expect(try await becomes({ !$0.contains("no disk in nas") }, again))
        await again.close()
    }
}
