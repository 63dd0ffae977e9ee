import Testing

@testable import FUSE

@Suite struct MountTableTests {
    @Test func `a line of mountinfo is read, escapes and optional fields too`() throws {
        let line = #"42 27 0:39 / /mnt/a\040b\134c rw,nosuid shared:7 master:1 - fuse.placesfs sample rw,user_id=0"#
        let mount = try #require(MountTable.mount(line))
        #expect(mount == MountTable.Mount(device: "0:39", mountpoint: #"/mnt/a b\c"#, type: "fuse.placesfs"))
        #expect(mount.isFuse)
        let plain = try #require(MountTable.mount("26 1 254:1 / / rw,relatime - ext4 /dev/root rw"))
        #expect(plain.mountpoint == "/" && !plain.isFuse)
    }

    @Test(arguments: ["", "42 27 0:39 / /mnt rw", "42 27 0:39 / /mnt rw shared:7 -", "a b c d e f g h"])
    func `what is no mount is none`(line: String) {
        #expect(MountTable.mount(line) == nil)
    }

    @Test func `the root is mounted`() {
        #expect(MountTable.read().contains { $0.mountpoint == "/" })
    }
}
