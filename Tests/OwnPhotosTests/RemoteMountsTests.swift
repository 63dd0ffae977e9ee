import LinuxProcess
import Testing

@testable import OwnPhotos

@Suite("Mounts that tell of no changes")
struct RemoteMountsTests {
    /// A table of mounts: their types, by mountpoint.
    private func table(_ mounts: (at: String, type: String)...) -> MountTable {
        let lines = mounts.enumerated().map { "\($0 + 30) 1 0:\($0 + 50) / \($1.at) rw - \($1.type) none rw" }
        return MountTable(lines.joined(separator: "\n"))
    }

    private let folder = "/home/me/Pictures"

    @Test(arguments: ["nfs4", "cifs", "fuse.sshfs", "vboxsf", "9p"])
    func `a folder on another machine, or with one below, is not watched`(type: String) {
        #expect(table(("/", "ext4"), ("/home", type)).remoteness(of: folder) == "it is not on this machine")
        #expect(table(("/", "ext4"), (folder, type)).remoteness(of: folder) == "it is not on this machine")
        #expect(
            table(("/", "ext4"), (folder + "/nas", type)).remoteness(of: folder) == "nas is not on this machine")
    }

    @Test func `what is beside the folder, hidden, covered or our own does not count`() {
        let mounts = table(
            ("/", "ext4"), (folder + ".old", "nfs4"), (folder + "/.cache/x", "fuse.portal"), ("/mnt", "nfs4"),
            (folder + "/photos", "fuse.placesfs"), (folder + "/usb", "nfs4"), (folder + "/usb", "vfat"))
        #expect(mounts.remoteness(of: folder) == nil)
    }
}
