import Testing

@testable import LinuxProcess

@Suite struct MountTableTests {
    private let several = MountTable(
        """
        22 1 0:20 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        60 22 0:44 / /mnt/a\\040b rw,nosuid,nodev shared:9 - fuse.placesfs placesfs-sample rw,user_id=0
        61 22 0:45 / /mnt/x rw - fuse.sshfs host:/ rw
        62 22 0:46 / /mnt/x rw - fuse.placesfs my\\134name rw
        garbage
        """)

    @Test func `a line of mountinfo is read, escapes and optional fields too`() {
        let line = #"42 27 0:39 / /mnt/a\040b\134c rw,nosuid shared:7 master:1 - fuse.placesfs sample rw,user_id=0"#
        let mount = MountTable.Mount(
            device: "0:39", mountpoint: #"/mnt/a b\c"#, type: "fuse.placesfs", source: "sample", isReadOnly: false,
            id: 42,
            owner: 0)
        #expect(MountTable(line).mounts == [mount])
        #expect(mount.isFuse)
        let plain = MountTable("26 1 254:1 / / rw,relatime - ext4 /dev/root rw").mounts
        #expect(plain.map(\.mountpoint) == ["/"] && plain.allSatisfy { !$0.isFuse })
        #expect(MountTable(line + ",allow_other").mounts.map(\.allowsOthers) == [true] && !mount.allowsOthers)
    }

    @Test(arguments: ["", "42 27 0:39 / /mnt rw", "42 27 0:39 / /mnt rw shared:7 -", "a b c d e f g h"])
    func `what is no mount is none`(line: String) {
        #expect(MountTable(line).mounts.isEmpty)
    }

    @Test func `the last of several on a path counts`() {
        #expect(several.mounts.count == 4)
        #expect(several.top(at: "/mnt/x")?.source == "my\\name")
        #expect(several.top(at: "/mnt") == nil)
    }

    @Test func `a path belongs to the innermost mount`() {
        #expect(several.mount(of: "/mnt/a b/places/France")?.mountpoint == "/mnt/a b")
        #expect(several.mount(of: "/mnt/a bc")?.mountpoint == "/")
        #expect(several.mount(of: "/mnt/x/pins")?.type == "fuse.placesfs")
    }

    @Test func `a mount that nobody may write to is known`() {
        let table = MountTable(
            """
            60 22 0:44 / /mnt/a ro,nosuid,nodev shared:9 - fuse.placesfs placesfs-sample rw,user_id=0
            61 22 0:45 / /mnt/b rw,relatime - fuse.placesfs erode ro,user_id=0
            62 22 0:46 / /mnt/c rw,relatime - fuse.placesfs placesfs-ro rw,user_id=0,errors=ro
            63 22 0:47 / /mnt/d rw,relatime - fuse.sshfs host:/
            """)
        #expect(table.mounts.map(\.isReadOnly) == [true, true, false, false])
    }

    @Test func `the root is mounted`() {
        #expect(MountTable.now().top(at: "/") != nil)
    }
}
