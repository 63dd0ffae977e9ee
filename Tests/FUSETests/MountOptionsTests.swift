import Testing

@testable import FUSE

@Suite struct MountOptionsTests {
    @Test func `commas and backslashes of a name are escaped`() {
        let options = MountOptions(
            mountpoint: "/mnt", fsname: #"a,b\c"#, subtype: "placesfs", allowOther: true, readOnly: true,
            extra: ["exec", "max_read=65536"])
        #expect(
            options.words(asRoot: true) == [
                #"fsname=a\,b\\c"#, "subtype=placesfs", "nosuid", "nodev", "noexec", "allow_other", "ro",
                "default_permissions", "exec", "max_read=65536",
            ])
    }

    @Test func `a comma is escaped before a combining mark, too`() {
        let options = MountOptions(
            mountpoint: "/mnt", fsname: "a,\u{301}allow_other", subtype: "", defaultPermissions: false)
        #expect(options.words(asRoot: false).first?.unicodeScalars.contains("\\") == true)
    }

    @Test func `an ordinary user's mount runs nothing either, the rest is left to fusermount3`() {
        let options = MountOptions(mountpoint: "/mnt", fsname: "", subtype: "", defaultPermissions: false)
        #expect(options.words(asRoot: false) == ["noexec"])
    }
}
