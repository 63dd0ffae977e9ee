import Foundation
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

/// Disks that are mounted in the folder, at it or above it, and leave again.
@Suite("Own photos on disks that come and go", .enabled(if: SmallDisk.isPossible, "to mount takes root"))
struct DiskTests {
    private let folder: OwnFolder

    init() throws { folder = try OwnFolder() }

    private func run(_ script: String) async throws { try await folder.run(script, above: true) }

    private func succeeds(_ script: String) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            let done = try await ChildProcess(["bash", "-ec", "cd '\(folder.folder.path)'; " + script]).result()
            if done.status == 0 { return true }
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
        return false
    }

    /// Whether the photo cannot be opened for now, which is not to say that it is gone.
    private func isUnreachable(_ photo: Photo, _ source: OwnPhotosSource) -> Bool {
        do throws(PhotoSourceError) {
            _ = try source.file(of: photo)
            return false
        } catch {
            guard case .unreachable = error else { return false }
            return true
        }
    }

    @Test func `hidden files in the folder of a disk that is not there do not make it another one`() async throws {
        try await folder.picture("a.jpg", 1)
        try await folder.picture("b.jpg", 2)
        try await run("mkdir pictures/nas; touch pictures/nas/.nomedia; mount -t tmpfs -o size=1m none pictures/nas")
        try await run("mv pictures/b.jpg pictures/nas")
        let source = try await folder.source(grace: .seconds(1))
        let tree = try await source.tree()
        try await run("umount -l pictures/nas")
        #expect(try await source.reports { $0.contains("no disk in nas") }, "\(source.report)")
        #expect(try await source.tree() == tree)
        await source.close()
        let again = try await folder.source(grace: .seconds(1))
        #expect(try await again.tree() == tree, "\(again.report)")
        await again.close()
    }

    @Test func `hidden files in the mountpoint of a stick do not make it the folder`() async throws {
        try await folder.picture("a.jpg", 1)
        try await run("mkdir stick; touch stick/.directory; mount -t tmpfs -o size=1m none stick; cp pictures/* stick")
        let source = try await folder.source(of: folder.folder.path + "/stick")
        let photo = try #require(try await source.all().first)
        try await run("umount -l stick")
        #expect(try await source.reports { $0.contains("not there") }, "\(source.report)")
        #expect(isUnreachable(photo, source))
        await source.close()
    }

    @Test func `a disk that is mounted in a hidden folder is not looked at`() async throws {
        try await folder.picture("a.jpg", 1)
        try await folder.picture(".hidden/disk/b.jpg", 2)
        let source = try await folder.source()
        let year = try #require(try await source.tree().keys.first)
        try await run(
            "cd pictures/.hidden; mv disk old; mkdir disk; mount -t tmpfs -o size=1m none disk; cp old/b.jpg disk")
        // What was mounted before it is seen before it.
        try await folder.picture("c.jpg", 3)
        #expect(try await source.becomes([year: ["a.jpg", "c.jpg"]]))
        await source.close()
        try await run("umount pictures/.hidden/disk")
    }

    @Test func `a disk below a folder that is renamed takes its photos along`() async throws {
        try await folder.picture("a.jpg", 1)
        try await folder.picture("b.jpg", 2)
        try await run(
            "mkdir -p pictures/disks/usb; mount -t tmpfs -o size=1m none pictures/disks/usb; mv pictures/b.jpg pictures/disks/usb"
        )
        let source = try await folder.source()
        let year = try #require(try await source.tree().keys.first)
        let photo = try #require(try await source.all().first { $0.ownPath == "disks/usb/b.jpg" })
        try await run("mv pictures/disks pictures/media")
        #expect(try await source.becomes([year: ["a.jpg", "media/usb/b.jpg"]]))
        #expect(try await source.photo(photo.id)?.ownPath == "media/usb/b.jpg")
        #expect(try await source.reports { !$0.contains("no disk") }, "\(source.report)")
        try await run("umount -l pictures/media/usb")
        #expect(try await source.reports { $0.contains("no disk in media/usb;") }, "\(source.report)")
        await source.close()
    }

    @Test(arguments: [false, true])
    func `a zip file on a stick lets the stick go, and is read again when it is back`(isHeld: Bool) async throws {
        try await folder.picture("a.jpg", 1)
        try await run(
            "python3 -c \"import zipfile; zipfile.ZipFile('photos.zip', 'w').write('pictures/a.jpg', 'a.jpg')\"; mkdir stick"
        )
        let mount = "mount -t tmpfs -o size=1m none stick; cp -p photos.zip stick"
        try await run(mount)
        let source = try await folder.source(of: folder.folder.path + "/stick/photos.zip")
        let photo = try #require(try await source.all().first)
        #expect(try source.file(of: photo) != nil)
        // The kernel does not tell of a stick's leaving while another program has something open there.
        let handle = isHeld ? FileHandle(forReadingAtPath: folder.folder.path + "/stick/photos.zip") : nil
        #expect(try await succeeds(isHeld ? "umount -l stick" : "umount stick"))
        #expect(try await source.reports { $0.contains("not there") }, "\(source.report)")
        #expect(isUnreachable(photo, source))
        try await run(mount)
        #expect(try await source.reports { !$0.contains("not there") }, "\(source.report)")
        // A dead stick's file would still be read by a handle of before.
        #expect(try source.file(of: photo)?.read(0..<2) == [0xFF, 0xD8])
        try handle?.close()
        #expect(try await succeeds("umount stick"))
        await source.close()
    }

    @Test func `a packed photo of a zip file that is not there is unreachable, and not gone`() async throws {
        try await folder.picture("a.jpg", 1)
        try await run(
            "python3 -c \"import zipfile; zipfile.ZipFile('photos.zip', 'w', 8).write('pictures/a.jpg', 'a.jpg')\"")
        let source = try await folder.source(of: folder.folder.path + "/photos.zip")
        let url = try #require(try await source.all().first?.renditions.first?.url)
        #expect(try source.packedFile(at: url) != nil)
        try await run("mv photos.zip away.zip")
        let error = #expect(throws: DiskError.self) { try source.packedFile(at: url) }
        #expect(error != .absent && error != .other)
        await source.close()
    }

    @Test func `a disk that is mounted over the folder's parent is seen, and so is its leaving`() async throws {
        try await folder.picture("years/a.jpg", 1)
        let source = try await folder.source(of: folder.path + "/years")
        try await run("mount -t tmpfs -o size=1m none pictures")
        #expect(try await source.reports { $0.contains("not there") }, "\(source.report)")
        try await run("umount pictures")
        #expect(try await source.reports { !$0.contains("not there") }, "\(source.report)")
        #expect(try await source.all().count == 1)
        await source.close()
    }

    @Test func `while everything is looked at, a photo of an absent disk is not gone`() async throws {
        try await folder.picture("a.jpg", 1)
        try await folder.picture("b.jpg", 2)
        try await run("mkdir pictures/nas; mount -t tmpfs -o size=1m none pictures/nas; mv pictures/b.jpg pictures/nas")
        let source = try await folder.source()
        let photo = try #require(try await source.all().first { $0.ownPath == "nas/b.jpg" })
        try await run("umount -l pictures/nas")
        #expect(try await source.reports { $0.contains("no disk in nas") }, "\(source.report)")
        // Another program holds the index, and the scan waits for it with what it has found.
        let locked = """
            import os, sqlite3, time
            index = sqlite3.connect('index.sqlite', timeout=30, isolation_level=None)
            index.execute('BEGIN IMMEDIATE')
            print('held', flush=True)
            while not os.path.exists('release'): time.sleep(0.02)
            """
        try Data(locked.utf8).write(to: URL(fileURLWithPath: folder.folder.path + "/hold.py"))
        try await folder.picture("../c.jpg", 3)
        try await run("python3 hold.py > held 2>&1 & until grep -q held held; do sleep 0.02; done")
        try folder.move("../c.jpg", to: "c.jpg")
        source.lookAgain()
        var found: Set<Bool> = []
        let end = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < end {
            found.insert(isUnreachable(photo, source))
            try await ContinuousClock().sleep(for: .milliseconds(5))
        }
        #expect(found == [true])
        #expect(source.report.joined().contains("being scanned"), "\(source.report)")
        try await run("touch release")
        #expect(try await source.reports { !$0.contains("being scanned") }, "\(source.report)")
        await source.close()
    }

    @Test func `a mount of our own below the folder is left out while it is there`() async throws {
        try await folder.picture("a.jpg", 1)
        try await run("mkdir pictures/mount; mount -t tmpfs -o size=1m none pictures/mount")
        let scans = try TroubledScans(folder)
        try scans.scan(isOurs: true)
        #expect(scans.state.facts.ownMounts.map(\.pathText) == ["mount"])
        try await run("umount -l pictures/mount")
        try scans.scan(["mount"])
        #expect(scans.state.facts.ownMounts.isEmpty)
    }
}
