import Foundation
import Logging
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

/// A watch belongs to a folder, and not to the path that it has for now.
@Suite("Folders of own photos that are watched")
struct WatchTests {
    private let folder: OwnFolder

    init() throws { folder = try OwnFolder() }

    @Test func `a folder with the name of one that was moved away is shown`() async throws {
        try await folder.picture("2019/sub/a.jpg", 1)
        try await folder.picture("b.jpg", 2)
        let source = try await folder.source()
        let year = try #require(try await source.tree().keys.first)
        try await folder.run("mv 2019 ../archive")
        #expect(try await source.becomes([year: ["b.jpg"]]))
        try await folder.picture("2019/sub/c.jpg", 3)
        #expect(try await source.becomes([year: ["b.jpg", "2019/sub/c.jpg"]]))
        // And watched.
        try await folder.picture("2019/sub/d.jpg", 4)
        #expect(try await source.becomes([year: ["b.jpg", "2019/sub/c.jpg", "2019/sub/d.jpg"]]))
        await source.close()
    }

    @Test func `a folder that is moved away and back has all of its folders`() async throws {
        try await folder.picture("2019/sub/deep/a.jpg", 1)
        try await folder.picture("b.jpg", 2)
        let source = try await folder.source()
        let tree = try await source.tree()
        let year = try #require(tree.keys.first)
        try await folder.run("mv 2019 ../trash")
        #expect(try await source.becomes([year: ["b.jpg"]]))
        try await folder.run("mv ../trash 2019")
        #expect(try await source.becomes(tree))
        try await folder.picture("2019/sub/deep/c.jpg", 3)
        #expect(try await source.becomes([year: ["b.jpg", "2019/sub/deep/a.jpg", "2019/sub/deep/c.jpg"]]))
        await source.close()
    }

    @Test func `a folder that takes the place of another has all of its folders`() async throws {
        try await folder.picture("A/sub/1.jpg", 1)
        try await folder.picture("A.new/sub/2.jpg", 2)
        let source = try await folder.source()
        let year = try #require(try await source.tree().keys.first)
        let photos = try await source.all()
        try await folder.run("mv A A.old; mv A.new A")
        #expect(try await source.becomes([year: ["A.old/sub/1.jpg", "A/sub/2.jpg"]]))
        for (old, new) in [("A/sub/1.jpg", "A.old/sub/1.jpg"), ("A.new/sub/2.jpg", "A/sub/2.jpg")] {
            let id = try #require(photos.first { $0.ownPath == old }?.id)
            #expect(try await source.photo(id)?.ownPath == new)
        }
        try await folder.picture("A/sub/3.jpg", 3)
        #expect(try await source.becomes([year: ["A.old/sub/1.jpg", "A/sub/2.jpg", "A/sub/3.jpg"]]))
        await source.close()
    }

    @Test func `of a folder that was moved away and replaced at once nothing stays`() async throws {
        try await folder.picture("A/sub/1.jpg", 1)
        try await folder.picture("A/only/2.jpg", 2)
        try await folder.picture("../B/sub/3.jpg", 3)
        let source = try await folder.source()
        let year = try #require(try await source.tree().keys.first)
        try await folder.run("mv A ../out; mv ../B A")
        #expect(try await source.becomes([year: ["A/sub/3.jpg"]]))
        await source.close()
    }

    @Test func `another folder in the place of the whole one has all of its folders`() async throws {
        try await folder.picture("sub/1.jpg", 1)
        try await folder.picture("../other/sub/2.jpg", 2)
        let source = try await folder.source()
        let year = try #require(try await source.tree().keys.first)
        try await folder.run("cd ..; mv pictures old; mv other pictures")
        #expect(try await source.becomes([year: ["sub/2.jpg"]]))
        try await folder.picture("sub/3.jpg", 3)
        #expect(try await source.becomes([year: ["sub/2.jpg", "sub/3.jpg"]]))
        await source.close()
    }

    @Test func `a folder whose parent is renamed is offline as soon as a photo is opened`() async throws {
        try await folder.picture("years/a.jpg", 1)
        let source = try await folder.source(of: folder.path + "/years")
        let photo = try #require(try await source.all().first)
        try await folder.run("mv ../pictures ../renamed")
        #expect(throws: PhotoSourceError.self) { try source.file(of: photo) }
        #expect(try await source.reports { $0.contains("not there") }, "\(source.report)")
        let back = try await ChildProcess(["mv", folder.folder.path + "/renamed", folder.path]).result()
        try #require(back.status == 0)
        #expect(try await source.reports { !$0.contains("not there") }, "\(source.report)")
        await source.close()
    }

    @Test func `who asks for another look during a scan gets one after it`() async throws {
        try await folder.picture("a.jpg", 1)
        let index = try PhotoIndex(at: nil, owner: OwnerOfPhotos(), logger: Logger(label: "test"))
        let scanner = FolderScanner(
            PictureRoot(folder.path, largest: 64 << 20), index, grace: 300, logger: Logger(label: "test"),
            reader: { [places = try OwnFolder.places()] in PhotoReader(places) })
        try scanner.begin()
        let end = ContinuousClock.now + .seconds(60)
        while scanner.state.facts.isScanning, ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        try #require(!scanner.state.facts.isScanning)
        // As while a scan has come this far.
        scanner.state.update { ($0.looked, $0.isScanning) = (1_000, true) }
        scanner.lookAgain(isAsked: true)
        while scanner.state.facts.looked == 1_000, ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        #expect(scanner.state.facts.looked <= 1)
        scanner.stop()
    }
}
