import Foundation
import Glibc
import LinuxProcess
import Promises
import Testing

/// What is done beneath a mount stays in it, whatever lies in the way.
@Suite struct MountedFolderTests {
    private let folder: String
    private let mount: MountTable.Mount
    /// From the mount's root to the folder.
    private let way: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/mounted-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/real", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "real")
        try FileManager.default.createSymbolicLink(atPath: folder + "/real/file", withDestinationPath: "../victim")
        mount = try #require(MountTable.now().mount(of: folder))
        way = String(folder.dropFirst(mount.mountpoint.count).drop { $0 == "/" })
    }

    @Test func `a file is made where it was asked for`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try MountedFolder(mount).create(way + "/real/new")
        #expect(FileManager.default.fileExists(atPath: folder + "/real/new"))
        try Data("kept".utf8).write(to: URL(fileURLWithPath: folder + "/real/new"))
        try MountedFolder(mount).create(way + "/real/new")
        #expect(FileManager.default.contents(atPath: folder + "/real/new") == Data("kept".utf8), "and never cut")
    }

    @Test(.proves("Another user's mount that"), arguments: ["link/new", "real/file"])
    func `no link is followed`(path: String) {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: Errno(rawValue: ELOOP)) { try MountedFolder(mount).create(way + "/" + path) }
        #expect(!FileManager.default.fileExists(atPath: folder + "/victim"))
        #expect(!FileManager.default.fileExists(atPath: folder + "/real/new"))
    }

    @Test(.proves("Another user's mount that"), arguments: ["../x", "/etc/x", "proc/self/x"])
    func `nothing leads out of it`(path: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let root = try #require(MountTable.now().top(at: "/"))
        #expect(throws: Errno(rawValue: EXDEV)) { try MountedFolder(root).create(path) }
    }

    @Test func `another file system at the same place is noticed`() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var other = mount
        other.id += 1_000_000
        #expect(throws: Errno(rawValue: ESTALE)) { _ = try MountedFolder(other) }
    }

    @Test func `the table knows who mounted what`() {
        let line = "36 35 0:39 / /mnt rw,nosuid - fuse.placesfs sample rw,user_id=1000,group_id=1000,allow_other"
        #expect(MountTable(line).mounts.first?.owner == 1000 && MountTable(line).mounts.first?.id == 36)
    }
}
